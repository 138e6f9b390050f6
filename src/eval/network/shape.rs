//! The shape of a network: the sizes of its layers and the units of their numbers.

/// The number of neurons in the hidden layer of a perspective.
pub const HIDDEN: usize = 512;
/// Neurons are multiplied in pairs: in each block of twice this many, neuron `i` with neuron `i + PAIRED`.
pub const PAIRED: usize = 32;
/// The number of products of both perspectives, which are the inputs of the second layer.
pub const PRODUCTS: usize = HIDDEN;
/// The number of neurons in the second layer.
pub const SECOND: usize = 16;
/// The number of neurons in the third layer.
pub const THIRD: usize = 32;
/// The number of heads (output buckets), each with its own weights from the second layer on.
pub const HEADS: usize = 8;

/// The integer that represents 1.0 in the hidden layer.
pub const HIDDEN_UNIT: i32 = 1020;
/// Products lose this many bits, rounded.
pub const PRODUCT_SHIFT: u32 = 10;
/// Half a unit of the products, for rounding.
pub const PRODUCT_HALF: i32 = 1 << (PRODUCT_SHIFT - 1);
/// The largest absolute value of a weight or bias of the hidden layer. The sum of thirty-two fits into 16 bits.
pub const ROW_LIMIT: i32 = 1023;
/// The integer that represents 1.0 among the weights of a head.
pub const WEIGHT_UNIT: i32 = 1024;
/// The largest absolute value of a weight of a head.
pub const WEIGHT_LIMIT: i32 = 3071;
/// The largest absolute value of a bias of a head.
pub const BIAS_LIMIT: i32 = 500_000_000;
/// The bits that a neuron of the second layer loses before it is squared, rounded.
pub const SECOND_SHIFT: u32 = 8;
/// The bits that a neuron of the third layer loses before it is squared, rounded.
pub const THIRD_SHIFT: u32 = 10;
/// The bits that a square loses, rounded.
pub const SQUARE_SHIFT: u32 = 12;

/// 1.0 in the second layer before its activation.
pub const SECOND_UNIT: i32 = (HIDDEN_UNIT * HIDDEN_UNIT * WEIGHT_UNIT) >> PRODUCT_SHIFT;
/// 1.0 in the third layer before its activation.
pub const THIRD_UNIT: i32 = unit_behind(SECOND_UNIT, SECOND_SHIFT);
/// 1.0 in the output.
pub const OUTPUT_UNIT: i32 = unit_behind(THIRD_UNIT, THIRD_SHIFT);

/// The unit of weighted sums of squares, for squares of neurons in this unit.
const fn unit_behind(unit: i32, shift: u32) -> i32 {
    let square = (unit as i64 * unit as i64) >> (2 * shift);
    ((square * WEIGHT_UNIT as i64) >> SQUARE_SHIFT) as i32
}

/// The hidden layer of a perspective before its activation (the NNUE accumulator), or a row of weights that is added to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct HiddenLayer(pub [i16; HIDDEN]);

/// The layers behind the products, for positions with a certain number of pieces.
#[derive(Clone, Debug, PartialEq, Eq)]
#[repr(C, align(64))]
pub struct Head {
    /// The weights of each neuron of the second layer: for the mover's products, then for the other side's.
    pub second: [[i16; PRODUCTS]; SECOND],
    /// The biases of the second layer, in 1 / `SECOND_UNIT`.
    pub second_biases: [i32; SECOND],
    /// The weights of each neuron of the second layer for the neurons of the third layer.
    pub third: [[i16; THIRD]; SECOND],
    /// The biases of the third layer, in 1 / `THIRD_UNIT`.
    pub third_biases: [i32; THIRD],
    /// The weights of the neurons of the third layer for the output.
    pub output: [i16; THIRD],
    /// The bias of the output, in 1 / `OUTPUT_UNIT`.
    pub output_bias: i32,
}

impl Head {
    /// All weights 0.
    pub const ZERO: Head = Head {
        second: [[0; PRODUCTS]; SECOND],
        second_biases: [0; SECOND],
        third: [[0; THIRD]; SECOND],
        third_biases: [0; THIRD],
        output: [0; THIRD],
        output_bias: 0,
    };

    /// The weights, layer by layer.
    pub fn weights(&self) -> [&[i16]; 3] {
        let (second, third) = (self.second.as_flattened(), self.third.as_flattened());
        [second, third, &self.output]
    }

    /// The mutable weights, layer by layer.
    pub fn weights_mut(&mut self) -> [&mut [i16]; 3] {
        let second = self.second.as_flattened_mut();
        [second, self.third.as_flattened_mut(), &mut self.output]
    }

    /// The biases, layer by layer.
    pub fn biases(&self) -> [&[i32]; 3] {
        let bias = std::slice::from_ref(&self.output_bias);
        [&self.second_biases, &self.third_biases, bias]
    }

    /// The mutable biases, layer by layer.
    pub fn biases_mut(&mut self) -> [&mut [i32]; 3] {
        let bias = std::slice::from_mut(&mut self.output_bias);
        [&mut self.second_biases, &mut self.third_biases, bias]
    }

    /// The neurons of the second layer, for its weighted sums without biases.
    #[inline(always)]
    pub(super) fn second_neurons(&self, sums: &[i32; SECOND]) -> [i16; SECOND] {
        let mut neurons = [0; SECOND];
        for ((neuron, sum), bias) in neurons.iter_mut().zip(sums).zip(self.second_biases) {
            *neuron = squared(sum + bias, SECOND_UNIT, SECOND_SHIFT) as i16;
        }
        neurons
    }

    /// The output, in 1 / [`OUTPUT_UNIT`], for the third layer before its activation.
    #[inline(always)]
    pub(super) fn output(&self, third: &[i32; THIRD]) -> i64 {
        let mut sum = 0;
        for (&neuron, &weight) in third.iter().zip(&self.output) {
            sum += squared(neuron, THIRD_UNIT, THIRD_SHIFT) * i32::from(weight);
        }
        i64::from(sum) + i64::from(self.output_bias)
    }
}

/// The activation of the second and the third layer: clipped to 0..=1 and squared. 1 becomes about 4000.
#[inline(always)]
fn squared(sum: i32, unit: i32, shift: u32) -> i32 {
    let clipped = (sum.clamp(0, unit) + (1 << (shift - 1))) >> shift;
    (clipped * clipped + (1 << (SQUARE_SHIFT - 1))) >> SQUARE_SHIFT
}

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

    #[test]
    fn sums_of_the_largest_weights_fit() {
        let product = i64::from((HIDDEN_UNIT * HIDDEN_UNIT + PRODUCT_HALF) >> PRODUCT_SHIFT);
        let neuron = i64::from(squared(i32::MAX, SECOND_UNIT, SECOND_SHIFT));
        assert!(neuron <= i16::MAX.into());
        let (weight, bias) = (i64::from(WEIGHT_LIMIT), i64::from(BIAS_LIMIT));
        assert!(product * weight * PRODUCTS as i64 + bias <= i32::MAX.into());
        assert!(neuron * weight * SECOND as i64 + bias <= i32::MAX.into());
        let mut head = Head::ZERO;
        let fill = |weights: &mut [i16]| weights.fill(WEIGHT_LIMIT as i16);
        head.weights_mut().into_iter().for_each(fill);
        let largest = i64::from(squared(i32::MAX, THIRD_UNIT, THIRD_SHIFT)) * weight;
        assert_eq!(head.output(&[i32::MAX; THIRD]), THIRD as i64 * largest);
        assert!(THIRD as i64 * largest <= i32::MAX.into());
    }
}
