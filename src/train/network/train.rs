//! The training loop: epochs of batches, by several threads.
//!
//! In an epoch every position is seen once, in a new random order, in batches: each thread sums the gradients of its share of a
//! batch, and then one step is made. The steps shrink along half a cosine wave to a hundredth of the rate (cosine annealing).
//!
//! The target of a position is `lambda` times its game's result plus `1 - lambda` times the points expected of its score, by
//! the steepness `k`, which is fitted first. The result is the same for the same seed and number of threads.

use std::f32::consts::PI;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use fastrand::Rng;

use super::first_layer::FirstLayer;
use super::input::Input;
use super::model::{BLOCK, Model, Workspace, sigmoid};
use super::optimizer::Step;
use super::params::{Gradient, Params};
use super::positions::{Positions, terms};
use super::quantise;
use super::settings::TrainingSettings;
use super::state::State;
use crate::board::Board;
use crate::eval::network::Network;
use crate::search::resources::thread_count;
use crate::train::packed::{Record, unpack};
use crate::train::parallel;
use crate::train::texel::sigmoid::steepness;

/// The last step, as a part of the first.
const LAST_RATE: f32 = 0.01;
/// The number of positions that the steepness is fitted to.
const ENOUGH_FOR_K: usize = 200_000;

/// The losses of an epoch. A loss is the mean of (expected points - target)^2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1.
    pub number: u32,
    /// Over the training positions, during the epoch.
    pub train: f64,
    /// Over the validation positions, after the epoch.
    pub validation: f64,
    /// The size of its last step.
    pub rate: f32,
}

/// The result of a training.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network.
    pub network: Network,
    /// The steepness of the logistic curve, per centipawn.
    pub k: f64,
    /// The validation loss before and after quantisation.
    pub validation: [f64; 2],
    /// The validation loss after quantisation where the target is the result alone.
    pub results: f64,
    /// True if it was stopped before the end.
    pub stopped: bool,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug)]
pub enum Progress<'a> {
    /// A batch is done.
    Batch {
        /// The epoch, from 1.
        epoch: u32,
        /// Positions of the epoch that are done.
        done: usize,
        /// Positions of an epoch.
        positions: usize,
    },
    /// An epoch is done, with the state after it.
    Epoch(&'a Epoch, &'a State),
}

/// Trains with the first positions and checks with the second; neither may be empty. With `begin` it goes on from there.
pub fn train(
    settings: &TrainingSettings,
    [learn, check]: [&[Record]; 2],
    begin: Option<State>,
    stop: &AtomicBool,
    mut observe: impl FnMut(Progress),
) -> Trained {
    let mut state = begin.unwrap_or_else(|| {
        let k = settings.k.unwrap_or_else(|| fit_k(learn));
        State::of(Params::random(settings.seed), k, settings.base())
    });
    let threads = thread_count(settings.threads.into()).max(1);
    let said = [learn, check].map(|records| terms(records, state.base, threads));
    let learn = Positions::new(learn, &said[0]);
    let check = Positions::new(check, &said[1]);
    let mut first = FirstLayer::of(&state.params);
    let mut gradients = vec![Gradient::zero(); threads];
    let mut workspaces = vec![Workspace::default(); gradients.len()];
    let targets = Targets {
        lambda: settings.lambda as f32,
        k: state.k as f32,
    };
    let batch = settings.batch.clamp(1, learn.len().max(1));
    let steps_per_epoch = learn.len().div_ceil(batch);
    let steps = steps_per_epoch * settings.epochs as usize;
    let mut stopped = false;
    'epochs: while state.epochs < settings.epochs {
        let epoch = state.epochs;
        let mut order: Vec<u32> = (0..learn.len() as u32).collect();
        Rng::with_seed(settings.seed ^ u64::from(epoch + 1) << 32).shuffle(&mut order);
        let (mut loss, mut rate) = (0.0, settings.rate as f32);
        for (number, batch) in order.chunks(batch).enumerate() {
            if stop.load(Ordering::Relaxed) {
                stopped = true;
                break 'epochs;
            }
            let model = Model {
                first: &first,
                params: &state.params,
                k: targets.k,
            };
            gather(
                model,
                learn,
                batch,
                targets,
                &mut workspaces,
                &mut gradients,
            );
            let done = steps_per_epoch * epoch as usize + number;
            rate = settings.rate as f32 * pace(done as f32 / steps as f32);
            loss += gradients
                .iter_mut()
                .map(|part| std::mem::take(&mut part.loss))
                .sum::<f64>();
            Step {
                adam: &mut state.adam,
                params: &mut state.params,
                first: &mut first,
                gradients: &mut gradients,
                positions: batch.len(),
                rate,
                decay: settings.decay as f32,
            }
            .make();
            observe(Progress::Batch {
                epoch: epoch + 1,
                done: number * settings.batch + batch.len(),
                positions: learn.len(),
            });
        }
        state.epochs += 1;
        let model = Model {
            first: &first,
            params: &state.params,
            k: targets.k,
        };
        let validation = targets.mean(model, check, threads);
        let told = Epoch {
            number: state.epochs,
            train: loss / learn.len().max(1) as f64,
            validation,
            rate,
        };
        observe(Progress::Epoch(&told, &state));
    }
    conclude(&state, check, threads, targets, stopped)
}

