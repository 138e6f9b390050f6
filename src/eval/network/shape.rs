//! The shape of a network: the sizes of its layers and the units of their numbers.

/// The number of neurons in the hidden layer of a perspective.
pub const HIDDEN: usize = 256;
/// The number of heads (output buckets), each with its own weights of the output layer.
pub const HEADS: usize = 8;
/// The integer that represents 1.0 in the hidden layer (often called QA).
pub const HIDDEN_UNIT: i32 = 255;
/// The integer that represents 1.0 among the output weights (often called QB).
pub const OUTPUT_UNIT: i32 = 64;
/// The largest absolute value of an output weight.
pub const OUTPUT_LIMIT: i32 = 127;

/// The hidden layer of a perspective before its activation (the NNUE accumulator), or a row of weights that is added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct HiddenLayer(pub [i16; HIDDEN]);

/// The output weights of one head: for the mover's perspective, then for the other side's.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head(pub [[i16; HIDDEN]; 2]);

/// A list of rows of weights.
pub(super) type Rows<'a> = &'a [&'a HiddenLayer];

/// Returns the index of the head for a position with this many pieces, 0 to 7.
#[inline]
pub fn head_index(pieces: u32) -> usize {
    (pieces.clamp(2, 32) as usize - 2) * HEADS / 31
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_head_index_rises_with_the_number_of_pieces() {
        assert_eq!((head_index(2), head_index(32)), (0, 7));
        for pieces in 2..32 {
            assert!(head_index(pieces) <= head_index(pieces + 1));
        }
    }
}
