//! Simultaneous perturbation: which way to move many numbers at once, from games alone.
//!
//! **Idea** (Spall 1992; for chess programs Kiiski in Stockfish, 2011-). How much a match result depends on a number of the
//! search has no formula, and a match for each number would take for ever. So all are pushed at once, each up or down
//! by lot, and the set plays a pair of games against the one pushed the other way round. The winner's pushes are
//! followed a little. For each single number that is nearly all noise, but the noise has no direction and
//! sums up to nothing, while what a number is worth sums up.
//!
//! Pushes and steps shrink with the pairs played, by the powers that Spall recommends. A number's push is its step
//! in [`crate::search::params`] at the end of the run.
//!
//! **Cost.** Thousands of games for a dozen numbers. Where the run ends is a proposal: a match against the old
//! numbers says whether it is kept.

use fastrand::Rng;

use crate::search::params::{self, Param};

/// By what power the steps shrink (Spall's alpha).
const STEP_POWER: f64 = 0.602;
/// By what power the pushes shrink (Spall's gamma).
const PUSH_POWER: f64 = 0.101;
/// This part of the run is added to its age, so that the first steps are not too wild.
const STABILITY: f64 = 0.1;

/// A number of the search, by its place in [`params::ALL`], and a value for it.
pub type Setting = (usize, i32);

/// A run.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The numbers that move, by their places in [`params::ALL`].
    places: Vec<usize>,
    /// Where they stand, between whole numbers.
    values: Vec<f64>,
    /// Pairs of games in the whole run.
    pairs: u64,
    /// At the end a pair won by two games moves a number by twice this part of its push.
    rate: f64,
    seed: u64,
}

/// What is played in one pair: the set pushed one way, and the set pushed the other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The two sides.
    pub sides: [Vec<Setting>; 2],
    signs: Vec<bool>,
}

impl Spsa {
    /// A run of so many pairs that begins with the numbers as they are.
    pub fn new(places: Vec<usize>, pairs: u64, rate: f64, seed: u64) -> Spsa {
        let values = places
            .iter()
            .map(|&place| f64::from(params::ALL[place].value))
            .collect();
        Spsa {
            places,
            values,
            pairs,
            rate,
            seed,
        }
    }

    /// The numbers that move.
    pub fn params(&self) -> impl Iterator<Item = &'static Param> {
        self.places.iter().map(|&place| &params::ALL[place])
    }

    /// Where they stand.
    pub fn values(&self) -> &[f64] {
        &self.values
    }

    /// Goes on from where another run stood; false when it moved other numbers.
    pub fn resume(&mut self, values: &[f64]) -> bool {
        let fits = values.len() == self.values.len();
        if fits {
            self.values.copy_from_slice(values);
        }
        fits
    }

    /// How far each number is pushed in this pair, from 0.
    fn push(&self, pair: u64, param: &Param) -> f64 {
        let left = self.pairs as f64 / (pair + 1) as f64;
        f64::from(param.step) * left.max(1.0).powf(PUSH_POWER)
    }

    /// What part of its push a number moves for a game won.
    fn rate(&self, pair: u64) -> f64 {
        let age = |pairs: f64| pairs + STABILITY * self.pairs as f64;
        let younger = age(self.pairs as f64) / age((pair + 1) as f64);
        self.rate * younger.max(1.0).powf(STEP_POWER)
    }

    /// What is to be played in this pair, from 0. The same pair of the same run gives the same.
    pub fn trial(&self, pair: u64) -> Trial {
        let mut lots = Rng::with_seed(self.seed ^ pair.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let signs: Vec<bool> = self.places.iter().map(|_| lots.bool()).collect();
        let mut side = |towards: bool| {
            let mut settings = Vec::new();
            for (index, param) in self.params().enumerate() {
                let push = self.push(pair, param);
                let pushed = if signs[index] == towards { push } else { -push };
                // Between two whole numbers the lot decides, so that small pushes are felt too.
                let value = (self.values[index] + pushed + lots.f64()).floor() as i32;
                settings.push((self.places[index], value.clamp(param.least, param.most)));
            }
            settings
        };
        Trial {
            sides: [side(true), side(false)],
            signs,
        }
    }

    /// The pair was played: the first side won so many games more than it lost.
    pub fn learn(&mut self, pair: u64, trial: &Trial, balance: i32) {
        let rate = self.rate(pair);
        for index in 0..self.places.len() {
            let param = &params::ALL[self.places[index]];
            let step = rate * self.push(pair, param) * f64::from(balance);
            let signed = if trial.signs[index] { step } else { -step };
            self.values[index] =
                (self.values[index] + signed).clamp(f64::from(param.least), f64::from(param.most));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn places(names: &[&str]) -> Vec<usize> {
        let place = |name: &&str| params::find(name).unwrap().0;
        names.iter().map(place).collect()
    }

    #[test]
    fn the_sides_of_a_trial_are_pushed_apart() {
        let run = Spsa::new(places(&["lmr_base", "razor_margin"]), 100, 0.01, 7);
        let trial = run.trial(3);
        assert_eq!(trial, run.trial(3));
        assert!((0..50).any(|pair| run.trial(pair) != trial));
        for (index, param) in run.params().enumerate() {
            let [one, other] = [0, 1].map(|side| trial.sides[side][index].1);
            assert!((one - other).abs() >= 2 * param.step - 2);
            assert!((one + other - 2 * param.value).abs() <= 2);
        }
    }

    #[test]
    fn pushes_and_steps_shrink_to_what_was_said() {
        let run = Spsa::new(places(&["lmr_base"]), 1000, 0.01, 7);
        let param = run.params().next().unwrap();
        assert!(run.push(0, param) > run.push(500, param));
        assert!((run.push(999, param) - f64::from(param.step)).abs() < 1e-9);
        assert!(run.rate(0) > run.rate(500));
        assert!((run.rate(999) - 0.01).abs() < 1e-9);
    }

    /// With a made-up opponent who likes one value best, the run goes there.
    #[test]
    fn finds_the_best_of_a_hill() {
        let names = ["lmr_base", "razor_margin", "futility_base"];
        let goals = [900.0, 200.0, 180.0];
        let mut run = Spsa::new(places(&names), 20_000, 0.01, 1);
        let worth = |side: &[Setting]| -> f64 {
            let off = |(index, goal): (usize, &f64)| {
                let param = &params::ALL[side[index].0];
                ((f64::from(side[index].1) - goal) / f64::from(param.step)).powi(2)
            };
            -goals.iter().enumerate().map(off).sum::<f64>()
        };
        let mut chance = Rng::with_seed(5);
        for pair in 0..20_000 {
            let trial = run.trial(pair);
            let better = worth(&trial.sides[0]) - worth(&trial.sides[1]);
            let wins = 1.0 / (1.0 + (-0.05 * better).exp());
            let balance: i32 = (0..2)
                .map(|_| if chance.f64() < wins { 1 } else { -1 })
                .sum();
            run.learn(pair, &trial, balance);
        }
        for (index, param) in run.params().enumerate() {
            let off = (run.values()[index] - goals[index]).abs() / f64::from(param.step);
            assert!(off < 0.7, "{} is {:.0}", param.name, run.values()[index]);
        }
    }
}
