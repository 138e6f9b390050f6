//! The training loop of Texel tuning.
//!
//! An epoch uses every position once, in batches, with a step of all parameters after each batch. The learning rate falls from
//! epoch to epoch. After each epoch the loss over the validation set is computed. The parameters with the least validation
//! loss are kept, and if no epoch improves it for some time, the fit ends (early stopping).
//!
//! Weights that explain results better give larger scores, but the margins of the search expect the old size. So at the end
//! all weights are scaled to the old mean size of scores.
//!
//! Weights are regularised (L2) towards their old values, as if `l2` positions supported each. A weight that occurs in a
//! million positions is hardly affected, one that occurs in fifty hardly changes.

use std::ops::Range;
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use fastrand::Rng;

use super::model::{add_gradient, score};
use super::params::{ParamRange, SIZE, ranges, variable};
use super::set::PositionTrace;
use super::{DataSplit, PositionSet, WeightParams};
use crate::config::numbers::{integer, real};
use crate::search::resources::{THREAD_RANGE, thread_count};
use crate::search::score::logistic;
use crate::train::adam::Adam;
use crate::train::curve::TrainingEpoch;
use crate::train::parallel;
use crate::train::steepness::{self, steepness};

/// The learning rate of the last epoch, as a fraction of the first.
const LAST_RATE: f64 = 0.02;
/// The usual value of `p * (1 - p)`, which converts `l2` from positions.
const USUAL_SLOPE: f64 = 0.2;

/// How the weights are fitted: options of `chuhe tune fit`.
#[derive(Args, Clone, Debug)]
pub struct FitSettings {
    /// The greatest number of epochs, each of which uses every position once.
    #[arg(long, value_name = "N", default_value_t = 40, allow_negative_numbers = true, value_parser = integer::<u32>(1..=10_000))]
    pub epochs: u32,

    /// Positions per step.
    #[arg(long, value_name = "N", default_value_t = 16_384, allow_negative_numbers = true, value_parser = integer::<usize>(1..=10_000_000))]
    pub batch: usize,

    /// The learning rate at the beginning, in centipawns; it falls to a fiftieth.
    #[arg(long, value_name = "R", default_value_t = 1.0, allow_negative_numbers = true, value_parser = real(0.0..=100.0))]
    pub rate: f64,

    /// The share of the game's result in the target; the rest is the search score.
    #[arg(long, value_name = "SHARE", default_value_t = 0.5, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    pub lambda: f64,

    /// The steepness of the sigmoid per centipawn; fitted first if not given.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = real(0.0001..=0.1))]
    pub k: Option<f64>,

    /// L2 regularisation towards the current weights, as if this many positions supported each of them.
    #[arg(long, value_name = "N", default_value_t = 500.0, allow_negative_numbers = true, value_parser = real(0.0..=1e9))]
    pub l2: f64,

    /// The number of epochs in a row without improvement after which the fit ends.
    #[arg(long, value_name = "N", default_value_t = 8, allow_negative_numbers = true, value_parser = integer::<u32>(1..=10_000))]
    pub patience: u32,

    /// The seed of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Threads, up to 256; 0 for as many as the machine has processors. The result is the same.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u16>(THREAD_RANGE))]
    pub threads: u16,
}

/// The result of a fit.
#[derive(Clone, Debug)]
pub struct FitResult {
    /// The steepness of the logistic curve, per centipawn.
    pub k: f64,
    /// The factor of all weights that keeps the mean size of scores.
    pub scale_factor: f64,
    /// The losses before the first epoch.
    pub before: TrainingEpoch,
    /// The best epoch; number 0 if none was better than the old weights.
    pub best: TrainingEpoch,
    /// The parameters of the best epoch, scaled.
    pub params: WeightParams,
    /// The validation loss of the rounded parameters.
    pub rounded_loss: f64,
    /// The validation losses of the old and of the rounded parameters if the target is the result of the game alone.
    pub result_losses: [f64; 2],
    /// True if the fit was stopped before the end.
    pub stopped: bool,
}

