//! The first layer in the memory layout of the forward pass: slice by slice.
//!
//! Each row is the sum of a row of its bucket and a row that all buckets share, computed once per step. The rows that are
//! read often have a few megabytes, more than the L1 cache. So they are stored in slices of 64 numbers of every row. One
//! slice of them fits into the cache, and its sums stay in registers while rows are added.

use super::input::ActiveRows;
use super::params::{BIASES, NetworkParams, SHARED, add};
use crate::eval::network::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};
use crate::eval::network::shape::HIDDEN;
use crate::host::in_threads;

/// The length of a slice.
pub const SLICE: usize = 64;
/// The number of slices in a row.
pub const SLICES: usize = HIDDEN / SLICE;
/// The number of rows in a slice: those of the buckets, then their biases.
pub const SLICE_ROWS: usize = ROWS + BUCKETS;

/// A slice of a row.
pub type Slice = [f32; SLICE];

/// The sums of bucket rows and shared rows, and the biases.
#[derive(Clone, Debug)]
pub struct FirstLayer(Vec<Slice>);

impl FirstLayer {
    /// The first layer of these parameters.
    pub fn of(params: &NetworkParams) -> FirstLayer {
        let mut first = FirstLayer(vec![[0.0; SLICE]; SLICES * SLICE_ROWS]);
        first.update(params, 1);
        first
    }

    /// Recomputes all rows.
    pub fn update(&mut self, params: &NetworkParams, threads: usize) {
        let share = SLICES.div_ceil(threads);
        let parts = self.0.chunks_mut(share * SLICE_ROWS).enumerate();
        in_threads(parts, |(part, slices)| {
            for (slice, rows) in (part * share..).zip(slices.chunks_mut(SLICE_ROWS)) {
                update_slice(rows, params, slice);
            }
        });
    }

    /// A slice of all rows.
    #[inline(always)]
    pub fn slice(&self, slice: usize) -> &[Slice] {
        &self.0[slice * SLICE_ROWS..][..SLICE_ROWS]
    }
}

/// Recomputes a slice of all rows.
fn update_slice(rows: &mut [Slice], params: &NetworkParams, slice: usize) {
    let of = |row: usize| &params.row(row).as_chunks::<SLICE>().0[slice];
    let (bucket_rows, biases) = rows.split_at_mut(ROWS);
    for (row, to) in bucket_rows.iter_mut().enumerate() {
        let shared = of(SHARED + row % ROWS_PER_BUCKET);
        for ((to, bucket_row), shared) in to.iter_mut().zip(of(row)).zip(shared) {
            *to = bucket_row + shared;
        }
    }
    for (bucket, to) in biases.iter_mut().enumerate() {
        *to = *of(BIASES + bucket);
    }
}

/// The rows that a perspective adds up: its active rows, and the biases of its bucket.
#[inline(always)]
pub fn rows(side: &ActiveRows) -> impl Iterator<Item = usize> {
    let bias = ROWS + side.bucket;
    side.rows.iter().map(|&row| row.into()).chain([bias])
}

/// The sum of the rows of a perspective in a slice.
#[inline(always)]
pub fn sum(slice: &[Slice], side: &ActiveRows) -> Slice {
    let mut sums = slice[ROWS + side.bucket];
    for &row in &side.rows {
        add(&mut sums, &slice[usize::from(row)]);
    }
    sums
}
