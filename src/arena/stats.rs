//! Statistics of a match: score, Elo difference with its error, likelihood of superiority.
//!
//! Each opening is played twice with colours reversed, and the two games are **one** sample, because they are correlated: an
//! opening that favours red gives each engine a win. So a match is a count of the pairs in which the first engine scored 0,
//! ½, 1, 1½ or 2 points, the *pentanomial* distribution.

use std::ops::AddAssign;

use super::likelihood::{interval, mean, z_score};

/// The number of standard deviations around the mean that hold 95 % of a normal distribution.
const Z_95: f64 = 1.959_963_984_540_054;

/// The results of a match, from the first engine's view.
///
/// ```
/// use chuhe::arena::ResultCounts;
/// let mut counts = ResultCounts::default();
/// counts.add_pair(2, 1); // a win and a draw, in half points
/// counts.add_pair(1, 1);
/// assert_eq!((counts.wins, counts.draws, counts.losses), (1, 3, 0));
/// assert_eq!(counts.pairs, [0, 0, 1, 1, 0]);
/// assert_eq!(counts.score(), Some(0.625));
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ResultCounts {
    /// Games won.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// Finished pairs by points: 0, ½, 1, 1½ and 2.
    pub pairs: [u64; 5],
}

/// An Elo difference with its error.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Estimate {
    /// The Elo difference, positive if the first engine is stronger; infinite if one has won all games.
    pub elo: f64,
    /// The lower end of the 95 % interval.
    pub low: f64,
    /// The upper end of it.
    pub high: f64,
    /// The likelihood that the first engine is stronger (LOS), from 0 to 1.
    pub superiority: f64,
}

impl ResultCounts {
    /// Counts a game by its half points (0, 1 or 2), but not in [`ResultCounts::pairs`].
    pub fn add_game(&mut self, half_points: u8) {
        match half_points {
            0 => self.losses += 1,
            1 => self.draws += 1,
            _ => self.wins += 1,
        }
    }

    /// Counts both games of a pair by their half points (0, 1 or 2).
    pub fn add_pair(&mut self, one: u8, other: u8) {
        self.add_game(one);
        self.add_game(other);
        self.pairs[usize::from(one + other)] += 1;
    }

    /// Games played.
    pub fn games(&self) -> u64 {
        self.wins + self.draws + self.losses
    }

    /// Pairs of which both games are finished.
    pub fn pair_count(&self) -> u64 {
        self.pairs.iter().sum()
    }

    /// The mean points per game, from 0 to 1; `None` before the first.
    pub fn score(&self) -> Option<f64> {
        let points = self.wins as f64 + 0.5 * self.draws as f64;
        (self.games() > 0).then(|| points / self.games() as f64)
    }

    /// The same match from the other engine's view.
    pub fn reversed(&self) -> ResultCounts {
        let mut pairs = self.pairs;
        pairs.reverse();
        ResultCounts {
            wins: self.losses,
            losses: self.wins,
            pairs,
            ..*self
        }
    }

    /// Estimates the Elo difference from the finished pairs; `None` before the first of them.
    ///
    /// The interval is that of the empirical [`likelihood`](super::likelihood). With many pairs it is nearly the normal one.
    /// A better result never lowers an end.
    ///
    /// ```
    /// use chuhe::arena::ResultCounts;
    /// // 1000 pairs, 60 more won than lost.
    /// let counts = ResultCounts { pairs: [20, 220, 460, 280, 20], ..ResultCounts::default() };
    /// let estimate = counts.estimate().unwrap();
    /// assert!((estimate.elo - 10.4).abs() < 0.1);
    /// assert!((estimate.high - estimate.low - 17.9).abs() < 0.1);
    /// assert!(estimate.superiority > 0.98);
    /// ```
    pub fn estimate(&self) -> Option<Estimate> {
        if self.pair_count() == 0 {
            return None;
        }
        let pairs = self.pairs.map(|n| n as f64);
        let (low, high) = interval(&pairs, Z_95);
        Some(Estimate {
            elo: elo(mean(&pairs)),
            low: elo(low),
            high: elo(high),
            superiority: normal(z_score(&pairs, 0.5)),
        })
    }
}

impl AddAssign for ResultCounts {
    fn add_assign(&mut self, other: ResultCounts) {
        self.wins += other.wins;
        self.draws += other.draws;
        self.losses += other.losses;
        for (mine, theirs) in self.pairs.iter_mut().zip(other.pairs) {
            *mine += theirs;
        }
    }
}

/// The Elo difference at which a mean score from 0 to 1 is expected; infinite at 0 and 1.
///
/// ```
/// use chuhe::arena::stats::elo;
/// assert_eq!(elo(0.5), 0.0);
/// assert!((elo(0.64) - 100.0).abs() < 0.1);
/// assert_eq!(elo(1.0), f64::INFINITY);
/// ```
pub fn elo(score: f64) -> f64 {
    let score = score.clamp(0.0, 1.0);
    // Not the negated logarithm of the inverse, so that 0.5 gives 0 and not -0.
    400.0 * (score / (1.0 - score)).log10()
}

/// The mean score, from 0 to 1, that is expected at an Elo difference.
///
/// ```
/// use chuhe::arena::stats::expected_score;
/// assert!((expected_score(100.0) - 0.64).abs() < 0.001);
/// ```
pub fn expected_score(elo: f64) -> f64 {
    1.0 / (1.0 + 10f64.powf(-elo / 400.0))
}

