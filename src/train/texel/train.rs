//! The training loop of the Texel fit.
//!
//! In an epoch every position is seen once, in batches: after each batch all parameters make a step. The steps shrink from
//! epoch to epoch. After each epoch the validation set, which is never learnt from, is scored; the parameters that did best
//! there are kept, and when no epoch does better for some time, the fit ends (early stopping).
//!
//! What explains more of a game's result gives larger scores, but the search's margins expect scores of the old size. So at the
//! end all weights are scaled back to it.
//!
//! Weights are regularised towards their old values, as if so many positions (`hold`) supported each. A weight that occurs in a
//! million positions is hardly held by that, one that occurs in fifty stays.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use fastrand::Rng;

use super::model::{descend, score};
use super::params::{ParamRange, SIZE, moving, ranges};
use super::set::Sample;
use super::{Params, Set, Sets};
use crate::config::numbers::{number, real};
use crate::search::resources::{THREADS, thread_count};
use crate::search::score::logistic;
use crate::train::adam::Adam;
use crate::train::curve::Epoch;
use crate::train::parallel;
use crate::train::steepness::{self, steepness};

/// The last epoch's steps, as a part of the first one's.
const LAST_RATE: f64 = 0.02;
/// The usual value of `p * (1 - p)`, to translate `hold`.
const USUAL_SLOPE: f64 = 0.2;

/// How the weights are fitted: options of `chuhe tune fit`.
#[derive(Args, Clone, Debug)]
pub struct FitSettings {
    /// How often every position is seen, at most.
    #[arg(long, value_name = "N", default_value_t = 40, allow_negative_numbers = true, value_parser = number::<u32>(1..=10_000))]
    pub epochs: u32,

    /// Positions between two steps.
    #[arg(long, value_name = "N", default_value_t = 16_384, allow_negative_numbers = true, value_parser = number::<usize>(1..=10_000_000))]
    pub batch: usize,

    /// The size of the first steps, in hundredths of a pawn; the last are a fiftieth of it.
    #[arg(long, value_name = "R", default_value_t = 1.0, allow_negative_numbers = true, value_parser = real(0.0..=100.0))]
    pub rate: f64,

    /// How much of the target is the game's result; the rest is what the search said.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    pub lambda: f64,

    /// How steep the sigmoid is, by hundredth of a pawn; fitted first when not given.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = real(0.0001..=0.1))]
    pub k: Option<f64>,

    /// Hold every number to what it is, as if so many positions said that it is right.
    #[arg(long = "l2", value_name = "N", default_value_t = 500.0, allow_negative_numbers = true, value_parser = real(0.0..=1e9))]
    pub hold: f64,

    /// So many epochs in a row without getting better are enough.
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true, value_parser = number::<u32>(1..=10_000))]
    pub patience: u32,

    /// What the order of the positions comes from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Threads, up to 256; 0 for as many as the machine has processors. The outcome is the same.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    pub threads: u16,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// The steepness of the logistic curve.
    pub k: f64,
    /// The factor that keeps scores on average as large as before.
    pub factor: f64,
    /// The losses before the first epoch.
    pub before: Epoch,
    /// The best epoch; the one before if none was better.
    pub best: Epoch,
    /// The parameters of the best epoch, scaled.
    pub params: Params,
    /// The validation loss of the parameters when rounded.
    pub rounded: f64,
    /// The validation losses where the target is the result alone, before and when rounded.
    pub results: [f64; 2],
    /// True if it was stopped before the end.
    pub stopped: bool,
}

