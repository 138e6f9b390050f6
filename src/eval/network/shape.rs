//! The shape of a network: its layers and their numbers.

/// Width of the hidden layer, for each view.
pub const HIDDEN: usize = 256;
/// The number of stages, each with its own weights of the output layer.
pub const HEADS: usize = 8;
/// The number that means 1 in the hidden layer.
pub const ONE: i32 = 255;
/// The number that means 1 among the output weights.
pub const OUTPUT_ONE: i32 = 64;
/// The largest absolute value of an output weight.
pub const OUTPUT_LIMIT: i32 = 127;

/// The hidden sums of one view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Hidden(pub [i16; HIDDEN]);

/// The output weights of one stage: for the mover's view, then for the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head(pub [[i16; HIDDEN]; 2]);

/// Rows of weights.
pub(super) type Rows<'a> = &'a [&'a Hidden];

/// The stage of a position with so many pieces, 0 to 7.
#[inline]
pub fn stage(pieces: u32) -> usize {
    (pieces.clamp(2, 32) as usize - 2) * HEADS / 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn stages_are_even() {
        assert_eq!((stage(2), stage(32)), (0, 7));
        for pieces in 2..32 {
            assert!(stage(pieces) <= stage(pieces + 1));
        }
    }
}
