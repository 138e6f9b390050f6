//! The steepness `k` of the logistic curve: the expected points of a score are `1 / (1 + exp(-k * score))`.
//!
//! It depends on the engine, its time control and the unit of the score. Training fits it once and keeps it, so that the unit
//! does not change, and with it the meaning of margins in the search.

use std::ops::RangeInclusive;

use crate::search::score::logistic;

/// The range of the steepness per centipawn.
pub const K_RANGE: RangeInclusive<f64> = 0.0001..=0.1;

/// Fits the steepness, within [`K_RANGE`], to pairs of a score and points. It minimises the squared error.
pub fn steepness(scored: &[(f64, f64)]) -> f64 {
    let loss = |log_k: f64| -> f64 {
        let k = log_k.exp();
        let errors = scored
            .iter()
            .map(|&(score, points)| logistic(k * score) - points);
        errors.map(|error| error.powi(2)).sum()
    };
    let fitted = minimum(loss, K_RANGE.start().ln(), K_RANGE.end().ln()).exp();
    fitted.clamp(*K_RANGE.start(), *K_RANGE.end())
}

/// The minimum of a unimodal function, by golden-section search.
pub fn minimum(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
    let golden = (5.0_f64.sqrt() - 1.0) / 2.0;
    let (mut left, mut right) = (high - golden * (high - low), low + golden * (high - low));
    let (mut at_left, mut at_right) = (function(left), function(right));
    while high - low > 1e-5 {
        if at_left < at_right {
            (high, right, at_right) = (right, left, at_left);
            left = high - golden * (high - low);
            at_left = function(left);
        } else {
            (low, left, at_left) = (left, right, at_right);
            right = low + golden * (high - low);
            at_right = function(right);
        }
    }
    (low + high) / 2.0
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steepness_of_points_by_the_curve_is_found() {
        let scored: Vec<(f64, f64)> = (-40..=40)
            .map(|step| f64::from(25 * step))
            .map(|score| (score, logistic(0.004 * score)))
            .collect();
        assert!((steepness(&scored) - 0.004).abs() < 1e-6);
    }
}
