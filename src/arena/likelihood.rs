//! Empirical likelihood of the mean of a match (Art B. Owen, "Empirical likelihood ratio confidence intervals for a
//! single functional", Biometrika 75, 1988).
//!
//! Of all frequencies of the five kinds of pair that have this mean, those are taken under which the results are
//! likeliest, and compared with the frequencies that were found. The sequential test ([`sprt`](super::sprt)) compares
//! two means in this way. With many pairs the interval of the means that are not too unlikely is that of the standard
//! deviation. With few it needs no variance, and a better result never speaks for a worse mean.

/// Bisections: more than the digits of a number.
const STEPS: u32 = 60;

/// The scores of the five kinds of pair, from 0 to 1.
const SCORES: [f64; 5] = [0.0, 0.25, 0.5, 0.75, 1.0];

/// The mean score of the pairs, by the number of each kind.
pub fn mean(pairs: &[f64; 5]) -> f64 {
    let points: f64 = pairs.iter().zip(SCORES).map(|(n, score)| n * score).sum();
    points / pairs.iter().sum::<f64>()
}

/// The variance of the score of a pair, by the number of each kind.
#[cfg(test)]
pub fn variance(pairs: &[f64; 5]) -> f64 {
    let mean = mean(pairs);
    let squares = pairs.iter().zip(SCORES);
    let squares = squares.map(|(n, score)| n * (score - mean).powi(2));
    squares.sum::<f64>() / pairs.iter().sum::<f64>()
}

/// The least and the greatest mean that are as likely as `deviations` standard deviations of a normal
/// distribution. For the least, half a pair more counts as lost, for the greatest as won: a correction for continuity.
pub fn interval(pairs: &[f64; 5], deviations: f64) -> (f64, f64) {
    let most = 0.5 * deviations * deviations;
    let (mut worse, mut better) = (*pairs, *pairs);
    worse[0] += 0.5;
    better[4] += 0.5;
    (end(&worse, most, 0.0), end(&better, most, 1.0))
}

/// The standard deviations by which a mean lies below the one found; negative if it lies above. Half a
/// pair more counts as lost, and half a pair as won.
///
/// ```
/// use chuhe::arena::likelihood::distance;
/// assert_eq!(distance(&[1.0, 0.0, 7.0, 0.0, 1.0], 0.5), 0.0);
/// // A thousand pairs, 60 more won than lost: as the variance says.
/// let found = distance(&[20.0, 220.0, 460.0, 280.0, 20.0], 0.5);
/// assert!((found - 2.33).abs() < 0.01, "{found}");
/// ```
pub fn distance(pairs: &[f64; 5], than: f64) -> f64 {
    let mut pairs = *pairs;
    pairs[0] += 0.5;
    pairs[4] += 0.5;
    let size = (2.0 * loss(&pairs, than)).sqrt();
    if mean(&pairs) > than { size } else { -size }
}

/// The mean closest to `far` at which no more than `most` of the logarithm of the likelihood is lost.
fn end(pairs: &[f64; 5], most: f64, mut far: f64) -> f64 {
    let mut near = mean(pairs);
    for _ in 0..STEPS {
        let middle = 0.5 * (near + far);
        if loss(pairs, middle) > most {
            far = middle;
        } else {
            near = middle;
        }
    }
    far
}

/// The loss of log-likelihood under `mean`, which is between 0 and 1: the greatest value of the sum of `n ln(1 + (score - mean) x)`, see `multiplier`.
pub fn loss(pairs: &[f64; 5], mean: f64) -> f64 {
    let x = multiplier(pairs, mean);
    let losses = kinds(pairs).map(|(n, score)| n * ((score - mean) * x).ln_1p());
    losses.sum::<f64>().max(0.0)
}

/// The `x` with which the frequencies `n / (1 + (score - mean) x)` have the mean `mean`. Under these the results are
/// likeliest (Van den Bergh, proposition 1.1). The mean falls as `x` grows, so it is found by bisection.
fn multiplier(pairs: &[f64; 5], mean: f64) -> f64 {
    let slope = |x: f64| -> f64 {
        kinds(pairs)
            .map(|(n, score)| n * (score - mean) / (1.0 + (score - mean) * x))
            .sum()
    };
    let is_above = slope(0.0) > 0.0;
    // In this range no frequency is negative.
    let (mut low, mut high) = match is_above {
        true => (0.0, 1.0 / mean),
        false => (-1.0 / (1.0 - mean), 0.0),
    };
    for _ in 0..STEPS {
        let middle = 0.5 * (low + high);
        if slope(middle) > 0.0 {
            low = middle;
        } else {
            high = middle;
        }
    }
    if is_above { low } else { high }
}

/// The kinds of pair that occurred, with their scores.
fn kinds(pairs: &[f64; 5]) -> impl Iterator<Item = (f64, f64)> {
    let kinds = pairs.iter().copied().zip(SCORES);
    kinds.filter(|&(n, _)| n > 0.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// With pairs won and lost only it is the likelihood of a coin, known in closed form.
    #[test]
    fn of_two_kinds_it_is_that_of_a_coin() {
        for [lost, won, than] in [[1.0_f64, 4.0, 0.5], [3.0, 9.0, 0.7], [0.5, 20.0, 0.9]] {
            let share = won / (won + lost);
            let expected = won * (share / than).ln() + lost * ((1.0 - share) / (1.0 - than)).ln();
            let pairs = [lost, 0.0, 0.0, 0.0, won];
            let found = loss(&pairs, than);
            assert!((found - expected).abs() < 1e-9, "{found} {expected}");
            assert!(distance(&pairs, than) > 0.0);
            let mirrored = [won, 0.0, 0.0, 0.0, lost];
            assert!((loss(&mirrored, 1.0 - than) - expected).abs() < 1e-9);
            assert!(distance(&mirrored, 1.0 - than) < 0.0);
        }
    }

    #[test]
    fn fitted_frequencies_have_the_mean() {
        let pairs = [0.1, 0.2, 0.3, 0.25, 0.15];
        for mean in [0.3, 0.5, 0.525, 0.8] {
            let x = multiplier(&pairs, mean);
            let fit = |(n, score)| (n / (1.0 + (score - mean) * x), score);
            let fit: Vec<(f64, f64)> = kinds(&pairs).map(fit).collect();
            let total: f64 = fit.iter().map(|(n, _)| n).sum();
            let found: f64 = fit.iter().map(|(n, score)| n * score).sum();
            assert!((total - 1.0).abs() < 1e-9 && (found - mean).abs() < 1e-9);
        }
    }

    #[test]
    fn all_won_reaches_to_the_end() {
        let (low, high) = interval(&[0.0, 0.0, 0.0, 0.0, 4.0], 1.96);
        assert!(low > 0.4 && low < 0.5, "{low}");
        assert_eq!(high, 1.0);
        let (low, high) = interval(&[4.0, 0.0, 0.0, 0.0, 0.0], 1.96);
        assert!(high > 0.5 && high < 0.6, "{high}");
        assert_eq!(low, 0.0);
    }
}
