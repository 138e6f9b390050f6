//! The parameters of a network in training, and the gradient of the loss.

use crate::eval::network::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};
use crate::eval::network::shape::{
    HEADS, HIDDEN, PRODUCTS, SECOND, THIRD, WEIGHT_LIMIT, WEIGHT_UNIT,
};

/// The first shared row, after the rows of the buckets.
pub const SHARED: usize = ROWS;
/// The first row of biases, one for each bucket.
pub const BIASES: usize = SHARED + ROWS_PER_BUCKET;
/// The index of the first parameter of the heads, which follow the rows.
pub const FIRST_HEAD: usize = (BIASES + BUCKETS) * HIDDEN;
/// The number of parameters of a head.
pub const HEAD_SIZE: usize = (PRODUCTS + 1) * SECOND + (SECOND + 1) * THIRD + THIRD + 1;
/// The number of parameters.
pub const SIZE: usize = FIRST_HEAD + HEADS * HEAD_SIZE;

/// The largest absolute weight of a head that the quantised network can hold.
pub const HEAD_LIMIT: f32 = WEIGHT_LIMIT as f32 / WEIGHT_UNIT as f32;

/// Defines the parts of the parameters of a head.
macro_rules! head_params {
    ($name:ident, $split:ident, $chunks:ident, $what:literal, $($mutable:tt)?) => {
        #[doc = $what]
        #[derive(Debug)]
        pub struct $name<'a> {
            /// The weights of each neuron of the second layer for the products.
            pub second: &'a $($mutable)? [[f32; PRODUCTS]],
            /// The biases of the second layer.
            pub second_biases: &'a $($mutable)? [f32; SECOND],
            /// The weights of each neuron of the second layer for the third layer.
            pub third: &'a $($mutable)? [[f32; THIRD]],
            /// The biases of the third layer.
            pub third_biases: &'a $($mutable)? [f32; THIRD],
            /// The weights of the third layer for the output.
            pub output: &'a $($mutable)? [f32; THIRD],
            /// The bias of the output.
            pub output_bias: &'a $($mutable)? f32,
        }

        impl<'a> $name<'a> {
            /// Splits the parameters of a head.
            #[inline(always)]
            fn of(numbers: &'a $($mutable)? [f32]) -> Self {
                let (second, rest) = numbers.$split(PRODUCTS * SECOND);
                let (second_biases, rest) = rest.$split(SECOND);
                let (third, rest) = rest.$split(SECOND * THIRD);
                let (third_biases, rest) = rest.$split(THIRD);
                let (output, rest) = rest.$split(THIRD);
                $name {
                    second: second.$chunks().0,
                    second_biases: & $($mutable)? second_biases.$chunks().0[0],
                    third: third.$chunks().0,
                    third_biases: & $($mutable)? third_biases.$chunks().0[0],
                    output: & $($mutable)? output.$chunks().0[0],
                    output_bias: & $($mutable)? rest[0],
                }
            }
        }
    };
}
head_params!(HeadParams, split_at, as_chunks, "The parameters of a head.",);
head_params!(
    HeadParamsMut,
    split_at_mut,
    as_chunks_mut,
    "The mutable parameters of a head.",
    mut
);

/// All parameters in one list: rows of the buckets, shared rows, biases of the buckets, and each head:
/// the weights and biases of each of its layers.
#[derive(Clone, Debug, PartialEq)]
pub struct NetworkParams(pub Vec<f32>);

impl NetworkParams {
    /// All parameters 0.
    pub fn zero() -> NetworkParams {
        NetworkParams(vec![0.0; SIZE])
    }

    /// Small random parameters.
    pub fn random(seed: u64) -> NetworkParams {
        let mut random = fastrand::Rng::with_seed(seed);
        let mut params = NetworkParams::zero();
        let mut fill = |numbers: &mut [f32], size: f32| {
            numbers.fill_with(|| (2.0 * random.f32() - 1.0) * size);
        };
        // About thirty rows are added up. About half of the sums should be between 0 and 1, behind each layer.
        fill(&mut params.0[SHARED * HIDDEN..BIASES * HIDDEN], 0.1);
        params.0[BIASES * HIDDEN..FIRST_HEAD].fill(0.2);
        for head in 0..HEADS {
            let head = params.head_mut(head);
            fill(head.second.as_flattened_mut(), 0.15);
            head.second_biases.fill(0.3);
            fill(head.third.as_flattened_mut(), 0.4);
            head.third_biases.fill(0.2);
            fill(head.output, 0.3);
        }
        params
    }

    /// A row, by its index among all rows: a number for each hidden neuron.
    #[inline]
    pub fn row(&self, row: usize) -> &[f32; HIDDEN] {
        &self.0.as_chunks().0[row]
    }

    /// A mutable row, by its index among all rows.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut [f32; HIDDEN] {
        &mut self.0.as_chunks_mut().0[row]
    }

    /// The parameters of a head.
    #[inline(always)]
    pub fn head(&self, head: usize) -> HeadParams<'_> {
        HeadParams::of(&self.0[FIRST_HEAD + head * HEAD_SIZE..][..HEAD_SIZE])
    }

    /// The mutable parameters of a head.
    #[inline(always)]
    pub fn head_mut(&mut self, head: usize) -> HeadParamsMut<'_> {
        HeadParamsMut::of(&mut self.0[FIRST_HEAD + head * HEAD_SIZE..][..HEAD_SIZE])
    }
}

/// The gradient of the loss, summed over positions. The optimizer computes that of a shared row as the sum over the buckets.
#[derive(Clone, Debug)]
pub struct Gradient {
    /// The derivative by each parameter.
    pub numbers: NetworkParams,
    /// True for each bucket row that may not be zero.
    pub touched: Vec<bool>,
    /// The sum of the losses of the positions.
    pub loss: f64,
}

impl Gradient {
    /// The gradient before the first position.
    pub fn zero() -> Gradient {
        Gradient {
            numbers: NetworkParams::zero(),
            touched: vec![false; ROWS],
            loss: 0.0,
        }
    }
}

/// Adds one list of numbers to another.
#[inline(always)]
pub fn add<const N: usize>(to: &mut [f32; N], from: &[f32; N]) {
    for lane in 0..N {
        to[lane] += from[lane];
    }
}