/// The cumulative distribution function of the standard normal distribution, by its series (Abramowitz and Stegun 26.2.11).
fn normal(z: f64) -> f64 {
    // The tail beyond 8 is less than 1e-15.
    let z = z.clamp(-8.0, 8.0);
    let density = (-0.5 * z * z).exp() / (2.0 * std::f64::consts::PI).sqrt();
    let (mut term, mut sum) = (z, z);
    for k in 1..=100 {
        term *= z * z / f64::from(2 * k + 1);
        sum += term;
    }
    0.5 + density * sum
}

#[cfg(test)]
pub(in crate::arena) mod tests {
    use super::*;

    pub fn close(found: f64, expected: f64, within: f64) {
        assert!((found - expected).abs() <= within, "{found} {expected}");
    }

    fn estimated(pairs: [u64; 5]) -> Estimate {
        let counts = ResultCounts {
            pairs,
            ..ResultCounts::default()
        };
        counts.estimate().unwrap()
    }

    #[test]
    fn normal_distribution_agrees_with_tables() {
        for (z, below) in [
            (0.0, 0.5),
            (1.0, 0.841_344_746),
            (-1.959_963_985, 0.025),
            (2.575_829_304, 0.995),
            (3.999_999, 0.999_968_329),
            (4.000_001, 0.999_968_329),
            (-6.0, 9.865_876_450e-10),
        ] {
            close(normal(z), below, 1e-9);
        }
    }

    #[test]
    fn elo_and_expected_score_are_inverse() {
        for difference in [-400.0, -12.5, 0.0, 3.0, 190.848_501] {
            close(elo(expected_score(difference)), difference, 1e-9);
        }
        close(elo(0.75), 190.848_501, 1e-6);
        close(expected_score(400.0), 10.0 / 11.0, 1e-12);
        assert_eq!(elo(0.0), f64::NEG_INFINITY);
    }

    #[test]
    fn pairs_are_counted_and_reversed() {
        let mut counts = ResultCounts::default();
        for (one, other) in [(0, 0), (0, 1), (1, 0), (2, 0), (1, 1), (2, 1), (2, 2)] {
            counts.add_pair(one, other);
        }
        counts.add_game(2);
        assert_eq!((counts.wins, counts.draws, counts.losses), (5, 5, 5));
        assert_eq!(counts.pairs, [1, 2, 2, 1, 1]);
        assert_eq!((counts.games(), counts.pair_count()), (15, 7));
        assert_eq!(counts.score(), Some(0.5));
        assert_eq!(counts.reversed().pairs, [1, 1, 2, 2, 1]);
        assert_eq!(counts.reversed().reversed(), counts);
        let mut twice = counts;
        twice += counts;
        assert_eq!((twice.games(), twice.pairs[1]), (30, 4));
    }

    /// Computed by hand: 100 pairs with mean 0.55 and variance 0.02875.
    #[test]
    fn interval_is_nearly_the_normal_one_of_the_pairs() {
        let pairs = [0, 10, 65, 20, 5];
        let estimate = estimated(pairs);
        // 1.96 standard deviations; the continuity correction makes the interval a little wider.
        let error = 1.959_964 * (0.02875f64 / 100.0).sqrt();
        let (low, high) = (elo(0.55 - error), elo(0.55 + error));
        close(estimate.elo, 34.86, 0.01);
        close(estimate.low, low, 4.0);
        close(estimate.high, high, 4.0);
        assert!(estimate.low < low && estimate.high > high);
        // 0.05 is 2.9488 deviations without the correction, 2.8 with it.
        close(estimate.superiority, 0.998, 1e-3);
        let other = estimated([5, 20, 65, 10, 0]);
        close(other.elo, -estimate.elo, 1e-9);
        close(other.low, -estimate.high, 1e-9);
        close(other.superiority, 1.0 - estimate.superiority, 1e-12);
    }

    #[test]
    fn equal_pairs_have_an_interval() {
        assert_eq!(ResultCounts::default().estimate(), None);
        let drawn = estimated([0, 0, 10, 0, 0]);
        assert_eq!((drawn.elo, drawn.superiority), (0.0, 0.5));
        assert!(drawn.low < -30.0 && drawn.high > 30.0);
        let won = estimated([0, 0, 0, 0, 10]);
        assert_eq!((won.elo, won.high), (f64::INFINITY, f64::INFINITY));
        // Ten wins in ten trials of probability one half, with the continuity correction.
        close(won.superiority, 1.0 - 0.5f64.powi(11), 2e-4);
        assert!(won.low > 100.0 && won.low < 250.0, "{}", won.low);
    }

    /// All results of up to six pairs, compared with one pair half a point better, and with one more pair won.
    #[test]
    fn a_better_result_never_lowers_an_end() {
        let no_worse = |pairs: [u64; 5], better: [u64; 5]| {
            let [one, other] = [pairs, better].map(estimated);
            let ends = |found: Estimate| [found.low, found.high, found.superiority];
            let mut ends = ends(one).into_iter().zip(ends(other));
            let holds = ends.all(|(before, after)| after >= before - 1e-6);
            assert!(holds, "{pairs:?} {one:?}, {better:?} {other:?}");
        };
        let all = (0..5u64.pow(5)).map(|code| [0, 1, 2, 3, 4].map(|k| code / 5u64.pow(k) % 5));
        for pairs in all.filter(|pairs| (1..=6).contains(&pairs.iter().sum::<u64>())) {
            for kind in (0..4).filter(|&kind| pairs[kind] > 0) {
                let mut better = pairs;
                better[kind] -= 1;
                better[kind + 1] += 1;
                no_worse(pairs, better);
            }
            let mut longer = pairs;
            longer[4] += 1;
            no_worse(pairs, longer);
        }
        // Ends computed by standard deviations fail here.
        no_worse([0, 0, 0, 1, 3], [0, 0, 0, 0, 4]);
    }
}
