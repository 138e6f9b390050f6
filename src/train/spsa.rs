//! SPSA (simultaneous perturbation stochastic approximation): tunes many search parameters at once by games.
//!
//! **Idea** (Spall 1992; for chess programs Kiiski in Stockfish, 2011-). The gradient of a match result by a search parameter
//! is unknown, and a match for each parameter would take too long. So all parameters are perturbed at once, each up or down
//! at random, and play a pair of games against the opposite perturbation. All parameters move a little towards those of the
//! winner. For a single parameter that is mostly noise, which cancels out over many pairs.
//!
//! Perturbations and steps shrink with the pairs played, by the powers that Spall recommends. A parameter's perturbation is its
//! step in [`crate::search::params`] at the end of the run.
//!
//! **Drawback.** A dozen parameters need thousands of games, and the result is only a proposal, which must win a match
//! against the old values.

use fastrand::Rng;

use crate::search::params::{self, Param};

/// The power by which the steps shrink (Spall's alpha).
const STEP_POWER: f64 = 0.602;
/// The power by which the perturbations shrink (Spall's gamma).
const PERTURBATION_POWER: f64 = 0.101;
/// This fraction of the run is added to the pairs played, so that the first steps are not too large (Spall's A).
const STABILITY: f64 = 0.1;

/// The Elo for each point of the mean of wins minus losses in a pair of games, near equality.
const ELO_OF_SCORE: f64 = 100.0 * 4.0 / std::f64::consts::LN_10;

/// A parameter of the search, by its index in [`params::ALL`], and a value for it.
pub type ParamValue = (usize, i32);

/// A run of SPSA.
#[derive(Clone, Debug)]
pub struct Spsa {
    /// The indices in [`params::ALL`] of the parameters that are tuned.
    pub indices: Vec<usize>,
    /// Their values, with fractions.
    pub values: Vec<f64>,
    /// The number of pairs of games in the whole run.
    pub pairs: u64,
    /// The fraction of its perturbation by which a parameter moves for each game won, at the end of the run.
    pub rate: f64,
    /// The seed of the perturbations.
    pub seed: u64,
    effects: Effects,
}

/// Sums over the pairs played, for [`Spsa::effects`].
#[derive(Clone, Debug, Default)]
struct Effects {
    /// Their number.
    pairs: f64,
    /// The sum of the squares of the pairs' scores.
    squares: f64,
    /// For each parameter the sum of the scores of the side for which it was larger.
    sums: Vec<f64>,
}

/// The two sets of parameters of a pair of games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Trial {
    /// The parameters of each side.
    pub sides: [Vec<ParamValue>; 2],
    /// True for each parameter that is larger on the first side.
    pub signs: Vec<bool>,
}

impl Spsa {
    /// A run of `pairs` pairs that begins with the current values.
    pub fn new(indices: Vec<usize>, pairs: u64, rate: f64, seed: u64) -> Spsa {
        let values = indices.iter().map(|&index| params::ALL[index].value.into());
        Spsa {
            values: values.collect(),
            effects: Effects {
                sums: vec![0.0; indices.len()],
                ..Effects::default()
            },
            indices,
            pairs,
            rate,
            seed,
        }
    }

