//! The parameters of a network in training, and the gradient of the loss.

use crate::eval::network::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};
use crate::eval::network::{HEADS, HIDDEN, OUTPUT_LIMIT, OUTPUT_UNIT};

/// A row: the weights of an input, or of an output head for a perspective; one for each hidden neuron.
pub type ParamRow = [f32; HIDDEN];

/// The first shared row, after the rows of the buckets.
pub const SHARED: usize = ROWS;
/// The first row of biases, one for each bucket.
pub const BIASES: usize = SHARED + ROWS_PER_BUCKET;
/// The first row of weights of the output heads, two for each head.
pub const FIRST_HEAD: usize = BIASES + BUCKETS;
/// The number of rows. A bias for each head follows them.
pub const ALL_ROWS: usize = FIRST_HEAD + 2 * HEADS;
/// The number of parameters.
pub const SIZE: usize = ALL_ROWS * HIDDEN + HEADS;

/// The largest absolute weight of a head that the quantised network can hold.
pub const HEAD_LIMIT: f32 = OUTPUT_LIMIT as f32 / OUTPUT_UNIT as f32;

/// All parameters in one list: rows of the buckets, shared rows, biases of the buckets, weights of the heads, biases of the heads.
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
        let mut fill = |rows: std::ops::Range<usize>, size: f32| {
            for number in &mut params.0[rows.start * HIDDEN..rows.end * HIDDEN] {
                *number = (2.0 * random.f32() - 1.0) * size;
            }
        };
        // About thirty rows are added up. About half of the sums should be between 0 and 1.
        fill(SHARED..BIASES, 0.1);
        fill(FIRST_HEAD..ALL_ROWS, 0.06);
        params.0[BIASES * HIDDEN..FIRST_HEAD * HIDDEN].fill(0.2);
        params
    }

    /// A row, by its index among all rows.
    #[inline]
    pub fn row(&self, row: usize) -> &ParamRow {
        &self.0.as_chunks().0[row]
    }

    /// A mutable row, by its index among all rows.
    #[inline]
    pub fn row_mut(&mut self, row: usize) -> &mut ParamRow {
        &mut self.0.as_chunks_mut().0[row]
    }

    /// The bias of a head.
    pub fn head_bias(&self, head: usize) -> f32 {
        self.0[ALL_ROWS * HIDDEN + head]
    }

    /// The mutable bias of a head.
    #[inline]
    pub fn head_bias_mut(&mut self, head: usize) -> &mut f32 {
        &mut self.0[ALL_ROWS * HIDDEN + head]
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

    /// Adds another gradient, and sets that one to zero.
    #[inline(always)]
    pub fn add_and_clear(&mut self, other: &mut Gradient) {
        self.loss += std::mem::take(&mut other.loss);
        for row in (0..ROWS).filter(|&row| other.touched[row]) {
            self.touched[row] = true;
            add(self.numbers.row_mut(row), other.numbers.row(row));
        }
        let rest = BIASES * HIDDEN;
        add(&mut self.numbers.0[rest..], &other.numbers.0[rest..]);
        other.clear();
    }

    /// Computes the gradients of the shared rows from those of the bucket rows.
    #[inline(always)]
    pub fn sum_shared_rows(&mut self) {
        let (buckets, rest) = self.numbers.0.split_at_mut(SHARED * HIDDEN);
        for row in (0..ROWS).filter(|&row| self.touched[row]) {
            let to = &mut rest[row % ROWS_PER_BUCKET * HIDDEN..][..HIDDEN];
            add(to, &buckets[row * HIDDEN..][..HIDDEN]);
        }
    }

    /// Sets the derivatives to zero, but not the loss.
    #[inline(always)]
    pub fn clear(&mut self) {
        for (row, touched) in self.touched.iter_mut().enumerate() {
            if std::mem::take(touched) {
                self.numbers.row_mut(row).fill(0.0);
            }
        }
        self.numbers.0[SHARED * HIDDEN..].fill(0.0);
    }
}

/// Adds one list of numbers to another.
#[inline(always)]
pub fn add(to: &mut [f32], from: &[f32]) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}
