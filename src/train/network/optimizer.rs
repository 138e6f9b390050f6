//! AdamW: steps of [Adam](crate::train::adam) with weight decay, for the active rows of a batch.
//!
//! A row that is active in no position of the batch has no gradient. It does not change, nor do its running means.
//!
//! The rows of the first layer decay (AdamW, Loshchilov and Hutter 2019), which reduces weights that few positions support. A
//! bucket row decays towards zero, so the sum decays towards the shared row, which itself decays more slowly.

use std::ops::Range;

use multiversion::multiversion;

use super::first_layer::FirstLayer;
use super::params::{BIASES, FIRST_HEAD, Gradient, HEAD_LIMIT, NetworkParams, SHARED, SIZE};
use crate::eval::network::HIDDEN;
use crate::eval::network::features::ROWS;
use crate::train::adam::{Adam, Correction};

/// The decay of the shared rows, as a fraction of that of the bucket rows.
const SHARED_DECAY: f32 = 1.0 / 3.0;

/// One step of the optimizer.
#[derive(Debug)]
pub struct OptimizerStep<'a> {
    /// The state of the optimizer.
    pub adam: &'a mut Adam,
    /// The parameters.
    pub params: &'a mut NetworkParams,
    /// The first layer, which is updated with the parameters.
    pub first: &'a mut FirstLayer,
    /// The gradients of each thread; zero after the step.
    pub gradients: &'a mut [Gradient],
    /// The number of positions that the gradients are summed over.
    pub positions: usize,
    /// The learning rate.
    pub rate: f32,
    /// Bucket rows are multiplied by `1 - rate * decay`.
    pub decay: f32,
}

impl OptimizerStep<'_> {
    /// Updates the parameters and the first layer, and clears the gradients.
    pub fn make(&mut self) {
        make_step(self);
    }

    #[inline(always)]
    fn make_inline(&mut self) {
        let correction = self.adam.begin_step();
        let Some((total, others)) = self.gradients.split_first_mut() else {
            return;
        };
        for other in others {
            total.add_and_clear(other);
        }
        total.sum_shared_rows();
        // The factor of a parameter before its step.
        let keep = |decay: f32| 1.0 - self.rate * decay;
        let (bucket_rows, shared) = (keep(self.decay), keep(SHARED_DECAY * self.decay));
        for row in 0..ROWS {
            if self.gradients[0].touched[row] {
                self.move_range(correction, row * HIDDEN..(row + 1) * HIDDEN, bucket_rows);
            }
        }
        self.move_range(correction, SHARED * HIDDEN..BIASES * HIDDEN, shared);
        self.move_range(correction, BIASES * HIDDEN..SIZE, 1.0);
        for weight in &mut self.params.0[FIRST_HEAD..] {
            *weight = weight.clamp(-HEAD_LIMIT, HEAD_LIMIT);
        }
        self.gradients[0].clear();
        self.first.update(self.params);
    }

    #[inline(always)]
    fn move_range(&mut self, correction: Correction, range: Range<usize>, keep: f32) {
        let share = 1.0 / self.positions.max(1) as f32;
        let numbers = self.params.0[range.clone()].iter_mut();
        let gradient = &self.gradients[0].numbers.0[range.clone()];
        let means = self.adam.mean[range.clone()].iter_mut();
        let squares = self.adam.square[range].iter_mut();
        for (((number, slope), mean), square) in numbers.zip(gradient).zip(means).zip(squares) {
            let step = correction.step(mean, square, slope * share, self.rate);
            *number = keep * *number - step;
        }
    }
}

/// [`OptimizerStep::make_inline`] for the instructions of this machine; the result is the same.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn make_step(step: &mut OptimizerStep) {
    step.make_inline();
}