/// Fits the built-in weights to the targets of the training set. Neither set may be empty. `observe` is called with the losses
/// before the first epoch, as number 0, and after each. When `stop` is set, the best parameters so far are returned.
pub fn train(
    settings: &FitSettings,
    DataSplit { train, validation }: &DataSplit,
    stop: &AtomicBool,
    mut observe: impl FnMut(&TrainingEpoch),
) -> FitResult {
    let start = WeightParams::built_in();
    let threads = thread_count(settings.threads.into());
    let fit_k = || fit_k(&start, train, steepness::FIT_POSITIONS, threads);
    let k = settings.k.unwrap_or_else(fit_k);
    let objective = Objective {
        k,
        lambda: settings.lambda,
        l2: settings.l2 / train.len().max(1) as f64,
        threads,
        ranges: ranges(),
        start: start.clone(),
    };
    let before = TrainingEpoch {
        number: 0,
        train: objective.loss(k, &start, train),
        validation: objective.loss(k, &start, validation),
        rate: 0.0,
    };
    observe(&before);

    let mut random = Rng::with_seed(settings.seed);
    let block = parallel::BLOCK.min(settings.batch.max(1));
    let mut blocks = parallel::split_into_blocks(train.len(), block);
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
            params.make_monotonic();
        }
        let epoch = TrainingEpoch {
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
    let scale_factor = size(&objective.start) / size(&best_params);
    let params = best_params.scaled(scale_factor);
    let rounded = WeightParams::of(&params.rounded());
    let result_objective = Objective {
        lambda: 1.0,
        ..objective.clone()
    };
    FitResult {
        k,
        scale_factor,
        before,
        best,
        params,
        rounded_loss: objective.loss(k / scale_factor, &rounded, validation),
        result_losses: [
            result_objective.loss(k, &result_objective.start, validation),
            result_objective.loss(k / scale_factor, &rounded, validation),
        ],
        stopped,
    }
}

