//! SPSA (simultaneous perturbation stochastic approximation): tuning of many search parameters at once by games.
//!
//! **Idea** (Spall 1992; for chess programs Kiiski in Stockfish, 2011-). No formula says how a match result depends on a
//! parameter of the search, and a match for each parameter would take too long. So all are perturbed at once, each up or down
//! at random, and the set plays a pair of games against the one perturbed the other way round. All parameters move a little
//! towards the winner's. For each single parameter that is nearly all noise, but the noise has no direction and cancels out.
//!
//! Perturbations and steps shrink with the pairs played, by the powers that Spall recommends. A parameter's perturbation is its
//! step in [`crate::search::params`] at the end of the run.
//!
//! **Cost.** Thousands of games for a dozen parameters. The result is a proposal: a match against the old values decides
//! whether it is kept.

use fastrand::Rng;

use crate::search::params::{self, Param};

/// The power by which the steps shrink (Spall's alpha).
const STEP_POWER: f64 = 0.602;
/// The power by which the perturbations shrink (Spall's gamma).
const PERTURBATION_POWER: f64 = 0.101;
/// This part of the run is added to its age, so that the first steps are not too large (Spall's A).
const STABILITY: f64 = 0.1;

/// A parameter of the search, by its place in [`params::ALL`], and a value for it.
pub type Setting = (usize, i32);

/// A run.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The parameters that move, by their places in [`params::ALL`].
    pub places: Vec<usize>,
    /// Their values, with fractions.
    pub values: Vec<f64>,
    /// Pairs of games in the whole run.
    pub pairs: u64,
    /// At the end a pair won by two games moves a parameter by twice this part of its perturbation.
    pub rate: f64,
    pub seed: u64,
}

/// The two sets of parameters of a pair of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    pub sides: [Vec<Setting>; 2],
    /// True for parameters that are larger on the first side.
    signs: Vec<bool>,
}

impl Spsa {
    /// A run of so many pairs that begins with the values as they are.
    pub fn new(places: Vec<usize>, pairs: u64, rate: f64, seed: u64) -> Spsa {
        let values = places.iter().map(|&place| params::ALL[place].value.into());
        Spsa {
            values: values.collect(),
            places,
            pairs,
            rate,
            seed,
        }
    }

    /// The parameters that move.
    pub fn params(&self) -> impl Iterator<Item = &'static Param> {
        self.places.iter().map(|&place| &params::ALL[place])
    }

    /// The perturbation of a parameter in a pair, from 0.
    fn perturbation(&self, pair: u64, param: &Param) -> f64 {
        let left = self.pairs as f64 / (pair + 1) as f64;
        f64::from(param.step) * left.max(1.0).powf(PERTURBATION_POWER)
    }

    /// The part of its perturbation that a parameter moves for a game won.
    fn rate(&self, pair: u64) -> f64 {
        let age = |pairs: f64| pairs + STABILITY * self.pairs as f64;
        let younger = age(self.pairs as f64) / age((pair + 1) as f64);
        self.rate * younger.max(1.0).powf(STEP_POWER)
    }

    /// The sides of a pair, from 0. The same pair of the same run gives the same.
    pub fn trial(&self, pair: u64) -> Trial {
        let mut random = Rng::with_seed(self.seed ^ pair.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let signs: Vec<bool> = self.places.iter().map(|_| random.bool()).collect();
        let sides = [true, false].map(|up| {
            let settings = self.params().enumerate().map(|(index, param)| {
                let size = self.perturbation(pair, param);
                let moved = if signs[index] == up { size } else { -size };
                // Rounded at random, so that small perturbations count too.
                let value = (self.values[index] + moved + random.f64()).floor() as i32;
                (self.places[index], value.clamp(param.least, param.most))
            });
            settings.collect()
        });
        Trial { sides, signs }
    }

    /// Moves the parameters after a pair in which the first side won so many games more than it lost.
    pub fn learn(&mut self, pair: u64, trial: &Trial, balance: i32) {
        let rate = self.rate(pair);
        for index in 0..self.places.len() {
            let param = &params::ALL[self.places[index]];
            let step = rate * self.perturbation(pair, param) * f64::from(balance);
            let moved = self.values[index] + if trial.signs[index] { step } else { -step };
            self.values[index] = moved.clamp(param.least.into(), param.most.into());
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
    fn the_sides_of_a_trial_are_perturbed_apart() {
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
    fn perturbations_and_steps_shrink_to_their_final_sizes() {
        let run = Spsa::new(places(&["lmr_base"]), 1000, 0.01, 7);
        let param = run.params().next().unwrap();
        assert!(run.perturbation(0, param) > run.perturbation(500, param));
        assert!((run.perturbation(999, param) - f64::from(param.step)).abs() < 1e-9);
        assert!(run.rate(0) > run.rate(500));
        assert!((run.rate(999) - 0.01).abs() < 1e-9);
    }

    /// Games against a made-up opponent are won the more often, the nearer the parameters are to their goals.
    #[test]
    fn finds_the_best_of_a_hill() {
        let names = ["lmr_base", "razor_margin", "futility_base"];
        let goals = [900.0, 200.0, 180.0];
        let mut run = Spsa::new(places(&names), 20_000, 0.01, 1);
        let strength = |side: &[Setting]| -> f64 {
            let settings = side.iter().zip(goals);
            let losses = settings.map(|(&(place, value), goal)| {
                ((f64::from(value) - goal) / f64::from(params::ALL[place].step)).powi(2)
            });
            -losses.sum::<f64>()
        };
        let mut random = Rng::with_seed(5);
        for pair in 0..20_000 {
            let trial = run.trial(pair);
            let better = strength(&trial.sides[0]) - strength(&trial.sides[1]);
            let wins = 1.0 / (1.0 + (-0.05 * better).exp());
            let games = [0, 1].map(|_| if random.f64() < wins { 1 } else { -1 });
            run.learn(pair, &trial, games.iter().sum());
        }
        for (index, param) in run.params().enumerate() {
            let off = (run.values[index] - goals[index]).abs() / f64::from(param.step);
            assert!(off < 0.7, "{} is {:.0}", param.name, run.values[index]);
        }
    }
}
