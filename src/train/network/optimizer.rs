//! AdamW: steps of Adam with weight decay, for the active rows of a batch.
//!
//! Steps in proportion to the gradient hardly move parameters that occur seldom. Adam (Diederik Kingma and Jimmy Ba, 2015) divides
//! the mean gradient of a parameter by its root mean square, so that all parameters move at about the same speed.
//!
//! A bucket row that is active in no position of the batch has no gradient. It does not change, nor do its running means. Shared
//! rows, biases and heads change in every step.
//!
//! The rows of the first layer decay (AdamW, Loshchilov and Hutter 2019), which reduces weights that few positions support. A
//! bucket row decays towards zero, so the sum decays towards the shared row, which itself decays more slowly.
//!
//! A step reads and writes all parameters, so the threads that have computed the gradients each take a part of the rows.

use multiversion::multiversion;

use super::first_layer::FirstLayer;
use super::params::{BIASES, FIRST_HEAD, Gradient, HEAD_LIMIT, NetworkParams, SHARED, SIZE, add};
use crate::eval::network::features::{ROWS, ROWS_PER_BUCKET};
use crate::eval::network::shape::HIDDEN;
use crate::host::in_threads;

/// The decay of the shared rows, as a fraction of that of the bucket rows.
const SHARED_DECAY: f32 = 1.0 / 3.0;
/// Decay of the mean of the gradients (beta 1).
const KEEP_MEAN: f32 = 0.9;
/// Decay of the mean of their squares (beta 2).
const KEEP_SQUARE: f32 = 0.999;
/// Added to the root mean square of the gradients, against division by 0.
const EPSILON: f32 = 1e-8;

/// The state of the optimizer: running means for each parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Means of the gradients.
    pub mean: Vec<f32>,
    /// Means of their squares.
    pub square: Vec<f32>,
    /// The number of steps made.
    pub steps: u32,
}

impl Adam {
    /// The state before the first step.
    pub fn zero() -> Adam {
        Adam {
            mean: vec![0.0; SIZE],
            square: vec![0.0; SIZE],
            steps: 0,
        }
    }

    /// Updates the parameters and their first layer by the gradients of each thread, and sets these to zero. They are summed over
    /// this number of positions. `rate` is the learning rate; bucket rows are multiplied by `1 - rate * decay`.
    pub fn make_step(
        &mut self,
        params: &mut NetworkParams,
        first: &mut FirstLayer,
        gradients: &mut [Gradient],
        positions: usize,
        rate: f32,
        decay: f32,
    ) {
        let threads = gradients.len();
        let (total, others) = gradients.split_first_mut().expect("at least one thread");
        for other in others {
            add_and_clear(total, other, threads);
        }
        sum_shared_rows(total, threads);
        self.steps = self.steps.saturating_add(1);
        // The means begin at 0. Beyond so many steps the factors that correct them are 1.
        let exponent = self.steps.min(100_000) as i32;
        let correction = |keep: f32| 1.0 / (1.0 - keep.powi(exponent));
        let rule = Rule {
            mean: correction(KEEP_MEAN),
            square: correction(KEEP_SQUARE),
            share: 1.0 / positions as f32,
            rate,
        };
        // The factor of a parameter before its step.
        let keep = |decay: f32| 1.0 - rate * decay;
        let (bucket_decay, shared_decay) = (decay, SHARED_DECAY * decay);
        let all: Part = [
            &mut params.0,
            &mut total.numbers.0,
            &mut self.mean,
            &mut self.square,
        ];
        let (buckets, rest) = split_at(all, SHARED * HIDDEN);
        let (shared, rest) = split_at(rest, ROWS_PER_BUCKET * HIDDEN);
        let rows = ROWS.div_ceil(threads);
        let parts = chunks(buckets, rows * HIDDEN);
        in_threads(
            parts.zip(total.touched.chunks_mut(rows)),
            |(part, touched)| {
                for (row, touched) in chunks(part, HIDDEN).zip(touched) {
                    if std::mem::take(touched) {
                        step(rule, row, keep(bucket_decay));
                    }
                }
            },
        );
        let parts = chunks(shared, ROWS_PER_BUCKET.div_ceil(threads) * HIDDEN);
        in_threads(parts, |part| step(rule, part, keep(shared_decay)));
        step(rule, rest, 1.0);
        for weight in &mut params.0[FIRST_HEAD..] {
            *weight = weight.clamp(-HEAD_LIMIT, HEAD_LIMIT);
        }
        first.update(params, threads);
    }
}

/// Adds another gradient to the total, and sets it to zero.
fn add_and_clear(total: &mut Gradient, other: &mut Gradient, threads: usize) {
    let rows = ROWS.div_ceil(threads);
    let (to, to_rest) = total.numbers.0.split_at_mut(SHARED * HIDDEN);
    let (from, from_rest) = other.numbers.0.split_at_mut(SHARED * HIDDEN);
    let to = to.chunks_mut(rows * HIDDEN);
    let to = to.zip(total.touched.chunks_mut(rows));
    let from = from.chunks_mut(rows * HIDDEN);
    let from = from.zip(other.touched.chunks_mut(rows));
    in_threads(to.zip(from), |((to, to_touched), (from, from_touched))| {
        let to = to.as_chunks_mut::<HIDDEN>().0.iter_mut().zip(to_touched);
        let from = from.as_chunks_mut().0.iter_mut().zip(from_touched);
        for ((to, to_touched), (from, from_touched)) in to.zip(from) {
            if std::mem::take(from_touched) {
                *to_touched = true;
                add(to, from);
                from.fill(0.0);
            }
        }
    });
    // Shared rows have no gradient yet.
    let first = (BIASES - SHARED) * HIDDEN;
    for (to, from) in to_rest[first..].iter_mut().zip(&mut from_rest[first..]) {
        *to += std::mem::take(from);
    }
}