/// The size of a step as a part of the first, from 1 down to [`LAST_RATE`].
fn pace(done: f32) -> f32 {
    LAST_RATE + (1.0 - LAST_RATE) * 0.5 * (1.0 + (PI * done.clamp(0.0, 1.0)).cos())
}

/// Quantises the network and measures its losses.
fn conclude(
    state: &State,
    check: Positions,
    threads: usize,
    targets: Targets,
    stopped: bool,
) -> Trained {
    let scale = (1.0 / state.k).round() as i32;
    let network = quantise(&state.params, scale, state.base);
    let first = FirstLayer::of(&state.params);
    let model = Model {
        first: &first,
        params: &state.params,
        k: targets.k,
    };
    let fractions = targets.mean(model, check, threads);
    let points = |board: &Board| sigmoid(network.evaluate(board) as f32 / scale as f32);
    let whole = |loss: &(dyn Fn(&Input, f32) -> f64 + Sync)| {
        mean(check, threads, |place| {
            let board = unpack(check.record(place)).ok()?.board;
            Some(loss(&check.input(place), points(&board)))
        })
    };
    let numbers = whole(&|input, points| targets.loss(input, points));
    let results = whole(&|input, points| f64::from(points - input.points).powi(2));
    Trained {
        network,
        k: state.k,
        validation: [fractions, numbers],
        results,
        stopped,
    }
}

/// The targets of positions.
#[derive(Clone, Copy, Debug)]
struct Targets {
    lambda: f32,
    k: f32,
}

impl Targets {
    fn of(self, input: &Input) -> f32 {
        let said = sigmoid(self.k * input.score);
        self.lambda * input.points + (1.0 - self.lambda) * said
    }

    fn loss(self, input: &Input, points: f32) -> f64 {
        f64::from(points - self.of(input)).powi(2)
    }

    /// The mean loss of a model over positions.
    fn mean(self, model: Model, positions: Positions, threads: usize) -> f64 {
        mean(positions, threads, |place| {
            let input = positions.input(place);
            Some(self.loss(&input, sigmoid(model.output(&input))))
        })
    }
}

/// Adds up the gradients of a batch, a share for each thread.
fn gather(
    model: Model,
    learn: Positions,
    batch: &[u32],
    targets: Targets,
    workspaces: &mut [Workspace],
    gradients: &mut [Gradient],
) {
    let share = batch.len().div_ceil(gradients.len());
    thread::scope(|scope| {
        for ((places, workspace), gradients) in batch.chunks(share).zip(workspaces).zip(gradients) {
            scope.spawn(move || {
                let mut ready = Vec::with_capacity(BLOCK);
                for block in places.chunks(BLOCK) {
                    ready.clear();
                    ready.extend(block.iter().map(|&place| {
                        let input = learn.input(place as usize);
                        let target = targets.of(&input);
                        (input, target)
                    }));
                    model.learn(&ready, workspace, gradients);
                }
            });
        }
    });
}

