//! Steps down the slopes: Adam (Kingma & Ba 2015), for the rows that a batch has touched.
//!
//! A row that no position of the batch switched on has no slope, and stays as it is, memory and all.
//!
//! Beside its step a row of the first layer shrinks a little (AdamW, Loshchilov & Hutter 2019): what few positions say
//! fades, unless more of them say it again. A bucket's own row fades towards nothing and so towards what all buckets
//! share, and faster than the shared ones.

use std::ops::Range;

use super::first_layer::FirstLayer;
use super::model::{ALL_ROWS, BIASES, FIRST_HEAD, HEAD_LIMIT, Params, SHARED, SIZE, Slopes};
use crate::eval::network::HIDDEN;
use crate::eval::network::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};

const KEEP_MEAN: f32 = 0.9;
const KEEP_SQUARE: f32 = 0.999;
const FLOOR: f32 = 1e-8;
/// How much slower the shared rows fade than a bucket's own.
const SHARED_DECAY: f32 = 1.0 / 3.0;

/// What is remembered from step to step.
#[derive(Clone, Debug, PartialEq)]
pub struct Optimizer {
    /// Means of the slopes.
    pub mean: Vec<f32>,
    /// Means of their squares.
    pub square: Vec<f32>,
    /// Steps made.
    pub steps: u32,
}

/// The size of a step, and what corrects the means for their short memory.
#[derive(Clone, Copy)]
struct Pace {
    rate: f32,
    unbias_mean: f32,
    unbias_square: f32,
    /// One over the number of positions.
    share: f32,
    /// What is left of a number before its step.
    keep: f32,
}

impl Default for Optimizer {
    fn default() -> Optimizer {
        Optimizer {
            mean: vec![0.0; SIZE],
            square: vec![0.0; SIZE],
            steps: 0,
        }
    }
}

impl Optimizer {
    /// Makes a step of about `rate` in every number with a slope, and the first layer's sums anew. Rows of buckets lose
    /// `rate * decay` of themselves. `slopes` are those of several threads, for so many positions together; they are
    /// none afterwards.
    pub fn step(
        &mut self,
        params: &mut Params,
        first: &mut FirstLayer,
        slopes: &mut [Slopes],
        positions: usize,
        rate: f32,
        decay: f32,
    ) {
        #[cfg(target_arch = "x86_64")]
        if is_x86_feature_detected!("avx2") {
            // SAFETY: the machine has AVX2.
            unsafe { step_wide(self, params, first, slopes, positions, rate, decay) };
            return;
        }
        self.step_plain(params, first, slopes, positions, rate, decay);
    }

    #[inline(always)]
    fn step_plain(
        &mut self,
        params: &mut Params,
        first: &mut FirstLayer,
        slopes: &mut [Slopes],
        positions: usize,
        rate: f32,
        decay: f32,
    ) {
        self.steps = self.steps.saturating_add(1);
        let unbias = |keep: f32| 1.0 / (1.0 - keep.powi(self.steps.min(100_000) as i32));
        let pace = Pace {
            rate,
            unbias_mean: unbias(KEEP_MEAN),
            unbias_square: unbias(KEEP_SQUARE),
            share: 1.0 / positions.max(1) as f32,
            keep: 1.0,
        };
        let fading = |decay: f32| Pace {
            keep: 1.0 - rate * decay,
            ..pace
        };
        let Some((total, others)) = slopes.split_first_mut() else {
            return;
        };
        for other in &mut *others {
            gather(total, other);
        }
        share(total);
        for row in (0..ROWS).filter(|&row| total.touched[row]) {
            self.move_range(
                params,
                &total.numbers,
                row * HIDDEN..(row + 1) * HIDDEN,
                fading(decay),
            );
        }
        let (shared, rest) = (SHARED * HIDDEN..BIASES * HIDDEN, BIASES * HIDDEN..SIZE);
        self.move_range(params, &total.numbers, shared, fading(SHARED_DECAY * decay));
        self.move_range(params, &total.numbers, rest, pace);
        for weight in &mut params.0[FIRST_HEAD * HIDDEN..ALL_ROWS * HIDDEN] {
            *weight = weight.clamp(-HEAD_LIMIT, HEAD_LIMIT);
        }
        clear(total);
        // A shared row that moved moves all that have it.
        first.renew(params);
    }

    #[inline(always)]
    fn move_range(
        &mut self,
        params: &mut Params,
        slopes: &Params,
        range: Range<usize>,
        pace: Pace,
    ) {
        let numbers = params.0[range.clone()].iter_mut();
        let slopes = &slopes.0[range.clone()];
        let means = self.mean[range.clone()].iter_mut();
        let squares = self.square[range].iter_mut();
        for (((number, slope), mean), square) in numbers.zip(slopes).zip(means).zip(squares) {
            let slope = slope * pace.share;
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
            let size = (*square * pace.unbias_square).sqrt() + FLOOR;
            *number = pace.keep * *number - pace.rate * *mean * pace.unbias_mean / size;
        }
    }
}

/// The step again, compiled for registers of eight numbers; what it gives is the same.
#[cfg(target_arch = "x86_64")]
#[target_feature(enable = "avx2")]
fn step_wide(
    optimizer: &mut Optimizer,
    params: &mut Params,
    first: &mut FirstLayer,
    slopes: &mut [Slopes],
    positions: usize,
    rate: f32,
    decay: f32,
) {
    optimizer.step_plain(params, first, slopes, positions, rate, decay);
}

/// Adds one thread's slopes to another's and forgets them.
#[inline(always)]
fn gather(total: &mut Slopes, other: &mut Slopes) {
    total.loss += other.loss;
    for row in (0..ROWS).filter(|&row| other.touched[row]) {
        total.touched[row] = true;
        add(
            &mut total.numbers,
            &other.numbers,
            row * HIDDEN..(row + 1) * HIDDEN,
        );
    }
    add(&mut total.numbers, &other.numbers, BIASES * HIDDEN..SIZE);
    clear(other);
}

#[inline(always)]
fn add(to: &mut Params, from: &Params, range: Range<usize>) {
    for (to, from) in to.0[range.clone()].iter_mut().zip(&from.0[range]) {
        *to += from;
    }
}

/// The slopes of the shared rows: the buckets' together.
#[inline(always)]
fn share(total: &mut Slopes) {
    let (buckets, rest) = total.numbers.0.split_at_mut(SHARED * HIDDEN);
    let shared = &mut rest[..ROWS_PER_BUCKET * HIDDEN];
    for bucket in 0..BUCKETS {
        let rows = bucket * ROWS_PER_BUCKET..(bucket + 1) * ROWS_PER_BUCKET;
        for row in rows.filter(|&row| total.touched[row]) {
            let from = &buckets[row * HIDDEN..][..HIDDEN];
            let to = &mut shared[row % ROWS_PER_BUCKET * HIDDEN..][..HIDDEN];
            for (to, from) in to.iter_mut().zip(from) {
                *to += from;
            }
        }
    }
}

/// No slopes. The loss is the caller's to take.
#[inline(always)]
fn clear(slopes: &mut Slopes) {
    for (row, touched) in slopes.touched.iter_mut().enumerate() {
        if std::mem::take(touched) {
            slopes.numbers.row_mut(row).fill(0.0);
        }
    }
    slopes.numbers.0[SHARED * HIDDEN..].fill(0.0);
}
