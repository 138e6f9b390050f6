//! The first layer as it is used: slice by slice.
//!
//! Each row is the sum of one of its bucket's and one that all buckets share, made once a step. Of all rows together only those
//! of some squares and some buckets are read often, but they are a few megabytes, more than the cache next to
//! the processor holds. So they are laid out in slices of some numbers of every row: within a slice they fit, and the sums of
//! a slice stay in registers while row after row is added.

use super::input::Side;
use super::model::{BIASES, Params, SHARED};
use crate::eval::network::HIDDEN;
use crate::eval::network::features::{BUCKETS, ROWS, ROWS_PER_BUCKET};

/// Numbers of a slice.
pub const SLICE: usize = 64;
/// Slices of a row.
pub const SLICES: usize = HIDDEN / SLICE;
/// Rows of a slice: those of the first layer, and the biases of the buckets.
pub const SLICE_ROWS: usize = ROWS + BUCKETS;

/// A slice of a row.
pub type Slice = [f32; SLICE];

/// The sums of the buckets' rows and the shared ones, and the biases.
#[derive(Clone, Debug)]
pub struct FirstLayer(Vec<Slice>);

impl FirstLayer {
    /// Of these numbers.
    pub fn of(params: &Params) -> FirstLayer {
        let mut first = FirstLayer(vec![[0.0; SLICE]; SLICES * SLICE_ROWS]);
        first.renew(params);
        first
    }

    /// Sums anew what has changed.
    #[inline(always)]
    pub fn renew(&mut self, params: &Params) {
        for row in 0..ROWS {
            let own = params.row(row).as_chunks::<SLICE>().0;
            let shared = params.row(SHARED + row % ROWS_PER_BUCKET);
            let shared = shared.as_chunks::<SLICE>().0;
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

/// The numbers of all rows of a slice that are added to the sums of a view: its own, and its bucket's biases.
#[inline(always)]
pub fn rows(side: &Side) -> impl Iterator<Item = usize> {
    let bias = ROWS + side.bucket;
    side.rows.iter().map(|&row| row.into()).chain([bias])
}

/// A view's sums in a slice.
#[inline(always)]
pub fn sum(slice: &[Slice], side: &Side) -> Slice {
    let mut sums = slice[ROWS + side.bucket];
    for &row in &side.rows {
        add(&mut sums, &slice[usize::from(row)]);
    }
    sums
}

/// Adds one slice to another.
#[inline(always)]
pub fn add(to: &mut Slice, from: &Slice) {
    for (to, from) in to.iter_mut().zip(from) {
        *to += from;
    }
}