/// Fits the steepness to the scores and results of the first `most` positions.
fn fit_k(params: &WeightParams, set: &PositionSet, most: usize, threads: usize) -> f64 {
    let blocks = parallel::split_into_blocks(set.len().min(most), parallel::BLOCK);
    let scored = parallel::map_blocks(&blocks, threads, |block| -> Vec<(f64, f64)> {
        let samples = block.map(|index| set.trace(index));
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
    /// [`FitSettings::l2`] divided by the number of training positions.
    l2: f64,
    threads: usize,
    ranges: Vec<ParamRange>,
    /// The weights before the fit.
    start: WeightParams,
}

impl Objective {
    /// The target of a position, in expected points.
    fn target(&self, sample: PositionTrace) -> f64 {
        let expected = logistic(self.k * sample.score);
        self.lambda * f64::from(sample.points) + (1.0 - self.lambda) * expected
    }

    /// The mean loss over a set, with steepness `k` for scores and `self.k` for targets.
    fn loss(&self, k: f64, params: &WeightParams, set: &PositionSet) -> f64 {
        self.mean(set, |sample| {
            (logistic(k * score(params, sample)) - self.target(sample)).powi(2)
        })
    }

    /// The mean absolute score, at least 1e-9.
    fn mean_size(&self, params: &WeightParams, set: &PositionSet) -> f64 {
        self.mean(set, |sample| score(params, sample).abs())
            .max(1e-9)
    }

    /// The mean of a function over a set.
    fn mean(&self, set: &PositionSet, of: impl Fn(PositionTrace) -> f64 + Sync) -> f64 {
        let blocks = parallel::split_into_blocks(set.len(), parallel::BLOCK);
        let sums = parallel::map_blocks(&blocks, self.threads, |block| {
            block.map(|index| of(set.trace(index))).sum::<f64>()
        });
        sums.iter().sum::<f64>() / set.len().max(1) as f64
    }

    /// The summed loss over a batch, and the gradient of its mean divided by `k`, with regularisation.
    fn gradient(
        &self,
        params: &WeightParams,
        set: &PositionSet,
        batch: &[Range<usize>],
    ) -> (f64, WeightParams) {
        let count: usize = batch.iter().map(ExactSizeIterator::len).sum();
        let parts = parallel::map_blocks(batch, self.threads, |block| {
            let (mut loss, mut gradient) = (0.0, WeightParams::zero());
            for index in block {
                let sample = set.trace(index);
                let target = self.target(sample);
                let score = add_gradient(params, sample, &mut gradient, |score| {
                    let points = logistic(self.k * score);
                    2.0 * (points - target) * points * (1.0 - points) / count as f64
                });
                loss += (logistic(self.k * score) - target).powi(2);
            }
            (loss, gradient)
        });
        let (mut loss, mut gradient) = (0.0, WeightParams::zero());
        for (part_loss, part) in &parts {
            loss += part_loss;
            gradient.add(part);
        }
        let pull = 2.0 * self.l2 * USUAL_SLOPE * USUAL_SLOPE * self.k;
        for (index, ParamRange { step, .. }) in variable(&self.ranges) {
            let moved = params.0[index] - self.start.0[index];
            gradient.0[index] += pull * moved / (step * step);
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

    /// Positions of random games, with random results by the expected points of `truth`.
    fn games(truth: &WeightParams, games: u64) -> DataSplit {
        let mut sets = DataSplit::default();
        let mut random = Rng::with_seed(7);
        for seed in 0..games {
            let game = random_game(&mut Rng::with_seed(seed), 60);
            for board in game.into_iter().skip(1).step_by(2) {
                let mut one = PositionSet::default();
                one.push(&board, 0, 0.0);
                let red = score(truth, one.trace(0));
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

    fn truth() -> WeightParams {
        let mut truth = WeightParams::built_in();
        // Both sides move equally often, and the phase is near the middlegame.
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
            l2: 1.0,
            patience: 8,
            seed: 1,
            threads: 1,
        }
    }

    fn fit(settings: &FitSettings, sets: &DataSplit) -> FitResult {
        train(settings, sets, &AtomicBool::new(false), |_| {})
    }

    /// The change of a weight, in the unit of `truth`.
    fn gain(fitted: &FitResult, index: usize) -> f64 {
        fitted.params.0[2 * index] / fitted.scale_factor - WeightParams::built_in().0[2 * index]
    }

    #[test]
    fn changed_weights_are_recovered() {
        let sets = games(&truth(), 150);
        let fitted = fit(&settings(), &sets);
        let gained = gain(&fitted, TEMPO.first);
        assert!((gained - 60.0).abs() < 6.0, "{gained}");
        // Only the difference of mobility weights, because the value of a rook may absorb their mean.
        let [few, many] = [2, 9].map(|squares| gain(&fitted, ROOK_MOBILITY.at(squares).index()));
        assert!((many - few - 21.0).abs() < 6.0, "{few} {many}");
        assert!(fitted.best.validation < fitted.before.validation / 4.0);
        assert!(fitted.rounded_loss < fitted.before.validation / 4.0);
        assert!(!fitted.stopped);
        // With results alone the direction is recovered.
        let results = FitSettings {
            lambda: 1.0,
            ..settings()
        };
        let gained = gain(&fit(&results, &sets), TEMPO.first);
        assert!(gained > 30.0 && gained < 90.0, "{gained}");
    }

    #[test]
    fn result_depends_on_the_seed_and_not_on_the_threads() {
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
        let sets = games(&WeightParams::built_in(), 150);
        let k = fit_k(&WeightParams::built_in(), &sets.train, usize::MAX, 2);
        assert!((0.004..0.0065).contains(&k), "{k}");
    }

    #[test]
    fn stopped_fit_returns_the_best_weights_so_far() {
        let stop = AtomicBool::new(true);
        let mut epochs = 0;
        let fitted = train(&settings(), &games(&truth(), 5), &stop, |_| epochs += 1);
        assert!(fitted.stopped);
        assert_eq!(epochs, 1);
        assert_eq!(fitted.params.rounded(), WeightParams::built_in().rounded());
    }
}