/// Computes the gradients of the shared rows from those of the bucket rows.
fn sum_shared_rows(total: &mut Gradient, threads: usize) {
    let (buckets, rest) = total.numbers.0.split_at_mut(SHARED * HIDDEN);
    let shared = &mut rest[..ROWS_PER_BUCKET * HIDDEN];
    let rows = ROWS_PER_BUCKET.div_ceil(threads);
    let (buckets, touched) = (&*buckets, &*total.touched);
    in_threads(
        shared.chunks_mut(rows * HIDDEN).enumerate(),
        |(part, shared)| {
            for (row, to) in (part * rows..).zip(shared.as_chunks_mut::<HIDDEN>().0) {
                for row in (row..ROWS).step_by(ROWS_PER_BUCKET) {
                    if touched[row] {
                        add(to, &buckets.as_chunks().0[row]);
                    }
                }
            }
        },
    );
}

/// Parameters, their gradients, and the running means of the gradients and of their squares.
type Part<'a> = [&'a mut [f32]; 4];

/// The first parameters, and the others.
fn split_at(part: Part<'_>, count: usize) -> (Part<'_>, Part<'_>) {
    let [numbers, slopes, means, squares] = part.map(|numbers| numbers.split_at_mut(count));
    (
        [numbers.0, slopes.0, means.0, squares.0],
        [numbers.1, slopes.1, means.1, squares.1],
    )
}

/// Parts of so many parameters.
fn chunks(part: Part<'_>, length: usize) -> impl ExactSizeIterator<Item = Part<'_>> {
    let [numbers, slopes, means, squares] = part.map(|numbers| numbers.chunks_mut(length));
    let parts = numbers.zip(slopes).zip(means).zip(squares);
    parts.map(|(((numbers, slopes), means), squares)| [numbers, slopes, means, squares])
}

/// What is the same for all parameters of a step.
#[derive(Clone, Copy)]
struct Rule {
    /// The factors that correct the running means.
    mean: f32,
    square: f32,
    /// The factor that makes a mean of a sum of gradients.
    share: f32,
    rate: f32,
}

/// Moves parameters, which are multiplied by `keep` before, and clears their gradients.
#[multiversion(targets("x86_64+avx512f", "x86_64+avx2"))]
fn step(rule: Rule, part: Part, keep: f32) {
    let [numbers, slopes, means, squares] = part;
    let gradients = slopes.iter_mut().zip(means).zip(squares);
    for (number, ((slope, mean), square)) in numbers.iter_mut().zip(gradients) {
        let slope = std::mem::take(slope) * rule.share;
        *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
        *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
        let size = (*square * rule.square).sqrt() + EPSILON;
        *number = keep * *number - rule.rate * *mean * rule.mean / size;
    }
}

#[cfg(test)]
mod tests {
    use super::super::first_layer::SLICES;
    use super::*;
    use fastrand::Rng;

    /// The parameters, the first layer and the state of the optimizer after steps with gradients that `threads` threads have computed.
    fn after_steps(threads: usize) -> (NetworkParams, Vec<f32>, Adam) {
        let mut params = NetworkParams::random(3);
        let mut adam = Adam::zero();
        let mut first = FirstLayer::of(&params);
        let mut gradients = vec![Gradient::zero(); threads];
        let mut random = Rng::with_seed(4);
        for _ in 0..3 {
            for part in 0..60 {
                let row = random.usize(..ROWS);
                let gradient = &mut gradients[part % threads];
                // Sixteenths, whose sums do not depend on the order.
                let mut slope = || random.i8(..) as f32 / 16.0;
                gradient.touched[row] = true;
                for number in gradient.numbers.row_mut(row) {
                    *number += slope();
                }
                gradient.numbers.0[FIRST_HEAD + row] += slope();
            }
            adam.make_step(&mut params, &mut first, &mut gradients, 60, 0.01, 0.5);
            for gradient in &gradients {
                assert!(gradient.numbers.0.iter().all(|&slope| slope == 0.0));
                assert!(!gradient.touched.contains(&true));
            }
        }
        let first = (0..SLICES).flat_map(|slice| first.slice(slice).as_flattened().to_vec());
        (params, first.collect(), adam)
    }

    #[test]
    fn threads_do_not_change_a_step() {
        let (params, first, adam) = after_steps(1);
        assert!(params != NetworkParams::random(3));
        for threads in [2, 3, 7] {
            let shared = after_steps(threads);
            assert!(
                shared == (params.clone(), first.clone(), adam.clone()),
                "{threads}"
            );
        }
    }
}
