//! Empirical likelihood of the mean score of a match (Art B. Owen, "Empirical likelihood ratio confidence intervals for a
//! single functional", Biometrika 75, 1988).
//!
//! The likelihood of a mean is the greatest likelihood of the results under all frequencies of the five kinds of pair that
//! have this mean. It is compared with the likelihood under the observed frequencies. The sequential test
//! ([`sprt`](super::sprt)) compares two means in this way. With many pairs the confidence interval is nearly the normal one.
//! With few pairs it needs no variance, and a better result never lowers an end of the interval.

/// Steps of a bisection, more than the 53 bits of precision of a number.
const STEPS: u32 = 60;

/// The mean score per game of the five kinds of pair, from 0 to 1.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The mean score of the pairs, by the number of each kind.
pub fn mean(pairs: &[f64; 5]) -> f64 {
    let points: f64 = pairs.iter().zip(SCORES).map(|(n, score)| n * score).sum();
    points / pairs.iter().sum::<f64>()
}

/// The confidence interval of the mean: the ends are as likely as `deviations` standard deviations of a normal
/// distribution. As a continuity correction half a pair is added, lost for the lower end and won for the upper end.
pub fn interval(pairs: &[f64; 5], deviations: f64) -> (f64, f64) {
    let max_loss = 0.5 * deviations * deviations;
    let (mut worse, mut better) = (*pairs, *pairs);
    worse[0] += 0.5;
    better[4] += 0.5;
    (
        interval_end(&worse, max_loss, 0.0),
        interval_end(&better, max_loss, 1.0),
    )
}

/// The number of standard deviations (z-score) by which `hypothesis` lies below the observed mean; negative if above. As a
/// continuity correction half a lost and half a won pair are added.
///
/// ```
/// use chuhe::arena::likelihood::z_score;
/// assert_eq!(z_score(&[1.0, 0.0, 7.0, 0.0, 1.0], 0.5), 0.0);
/// // A thousand pairs, 60 more won than lost: nearly the z-score by the variance.
/// let found = z_score(&[20.0, 220.0, 460.0, 280.0, 20.0], 0.5);
/// assert!((found - 2.33).abs() < 0.01, "{found}");
/// ```
pub fn z_score(pairs: &[f64; 5], hypothesis: f64) -> f64 {
    let mut pairs = *pairs;
    pairs[0] += 0.5;
    pairs[4] += 0.5;
    let size = (2.0 * likelihood_loss(&pairs, hypothesis)).sqrt();
    if mean(&pairs) > hypothesis {
        size
    } else {
        -size
    }
}

/// The mean closest to `far` at which the log-likelihood is lower by at most `max_loss`.
fn interval_end(pairs: &[f64; 5], max_loss: f64, far: f64) -> f64 {
    let is_inside = |middle| likelihood_loss(pairs, middle) <= max_loss;
    bisect(mean(pairs), far, is_inside).1
}

/// Halves the interval between two ends [`STEPS`] times. `first` moves to a middle where `holds` is true, `second` to one where
/// it is false.
fn bisect(mut first: f64, mut second: f64, holds: impl Fn(f64) -> bool) -> (f64, f64) {
    for _ in 0..STEPS {
        let middle = 0.5 * (first + second);
        if holds(middle) {
            first = middle;
        } else {
            second = middle;
        }
    }
    (first, second)
}

/// The loss of log-likelihood under `mean`, from 0 to 1: the sum of `n ln(1 + (score - mean) x)`, with `x` as in
/// `multiplier`.
pub fn likelihood_loss(pairs: &[f64; 5], mean: f64) -> f64 {
    let x = multiplier(pairs, mean);
    let losses = kinds(pairs).map(|(n, score)| n * ((score - mean) * x).ln_1p());
    losses.sum::<f64>().max(0.0)
}

/// The `x` with which the frequencies `n / (1 + (score - mean) x)` have the mean `mean`. They maximise the likelihood of the
/// results (Van den Bergh, proposition 1.1). The mean falls as `x` grows, so `x` is found by bisection.
fn multiplier(pairs: &[f64; 5], mean: f64) -> f64 {
    let slope = |x: f64| -> f64 {
        kinds(pairs)
            .map(|(n, score)| n * (score - mean) / (1.0 + (score - mean) * x))
            .sum()
    };
    let is_below = |x| slope(x) > 0.0;
    // In these ranges no frequency is negative.
    match is_below(0.0) {
        true => bisect(0.0, 1.0 / mean, is_below).0,
        false => bisect(-1.0 / (1.0 - mean), 0.0, is_below).1,
    }
}

/// The kinds of pair that occurred, with their scores.
fn kinds(pairs: &[f64; 5]) -> impl Iterator<Item = (f64, f64)> {
    let kinds = pairs.iter().copied().zip(SCORES);
    kinds.filter(|&(n, _)| n > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With won and lost pairs only the distribution is binomial, and the likelihood is known in closed form.
    #[test]
    fn likelihood_of_two_kinds_is_the_binomial_one() {
        for [lost, won, mean] in [[1.0_f64, 4.0, 0.5], [3.0, 9.0, 0.7], [0.5, 20.0, 0.9]] {
            let share = won / (won + lost);
            let expected = won * (share / mean).ln() + lost * ((1.0 - share) / (1.0 - mean)).ln();
            let pairs = [lost, 0.0, 0.0, 0.0, won];
            let found = likelihood_loss(&pairs, mean);
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
            assert!(z_score(&pairs, mean) > 0.0);
            let mirrored = [won, 0.0, 0.0, 0.0, lost];
            assert!((likelihood_loss(&mirrored, 1.0 - mean) - expected).abs() < 1e-9);
            assert!(z_score(&mirrored, 1.0 - mean) < 0.0);
        }
    }
}