/// Fits the built-in weights to the targets of the training set. Neither set may be empty. `observe` receives each epoch, and
/// the losses before as number 0. When `stop` is set, the best parameters so far are returned.
pub fn train(
    settings: &FitSettings,
    Sets { train, validation }: &Sets,
    stop: &AtomicBool,
    mut observe: impl FnMut(&Epoch),
) -> Fitted {
    let start = Params::built_in();
    let threads = thread_count(settings.threads.into());
    let fit_k = || fit_k(&start, train, steepness::ENOUGH, threads);
    let k = settings.k.unwrap_or_else(fit_k);
    let objective = Objective {
        k,
        lambda: settings.lambda,
        hold: settings.hold / train.len().max(1) as f64,
        threads,
        ranges: ranges(),
        start: start.clone(),
    };
    let before = Epoch {
        number: 0,
        train: objective.loss(k, &start, train),
        validation: objective.loss(k, &start, validation),
        rate: 0.0,
    };
    observe(&before);

    let mut random = Rng::with_seed(settings.seed);
    let block = parallel::BLOCK.min(settings.batch.max(1));
    let mut blocks = parallel::cut(train.len(), block);
    let (mut params, mut adam) = (start.clone(), Adam::new(SIZE));
    let (mut best, mut best_params) = (before, start);
    let mut stopped = false;
    'epochs: for number in 1..=settings.epochs {
        let progress = f64::from(number - 1) / f64::from(settings.epochs.max(2) - 1);
        let rate = settings.rate * LAST_RATE.powf(progress);
        random.shuffle(&mut blocks);
        let mut loss = 0.0;
        for batch in blocks.chunks((settings.batch / block).max(1)) {
            stopped = stop.load(Ordering::Relaxed);
            if stopped {
                break 'epochs;
            }
            let (batch_loss, gradient) = objective.gradient(&params, train, batch);
            loss += batch_loss;
            params.step(&gradient, &objective.ranges, &mut adam, rate);
            params.settle();
        }
        let epoch = Epoch {
            number,
            train: loss / train.len() as f64,
            validation: objective.loss(k, &params, validation),
            rate,
        };
        observe(&epoch);
        if epoch.validation < best.validation {
            (best, best_params) = (epoch, params.clone());
        } else if number - best.number >= settings.patience {
            break;
        }
    }
    let size = |params| objective.mean_size(params, validation);
    let factor = size(&objective.start) / size(&best_params);
    let params = best_params.scaled(factor);
    let rounded = Params::of(&params.rounded());
    let results = Objective {
        lambda: 1.0,
        ..objective.clone()
    };
    Fitted {
        k,
        factor,
        before,
        best,
        params,
        rounded: objective.loss(k / factor, &rounded, validation),
        results: [
            results.loss(k, &results.start, validation),
            results.loss(k / factor, &rounded, validation),
        ],
        stopped,
    }
}

/// The steepness with which the scores predict the results of the first `most` positions best.
fn fit_k(params: &Params, set: &Set, most: usize, threads: usize) -> f64 {
    let blocks = parallel::cut(set.len().min(most), parallel::BLOCK);
    let scored = parallel::each(&blocks, threads, |block| -> Vec<(f64, f64)> {
        let samples = block.map(|index| set.sample(index));
        let scored = samples.map(|sample| (score(params, sample), sample.points.into()));
        scored.collect()
    });
    steepness(&scored.concat())
}

/// The loss that is minimised.
#[derive(Clone, Debug)]
struct Objective {
    k: f64,
    lambda: f64,
    /// Positions that hold a weight, by training position.
    hold: f64,
    threads: usize,
    ranges: Vec<ParamRange>,
    start: Params,
}

impl Objective {
    fn target(&self, sample: Sample) -> f64 {
        let expected = logistic(self.k * sample.score);
        self.lambda * f64::from(sample.points) + (1.0 - self.lambda) * expected
    }

    /// The mean loss over a set, where scores have the steepness `k`; that of the targets stays.
    fn loss(&self, k: f64, params: &Params, set: &Set) -> f64 {
        self.mean(set, |sample| {
            (logistic(k * score(params, sample)) - self.target(sample)).powi(2)
        })
    }

    /// The mean size of scores, never quite 0.
    fn mean_size(&self, params: &Params, set: &Set) -> f64 {
        self.mean(set, |sample| score(params, sample).abs())
            .max(1e-9)
    }

    fn mean(&self, set: &Set, of: impl Fn(Sample) -> f64 + Sync) -> f64 {
        let blocks = parallel::cut(set.len(), parallel::BLOCK);
        let sums = parallel::each(&blocks, self.threads, |block| {
            block.map(|index| of(set.sample(index))).sum::<f64>()
        });
        sums.iter().sum::<f64>() / set.len().max(1) as f64
    }

