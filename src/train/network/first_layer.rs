//! The first layer as the forward pass reads it: slice by slice.
//!
//! Each row is the sum of a row of its bucket and one that all buckets share, made once a step. The rows that are read often
//! are a few megabytes, more than the first cache holds. So they are laid out in slices of 64 numbers of every row: one slice of
//! them fits, and its sums stay in registers while rows are added.

use super::input::Side;
use super::params::{BIASES, Params, SHARED, add};
use crate::eval::network::HIDDEN;
use crate::eval::network::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};

/// Numbers in a slice.
pub const SLICE: usize = 64;
/// Slices in a row.
pub const SLICES: usize = HIDDEN / SLICE;
/// Rows in a slice: those of the buckets, then their biases.
pub const SLICE_ROWS: usize = ROWS + BUCKETS;

pub type Slice = [f32; SLICE];

/// The sums of the buckets' rows and the shared rows, and the biases.
#[derive(Clone, Debug)]
pub struct FirstLayer(Vec<Slice>);

impl FirstLayer {
    /// The first layer of these parameters.
    pub fn of(params: &Params) -> FirstLayer {
        let mut first = FirstLayer(vec![[0.0; SLICE]; SLICES * SLICE_ROWS]);
        first.update(params);
        first
    }

    /// Computes all rows again.
    #[inline(always)]
    pub fn update(&mut self, params: &Params) {
        for row in 0..ROWS {
            let own = params.row(row).as_chunks::<SLICE>().0;
            let shared = params
                .row(SHARED + row % ROWS_PER_BUCKET)
                .as_chunks::<SLICE>()
                .0;
            for (slice, (own, shared)) in own.iter().zip(shared).enumerate() {
                let to = &mut self.0[slice * SLICE_ROWS + row];
                for ((to, own), shared) in to.iter_mut().zip(own).zip(shared) {
                    *to = own + shared;
                }
            }
        }
        for bucket in 0..BUCKETS {
            let biases = params.row(BIASES + bucket).as_chunks::<SLICE>().0;
            for (slice, biases) in biases.iter().enumerate() {
                self.0[slice * SLICE_ROWS + ROWS + bucket] = *biases;
            }
        }
    }

    /// A slice of all rows.
    #[inline(always)]
    pub fn slice(&self, slice: usize) -> &[Slice] {
        &self.0[slice * SLICE_ROWS..][..SLICE_ROWS]
    }
}

/// The rows of a slice that a view sums up: those that it switches on, and its bucket's biases.
#[inline(always)]
pub fn rows(side: &Side) -> impl Iterator<Item = usize> {
    let bias = ROWS + side.bucket;
    side.rows.iter().map(|&row| row.into()).chain([bias])
}

/// The sums of a view in a slice.
#[inline(always)]
pub fn sum(slice: &[Slice], side: &Side) -> Slice {
    let mut sums = slice[ROWS + side.bucket];
    for &row in &side.rows {
        add(&mut sums, &slice[usize::from(row)]);
    }
    sums
}
