//! The inner loops without SIMD.

use super::super::shape::{HIDDEN_UNIT, Head, HiddenLayer, Rows};

/// Adds a row to the sums.
#[inline]
pub fn add(sums: &mut HiddenLayer, row: &HiddenLayer) {
    for (sum, &weight) in sums.0.iter_mut().zip(&row.0) {
        *sum = sum.wrapping_add(weight);
    }
}

/// See [`update`](super::update).
pub fn update(from: &HiddenLayer, to: &mut HiddenLayer, removed: Rows<'_>, added: Rows<'_>) {
    *to = *from;
    for row in removed {
        for (sum, &weight) in to.0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(weight);
        }
    }
    for row in added {
        add(to, row);
    }
}

/// See [`activate`](super::activate).
pub fn activate(mover: &HiddenLayer, other: &HiddenLayer, head: &Head) -> i64 {
    let mut total = 0;
    for (sums, weights) in [mover, other].into_iter().zip(&head.0) {
        for (&sum, &weight) in sums.0.iter().zip(weights) {
            let clipped = i32::from(sum).clamp(0, HIDDEN_UNIT);
            total += i64::from(clipped * clipped * i32::from(weight));
        }
    }
    total
}
