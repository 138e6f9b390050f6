//! From a score to the points a game gives: 0 for a loss, a half for a draw, 1 for a win.
//!
//! `1 / (1 + exp(-k * score))`. How steep it is, `k`, is a property of the engine that plays, of how
//! long it thinks, and of the unit of the score. It is fitted once, before anything is moved, and
//! kept: so the unit stays what it was, and search margins in that unit keep their meaning.

use super::model::score;
use super::{Params, Set};
use crate::search::score::logistic;
use crate::train::parallel;

/// The points expected of a score, `k` by unit of score.
#[inline]
pub fn points(k: f64, score: f64) -> f64 {
    logistic(k * score)
}

/// The steepness, between 0.0001 and 0.1, with which the scores tell the results of the first
/// `most` positions best.
pub fn fit(params: &Params, set: &Set, most: usize, threads: usize) -> f64 {
    let ranges = parallel::cut(set.len().min(most), parallel::BLOCK);
    let scored: Vec<(f64, f64)> = parallel::each(&ranges, threads, |range| {
        range
            .map(|index| {
                let sample = set.sample(index);
                (score(params, sample), sample.points.into())
            })
            .collect::<Vec<(f64, f64)>>()
    })
    .concat();
    steepness(&scored)
}

/// The steepness, between 0.0001 and 0.1, with which these scores tell the points beside them best.
pub fn steepness(scored: &[(f64, f64)]) -> f64 {
    let loss = |log_k: f64| -> f64 {
        let k = log_k.exp();
        let losses = scored
            .iter()
            .map(|&(score, result)| (points(k, score) - result).powi(2));
        losses.sum()
    };
    least(loss, 1e-4_f64.ln(), 0.1_f64.ln()).exp()
}

/// Where a function with one valley is least, by golden sections.
fn least(function: impl Fn(f64) -> f64, mut low: f64, mut high: f64) -> f64 {
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
    fn it_is_fair() {
        assert_eq!(points(0.004, 0.0), 0.5);
        assert!((points(0.004, 150.0) + points(0.004, -150.0) - 1.0).abs() < 1e-12);
        assert!(points(0.004, 30_000.0) <= 1.0 && points(0.004, -30_000.0) >= 0.0);
    }

    #[test]
    fn a_valley_is_found() {
        assert!((least(|x| (x - 0.3).powi(2), -4.0, 5.0) - 0.3).abs() < 1e-4);
    }
}