/// The mean of `of` over the positions by their places, leaving out those without a value.
fn mean(positions: Positions, threads: usize, of: impl Fn(usize) -> Option<f64> + Sync) -> f64 {
    let share = positions.len().div_ceil(threads.max(1));
    let sums = parallel::each(&parallel::cut(positions.len(), share), threads, |places| {
        let values = places.filter_map(&of);
        values.fold((0.0, 0u64), |(sum, count), one| (sum + one, count + 1))
    });
    let add = |all: (f64, u64), part: (f64, u64)| (all.0 + part.0, all.1 + part.1);
    let (total, count) = sums.into_iter().fold((0.0, 0), add);
    total / count.max(1) as f64
}

/// The steepness `k`, per centipawn, with which the scores predict the results best.
pub fn fit_k(records: &[Record]) -> f64 {
    let step = records.len().div_ceil(ENOUGH_FOR_K).max(1);
    let scored: Vec<(f64, f64)> = records
        .iter()
        .step_by(step)
        .map(|record| {
            let input = Input::read(record);
            (input.score.into(), input.points.into())
        })
        .collect();
    steepness(&scored)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::train::packed::{GameResult, Sample, pack};
    use crate::train::test_games::random_game;

    /// Random positions, scored by material alone.
    fn records(seed: u64, count: usize) -> Vec<Record> {
        let mut random = Rng::with_seed(seed);
        let mut records = Vec::new();
        while records.len() < count {
            for board in random_game(&mut random, 80) {
                let material = crate::eval::Accumulator::of(&board).material().mg();
                records.push(pack(&Sample {
                    board,
                    score: material,
                    result: match material {
                        i32::MIN..=-100 => GameResult::Loss,
                        -99..=99 => GameResult::Draw,
                        _ => GameResult::Win,
                    },
                    ply: 0,
                }));
            }
        }
        records.truncate(count);
        records
    }

    fn settings() -> TrainingSettings {
        TrainingSettings {
            epochs: 6,
            batch: 128,
            rate: 0.004,
            k: Some(0.004),
            threads: 2,
            ..TrainingSettings::default()
        }
    }

    #[test]
    fn material_is_learnt() {
        let (learn, check) = (records(1, 12_000), records(2, 2_000));
        let stop = AtomicBool::new(false);
        let mut losses = Vec::new();
        let trained = train(&settings(), [&learn, &check], None, &stop, |progress| {
            if let Progress::Epoch(epoch, _) = progress {
                losses.push(epoch.train);
            }
        });
        assert_eq!(losses.len(), 6);
        assert!(losses[5] < losses[0] / 2.0, "{losses:?}");
        let [fractions, whole] = trained.validation;
        assert!(
            (whole / fractions - 1.0).abs() < 0.03,
            "{fractions} {whole}"
        );
        let score = |fen: &str| trained.network.evaluate(&Board::from_fen(fen).unwrap());
        assert!(score("rnbakabnr/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/1NBAKABNR w") < -100);
        assert!(score("rnbakabn1/9/1c5c1/p1p1p1p1p/9/9/P1P1P1P1P/1C5C1/9/RNBAKABNR w") > 100);
    }

    #[test]
    fn a_resumed_training_gives_the_same_network() {
        let (learn, check) = (records(3, 3_000), records(4, 500));
        let stop = AtomicBool::new(false);
        let settings = TrainingSettings {
            epochs: 4,
            ..settings()
        };
        let sets = [&learn[..], &check];
        let mut half = None;
        let whole = train(&settings, sets, None, &stop, |progress| match progress {
            Progress::Epoch(epoch, state) if epoch.number == 2 => half = Some(state.clone()),
            _ => {}
        });
        let again = train(&settings, sets, half, &stop, |_| {});
        assert!(whole.network == again.network);
        stop.store(true, Ordering::Relaxed);
        let none = train(&settings, sets, None, &stop, |_| {});
        assert!(none.stopped);
    }
}
