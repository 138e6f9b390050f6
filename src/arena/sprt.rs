//! The sequential probability ratio test (SPRT).
//!
//! Two hypotheses are compared: H0, the first engine is stronger by `elo0`, and H1, by `elo1`. After each pair the
//! log-likelihood ratio (LLR) of H1 to H0 is compared with two bounds, which depend on the allowed error rates. On average
//! this needs far fewer games than a match of fixed length with the same error rates.
//!
//! A hypothesis determines only the mean of the pairs. Of all frequencies of 0, ½, 1, 1½ and 2 points with that mean, those
//! are used that fit the results best: the *generalised* test (Michel Van den Bergh, "A Practical Introduction to the
//! GSPRT"), with logistic Elo.

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::likelihood::likelihood_loss;
use super::stats::{ResultCounts, expected_score};

/// A sequential test: its hypotheses and its error rates.
///
/// ```
/// use chuhe::arena::{Decision, Sprt, ResultCounts};
/// let sprt = Sprt::new(0.0, 5.0, 0.05, 0.05)?;
/// assert!((sprt.upper() - 2.944).abs() < 0.001);
/// let counts = ResultCounts { pairs: [20, 220, 460, 280, 20], ..ResultCounts::default() };
/// assert_eq!(sprt.decision(&counts), Decision::PlayOn);
/// let tenfold = ResultCounts { pairs: counts.pairs.map(|n| 10 * n), ..counts };
/// assert_eq!(sprt.decision(&tenfold), Decision::AcceptH1);
/// # Ok::<(), chuhe::arena::sprt::SprtError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Serialize, Deserialize)]
pub struct Sprt {
    /// The Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of the hypothesis H1, greater than that of H0.
    pub elo1: f64,
    /// The probability that H1 is accepted although H0 holds, below 0.5.
    pub alpha: f64,
    /// The probability that H0 is accepted although H1 holds, below 0.5.
    pub beta: f64,
}

/// Why a test is invalid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum SprtError {
    /// `elo0` is not less than `elo1`, or one is infinite.
    #[error("elo0 must be less than elo1")]
    Hypotheses,
    /// An error rate is out of range.
    #[error("alpha and beta must be more than 0 and less than 0.5")]
    ErrorRates,
}

/// The state of a sequential test.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Decision {
    /// Neither hypothesis is accepted yet.
    PlayOn,
    /// The first engine is not stronger by `elo1`.
    AcceptH0,
    /// It is stronger, by more than `elo0`.
    AcceptH1,
}

impl Sprt {
    /// Creates a test.
    ///
    /// # Errors
    /// If the hypotheses or the error rates are out of range.
    pub fn new(elo0: f64, elo1: f64, alpha: f64, beta: f64) -> Result<Sprt, SprtError> {
        let is_rate = |rate: f64| rate > 0.0 && rate < 0.5;
        if !(elo0 < elo1 && elo0.is_finite() && elo1.is_finite()) {
            return Err(SprtError::Hypotheses);
        }
        if !(is_rate(alpha) && is_rate(beta)) {
            return Err(SprtError::ErrorRates);
        }
        Ok(Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        })
    }

    /// The LLR at which H0 is accepted.
    pub fn lower(&self) -> f64 {
        (self.beta / (1.0 - self.alpha)).ln()
    }

    /// The LLR at which H1 is accepted.
    pub fn upper(&self) -> f64 {
        ((1.0 - self.beta) / self.alpha).ln()
    }

    /// The log-likelihood ratio (natural logarithm) of H1 to H0; 0 before the first pair.
    pub fn llr(&self, counts: &ResultCounts) -> f64 {
        if counts.pair_count() == 0 {
            return 0.0;
        }
        // A kind of pair that never occurred counts as rare, not as impossible. With one kind alone no other mean would be
        // possible.
        let counts = counts.pairs.map(|n| (n as f64).max(1e-3));
        likelihood_loss(&counts, expected_score(self.elo0))
            - likelihood_loss(&counts, expected_score(self.elo1))
    }

    /// The decision for these results.
    pub fn decision(&self, counts: &ResultCounts) -> Decision {
        let llr = self.llr(counts);
        if llr >= self.upper() {
            Decision::AcceptH1
        } else if llr <= self.lower() {
            Decision::AcceptH0
        } else {
            Decision::PlayOn
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pair_counts(pairs: [u64; 5]) -> ResultCounts {
        ResultCounts {
            pairs,
            ..ResultCounts::default()
        }
    }

    fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} {expected}");
    }

    /// Two tests of Stockfish patches, with the LLR that fastchess computes for them.
    #[test]
    fn llr_agrees_with_fastchess() {
        let sprt = Sprt::new(0.5, 2.5, 0.05, 0.05).unwrap();
        let counts = pair_counts([223, 9_863, 21_279, 10_037, 246]);
        close(sprt.llr(&counts), -3.07, 0.01);
        assert_eq!(sprt.decision(&counts), Decision::AcceptH0);
        let sprt = Sprt::new(0.0, 2.0, 0.05, 0.05).unwrap();
        let counts = pair_counts([871, 26_175, 55_983, 26_678, 821]);
        close(sprt.llr(&counts), -4.98, 0.01);
    }

    #[test]
    fn bounds_and_symmetry() {
        let sprt = Sprt::new(-5.0, 5.0, 0.05, 0.05).unwrap();
        close(sprt.upper(), 2.944_439, 1e-6);
        close(sprt.lower(), -2.944_439, 1e-6);
        close(sprt.llr(&pair_counts([0; 5])), 0.0, 0.0);
        close(sprt.llr(&pair_counts([7, 20, 30, 20, 7])), 0.0, 1e-9);
        let counts = pair_counts([3, 10, 30, 14, 6]);
        close(sprt.llr(&counts), -sprt.llr(&counts.reversed()), 1e-9);
        assert!(sprt.llr(&pair_counts([0, 0, 0, 0, 50])) > 0.0);
        let uneven = Sprt::new(0.0, 5.0, 0.01, 0.1).unwrap();
        close(uneven.lower(), (0.1f64 / 0.99).ln(), 1e-12);
        close(uneven.upper(), (0.9f64 / 0.01).ln(), 1e-12);
    }

    #[test]
    fn invalid_tests_are_refused() {
        for (elo0, elo1, alpha, beta, error) in [
            (5.0, 5.0, 0.05, 0.05, SprtError::Hypotheses),
            (f64::NAN, 5.0, 0.05, 0.05, SprtError::Hypotheses),
            (0.0, f64::INFINITY, 0.05, 0.05, SprtError::Hypotheses),
            (0.0, 5.0, 0.0, 0.05, SprtError::ErrorRates),
            (0.0, 5.0, 0.05, 0.5, SprtError::ErrorRates),
        ] {
            assert_eq!(Sprt::new(elo0, elo1, alpha, beta), Err(error));
        }
    }
}