    /// The loss over a batch, summed, and the gradient of its mean by unit of `k`, regularisation included.
    fn gradient(&self, params: &Params, set: &Set, batch: &[Range<usize>]) -> (f64, Params) {
        let count: usize = batch.iter().map(ExactSizeIterator::len).sum();
        let parts = parallel::each(batch, self.threads, |block| {
            let (mut loss, mut gradient) = (0.0, Params::zero());
            for index in block {
                let sample = set.sample(index);
                let target = self.target(sample);
                let score = descend(params, sample, &mut gradient, |score| {
                    let points = logistic(self.k * score);
                    2.0 * (points - target) * points * (1.0 - points) / count as f64
                });
                loss += (logistic(self.k * score) - target).powi(2);
            }
            (loss, gradient)
        });
        let (mut loss, mut gradient) = (0.0, Params::zero());
        for (part_loss, part) in &parts {
            loss += part_loss;
            gradient.add(part);
        }
        let firmness = 2.0 * self.hold * USUAL_SLOPE * USUAL_SLOPE * self.k;
        for (place, ParamRange { step, .. }) in moving(&self.ranges) {
            let moved = params.0[place] - self.start.0[place];
            gradient.0[place] += firmness * moved / (step * step);
        }
        (loss, gradient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::values::{ROOK_MOBILITY, TEMPO};
    use crate::train::test_games::random_game;

    const K: f64 = 0.005;

    /// Positions of random games, their results drawn by the scores of `truth`.
    fn games(truth: &Params, games: u64) -> Sets {
        let mut sets = Sets::default();
        let mut random = Rng::with_seed(7);
        for seed in 0..games {
            let game = random_game(&mut Rng::with_seed(seed), 60);
            for board in game.into_iter().skip(1).step_by(2) {
                let mut one = Set::default();
                one.push(&board, 0, 0.0);
                let red = score(truth, one.sample(0));
                let won = random.f64() < logistic(K * red);
                let set = match seed % 10 {
                    0 => &mut sets.validation,
                    _ => &mut sets.train,
                };
                set.push(&board, red.round() as i32, f32::from(u8::from(won)));
            }
        }
        sets
    }

    fn truth() -> Params {
        let mut truth = Params::built_in();
        // Black and red move alike often, and the phase is near the middlegame's.
        truth.0[2 * TEMPO.first] += 60.0;
        for squares in 0..ROOK_MOBILITY.count() {
            truth.0[2 * ROOK_MOBILITY.at(squares).index()] += 3.0 * squares as f64;
        }
        truth
    }

    fn settings() -> FitSettings {
        FitSettings {
            epochs: 60,
            batch: 512,
            rate: 2.0,
            lambda: 0.0,
            k: Some(K),
            hold: 1.0,
            patience: 8,
            seed: 1,
            threads: 1,
        }
    }

    fn fit(settings: &FitSettings, sets: &Sets) -> Fitted {
        train(settings, sets, &AtomicBool::new(false), |_| {})
    }

    /// How far a weight moved, in the unit of the truth.
    fn gain(fitted: &Fitted, index: usize) -> f64 {
        fitted.params.0[2 * index] / fitted.factor - Params::built_in().0[2 * index]
    }

    #[test]
    fn changed_weights_are_recovered() {
        let sets = games(&truth(), 150);
        let fitted = fit(&settings(), &sets);
        let gained = gain(&fitted, TEMPO.first);
        assert!((gained - 60.0).abs() < 6.0, "{gained}");
        // Of mobility only the difference: a rook's own value may take the common part.
        let [few, many] = [2, 9].map(|squares| gain(&fitted, ROOK_MOBILITY.at(squares).index()));
        assert!((many - few - 21.0).abs() < 6.0, "{few} {many}");
        assert!(fitted.best.validation < fitted.before.validation / 4.0);
        assert!(fitted.rounded < fitted.before.validation / 4.0);
        assert!(!fitted.stopped);
        // Results alone show the direction.
        let results = FitSettings {
            lambda: 1.0,
            ..settings()
        };
        let gained = gain(&fit(&results, &sets), TEMPO.first);
        assert!(gained > 30.0 && gained < 90.0, "{gained}");
    }

    #[test]
    fn the_same_seed_gives_the_same_params_with_any_threads() {
        let sets = games(&truth(), 20);
        let fitted = |threads| {
            let settings = FitSettings {
                epochs: 4,
                threads,
                batch: 2048,
                k: None,
                ..settings()
            };
            let mut curve = Vec::new();
            let never = AtomicBool::new(false);
            let fitted = train(&settings, &sets, &never, |epoch| curve.push(*epoch));
            (fitted.params, fitted.k.to_bits(), curve)
        };
        assert_eq!(fitted(1), fitted(3));
        let seeded = |seed| {
            let settings = FitSettings {
                epochs: 2,
                seed,
                ..settings()
            };
            fit(&settings, &sets).params
        };
        assert_ne!(seeded(1), seeded(2));
    }

    #[test]
    fn steepness_is_recovered() {
        let sets = games(&Params::built_in(), 150);
        let k = fit_k(&Params::built_in(), &sets.train, usize::MAX, 2);
        assert!((0.004..0.0065).contains(&k), "{k}");
    }

    #[test]
    fn a_stopped_fit_returns_the_best_so_far() {
        let stop = AtomicBool::new(true);
        let mut epochs = 0;
        let fitted = train(&settings(), &games(&truth(), 5), &stop, |_| epochs += 1);
        assert!(fitted.stopped);
        assert_eq!(epochs, 1);
        assert_eq!(fitted.params.rounded(), Params::built_in().rounded());
    }
}
