//! The shape of a network: its layers, and the numbers in them.

/// Width of the hidden layer, for each view.
pub const HIDDEN: usize = 256;
/// Weights of the last sum: a set for each of so many stages.
pub const HEADS: usize = 8;
/// What stands for 1 in the hidden layer.
pub const ONE: i32 = 255;
/// What stands for 1 among the weights of the last sum.
pub const OUTPUT_ONE: i32 = 64;
/// The largest weight of the last sum, either way.
pub const OUTPUT_LIMIT: i32 = 127;

/// The hidden sums of one view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Hidden(pub [i16; HIDDEN]);

/// The weights of one stage: for the mover's view, then for the other's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head(pub [[i16; HIDDEN]; 2]);

/// Rows of weights.
pub(super) type Rows<'a> = &'a [&'a Hidden];

/// The stage of a position: how many pieces are left, in eighths.
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