    /// The parameters that are tuned.
    pub fn params(&self) -> impl Iterator<Item = &'static Param> {
        self.indices.iter().map(|&index| &params::ALL[index])
    }

    /// The perturbation of a parameter in a pair, by its number from 0.
    fn perturbation(&self, pair: u64, param: &Param) -> f64 {
        let left = self.pairs as f64 / (pair + 1) as f64;
        f64::from(param.step) * left.max(1.0).powf(PERTURBATION_POWER)
    }

    /// The fraction of its perturbation by which a parameter moves for a game won.
    fn rate_at(&self, pair: u64) -> f64 {
        let played = |pairs: f64| pairs + STABILITY * self.pairs as f64;
        let ratio = played(self.pairs as f64) / played((pair + 1) as f64);
        self.rate * ratio.max(1.0).powf(STEP_POWER)
    }

    /// The parameters of both sides in a pair, by its number from 0. The perturbations depend on the seed and the number alone.
    pub fn trial(&self, pair: u64) -> Trial {
        let mut random = Rng::with_seed(self.seed ^ pair.wrapping_mul(0x9E37_79B9_7F4A_7C15));
        let signs: Vec<bool> = self.indices.iter().map(|_| random.bool()).collect();
        let sides = [true, false].map(|up| {
            let settings = self.params().enumerate().map(|(index, param)| {
                let size = self.perturbation(pair, param);
                let moved = if signs[index] == up { size } else { -size };
                // Rounded up or down at random, so that the mean keeps the fraction.
                let value = (self.values[index] + moved + random.f64()).floor() as i32;
                (self.indices[index], value.clamp(param.min, param.max))
            });
            settings.collect()
        });
        Trial { sides, signs }
    }

    /// Moves the parameters after a pair. `balance` is the wins of the first side minus its losses.
    pub fn update(&mut self, pair: u64, trial: &Trial, balance: i32) {
        let rate = self.rate_at(pair);
        for index in 0..self.indices.len() {
            let param = &params::ALL[self.indices[index]];
            let step = rate * self.perturbation(pair, param) * f64::from(balance);
            let moved = self.values[index] + if trial.signs[index] { step } else { -step };
            self.values[index] = moved.clamp(param.min.into(), param.max.into());
        }
        self.count(&trial.signs, balance);
    }

    /// Counts a pair with these [`signs`](Trial::signs) for [`effects`](Spsa::effects).
    pub fn count(&mut self, signs: &[bool], balance: i32) {
        let balance = f64::from(balance);
        self.effects.pairs += 1.0;
        self.effects.squares += balance * balance;
        for (sum, &up) in self.effects.sums.iter_mut().zip(signs) {
            *sum += if up { balance } else { -balance };
        }
    }

    /// The Elo by which each parameter is better when perturbed up than when perturbed down, with half the width of its 95 % interval.
    ///
    /// In every pair the other parameters are perturbed at random, so all the games count for each parameter.
    pub fn effects(&self) -> impl Iterator<Item = (f64, f64)> {
        let Effects { pairs, squares, .. } = self.effects;
        let error = 1.96 * squares.sqrt() / pairs;
        let effect = move |&sum: &f64| (ELO_OF_SCORE * sum / pairs, ELO_OF_SCORE * error);
        self.effects.sums.iter().map(effect)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn indices(names: &[&str]) -> Vec<usize> {
        let index = |name: &&str| params::find(name).unwrap().0;
        names.iter().map(index).collect()
    }

    #[test]
    fn sides_of_a_trial_are_perturbed_in_opposite_directions() {
        let run = Spsa::new(indices(&["lmr_base", "delta_margin"]), 100, 0.01, 7);
        let trial = run.trial(3);
        assert_eq!(trial, run.trial(3));
        assert!((0..50).any(|pair| run.trial(pair) != trial));
        for (index, param) in run.params().enumerate() {
            let [one, other] = [0, 1].map(|side| trial.sides[side][index].1);
            assert!((one - other).abs() >= 2 * param.step - 2);
            assert!((one + other - 2 * param.value).abs() <= 2);
        }
    }

    /// Only one parameter matters in these simulated games: up is better by 0.4 games in two.
    #[test]
    fn the_effect_of_each_parameter_is_estimated() {
        let mut run = Spsa::new(
            indices(&["lmr_base", "delta_margin", "lmr_pv"]),
            4_000,
            0.0,
            3,
        );
        let old = run.values.clone();
        let mut random = Rng::with_seed(9);
        for pair in 0..run.pairs {
            let trial = run.trial(pair);
            let better = if trial.signs[1] { 0.2 } else { -0.2 };
            let games = [0, 1].map(|_| match random.f64() - better / 2.0 {
                part if part < 0.3 => -1,
                part if part < 0.7 => 0,
                _ => 1,
            });
            run.update(pair, &trial, -games.iter().sum::<i32>());
        }
        assert_eq!(run.values, old);
        let effects: Vec<(f64, f64)> = run.effects().collect();
        let expected = [0.0, 0.4 * ELO_OF_SCORE, 0.0];
        for ((elo, error), expected) in effects.into_iter().zip(expected) {
            assert!((3.0..7.0).contains(&error), "{error}");
            assert!((elo - expected).abs() < 1.5 * error, "{elo} +-{error}");
        }
    }

    #[test]
    fn perturbations_and_steps_shrink_to_their_final_sizes() {
        let run = Spsa::new(indices(&["lmr_base"]), 1000, 0.01, 7);
        let param = run.params().next().unwrap();
        assert!(run.perturbation(0, param) > run.perturbation(500, param));
        assert!((run.perturbation(999, param) - f64::from(param.step)).abs() < 1e-9);
        assert!(run.rate_at(0) > run.rate_at(500));
        assert!((run.rate_at(999) - 0.01).abs() < 1e-9);
    }

    /// Simulated games are won the more often, the nearer the parameters are to their optimum.
    #[test]
    fn parameters_converge_to_the_optimum() {
        let names = ["lmr_base", "delta_margin", "futility_base"];
        let optimum = [900.0, 200.0, 180.0];
        let mut run = Spsa::new(indices(&names), 20_000, 0.01, 1);
        let strength = |side: &[ParamValue]| -> f64 {
            let settings = side.iter().zip(optimum);
            let losses = settings.map(|(&(index, value), goal)| {
                ((f64::from(value) - goal) / f64::from(params::ALL[index].step)).powi(2)
            });
            -losses.sum::<f64>()
        };
        let mut random = Rng::with_seed(5);
        for pair in 0..20_000 {
            let trial = run.trial(pair);
            let better = strength(&trial.sides[0]) - strength(&trial.sides[1]);
            let wins = 1.0 / (1.0 + (-0.05 * better).exp());
            let games = [0, 1].map(|_| if random.f64() < wins { 1 } else { -1 });
            run.update(pair, &trial, games.iter().sum());
        }
        for (elo, error) in run.effects() {
            assert!(error > 0.0 && elo.abs() < 100.0, "{elo} +-{error}");
        }
        for (index, param) in run.params().enumerate() {
            let off = (run.values[index] - optimum[index]).abs() / f64::from(param.step);
            assert!(off < 0.7, "{} is {:.0}", param.name, run.values[index]);
        }
    }
}
