//! The sequential probability ratio test (SPRT).
//!
//! Two hypotheses are compared: H0, the first engine is stronger by `elo0`, and H1, by `elo1`. After each pair the
//! log-likelihood ratio (LLR) of H1 to H0 is compared with two bounds, which depend on the allowed error rates. On average
//! this needs far fewer games than a match of fixed length with the same error rates.
//!
//! A hypothesis determines only the mean of the pairs. Of all frequencies of 0, ½, 1, 1½ and 2 points with that mean, those
//! are used that fit the results best: the *generalised* test (Michel Van den Bergh, "A Practical Introduction to the
//! GSPRT"), with logistic Elo.

use super::likelihood::likelihood_loss;
use super::stats::{ResultCounts, expected_score};

/// A sequential test: its hypotheses and its error rates.
///
/// ```
/// use chuhe::arena::{Decision, Sprt, ResultCounts};
/// let sprt = Sprt { elo0: 0.0, elo1: 5.0, alpha: 0.05, beta: 0.05 };
/// assert!((sprt.upper() - 2.944).abs() < 0.001);
/// let counts = ResultCounts { pairs: [20, 220, 460, 280, 20], ..ResultCounts::default() };
/// assert_eq!(sprt.decision(&counts), Decision::PlayOn);
/// let tenfold = ResultCounts { pairs: counts.pairs.map(|n| 10 * n), ..counts };
/// assert_eq!(sprt.decision(&tenfold), Decision::AcceptH1);
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Sprt {
    /// The Elo difference of the hypothesis H0.
    pub elo0: f64,
    /// The Elo difference of the hypothesis H1, greater than that of H0. Both are finite.
    pub elo1: f64,
    /// The probability that H1 is accepted although H0 holds, above 0 and below 0.5.
    pub alpha: f64,
    /// The probability that H0 is accepted although H1 holds, above 0 and below 0.5.
    pub beta: f64,
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
        // A mean of exactly 0 or 1, as a huge Elo difference gives, has no finite likelihood.
        let loss = |elo| likelihood_loss(&counts, expected_score(elo).clamp(1e-9, 1.0 - 1e-9));
        loss(self.elo0) - loss(self.elo1)
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
    use crate::arena::stats::tests::close;

    fn sprt(elo0: f64, elo1: f64) -> Sprt {
        let (alpha, beta) = (0.05, 0.05);
        Sprt {
            elo0,
            elo1,
            alpha,
            beta,
        }
    }

    fn pair_counts(pairs: [u64; 5]) -> ResultCounts {
        ResultCounts {
            pairs,
            ..ResultCounts::default()
        }
    }

    /// Two tests of Stockfish patches, with the LLR that fastchess computes for them.
    #[test]
    fn llr_agrees_with_fastchess() {
        let counts = pair_counts([223, 9_863, 21_279, 10_037, 246]);
        close(sprt(0.5, 2.5).llr(&counts), -3.07, 0.01);
        assert_eq!(sprt(0.5, 2.5).decision(&counts), Decision::AcceptH0);
        let counts = pair_counts([871, 26_175, 55_983, 26_678, 821]);
        close(sprt(0.0, 2.0).llr(&counts), -4.98, 0.01);
    }

    #[test]
    fn bounds_and_symmetry() {
        let sprt = sprt(-5.0, 5.0);
        close(sprt.upper(), 2.944_439, 1e-6);
        close(sprt.lower(), -2.944_439, 1e-6);
        close(sprt.llr(&pair_counts([0; 5])), 0.0, 0.0);
        close(sprt.llr(&pair_counts([7, 20, 30, 20, 7])), 0.0, 1e-9);
        let counts = pair_counts([3, 10, 30, 14, 6]);
        close(sprt.llr(&counts), -sprt.llr(&counts.reversed()), 1e-9);
        assert!(sprt.llr(&pair_counts([0, 0, 0, 0, 50])) > 0.0);
        let (alpha, beta) = (0.01, 0.1);
        let uneven = Sprt {
            alpha,
            beta,
            ..sprt
        };
        close(uneven.lower(), (0.1f64 / 0.99).ln(), 1e-12);
        close(uneven.upper(), (0.9f64 / 0.01).ln(), 1e-12);
    }

    #[test]
    fn a_difference_that_leaves_no_other_result_is_rejected_by_a_loss() {
        let lost = pair_counts([20, 0, 0, 0, 0]);
        assert_eq!(sprt(0.0, 10_000.0).decision(&lost), Decision::AcceptH0);
        let won = pair_counts([0, 0, 0, 0, 20]);
        assert_eq!(sprt(-10_000.0, 0.0).decision(&won), Decision::AcceptH1);
    }
}
