//! The training loop of the network: epochs of batches, by several threads.
//!
//! An epoch uses every position once, in a new random order ([`stream`](super::stream)), in batches. Each thread sums the gradients
//! of its share of a batch, then one step is made. The learning rate falls along half a cosine wave to a hundredth (cosine
//! annealing).
//!
//! The target of a position is `lambda` times the points of its game plus `1 - lambda` times the expected points of its score,
//! with the steepness `k`, which is fitted first. The same seed and number of threads give the same network.

use std::f32::consts::PI;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc;
use std::thread;

use serde::{Deserialize, Serialize};

use super::checkpoint::TrainingState;
use super::first_layer::FirstLayer;
use super::input::NetworkInput;
use super::model::{BLOCK, Model, ThreadBuffers, add_gradient, output, sigmoid};
use super::params::Gradient;
use super::quantise;
use super::settings::TrainingSettings;
use super::stream::PositionFiles;
use crate::diagram::loss_chart::EpochLoss;
use crate::eval::network::Network;
use crate::host::in_threads;
use crate::search::resources::thread_count;
use crate::train::error::TrainError;
use crate::train::packed::{PackedSample, unpack};
use crate::train::steepness::steepness;

/// The learning rate of the last step, as a fraction of the first.
const LAST_RATE: f32 = 0.01;
/// The maximum number of positions to which the steepness is fitted.
const FIT_POSITIONS: usize = 200_000;

/// The result of a training.
#[derive(Clone, Debug)]
pub struct TrainingResult {
    /// The network after the last epoch, quantised.
    pub network: Network,
    /// Its training.
    pub summary: TrainingSummary,
}

/// The numbers of positions and the validation losses of a training.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct TrainingSummary {
    /// The number of training positions.
    #[serde(rename = "positions")]
    pub training_positions: usize,
    /// The number of validation positions.
    #[serde(rename = "check")]
    pub validation_positions: usize,
    /// The steepness of the logistic curve, per centipawn.
    pub k: f64,
    /// The loss before quantisation.
    pub loss: f64,
    /// The loss after quantisation.
    pub quantised_loss: f64,
    /// The loss after quantisation if the target is the result of the game alone.
    pub result_loss: f64,
}

/// The progress of a training.
#[derive(Clone, Copy, Debug)]
pub enum TrainingProgress<'a> {
    /// A batch is done.
    Batch {
        /// The number of the epoch, from 1.
        epoch: u32,
        /// The number of positions of the epoch that are done.
        done: usize,
        /// The number of positions of the epoch.
        positions: usize,
    },
    /// An epoch is done, with the state after it.
    Epoch(&'a EpochLoss, &'a TrainingState),
}

/// Continues a training from `state`. It trains on the positions of the files and validates on the others, which must be legal;
/// neither may be empty. Returns `None` if `stop` is set before the end.
///
/// # Errors
/// If a file cannot be read any more, or the training diverges.
pub fn train(
    settings: &TrainingSettings,
    threads: u16,
    training: &PositionFiles,
    validation: &[PackedSample],
    mut state: TrainingState,
    stop: &AtomicBool,
    mut observe: impl FnMut(TrainingProgress),
) -> Result<Option<TrainingResult>, TrainError> {
    let threads = thread_count(threads.into());
    let positions = training.count();
    let mut first = FirstLayer::of(&state.params);
    let mut gradients = vec![Gradient::zero(); threads];
    let mut thread_buffers = vec![ThreadBuffers::default(); threads];
    let targets = Targets {
        lambda: settings.lambda as f32,
        k: state.k as f32,
    };
    while state.epochs < settings.epochs {
        let epoch = state.epochs;
        let (mut loss, mut rate, mut done) = (0.0, settings.rate as f32, 0);
        let mut train_batch = |batch: &[PackedSample]| {
            let model = Model::new(&first, &state.params);
            let mut buffers: Vec<_> = thread_buffers.iter_mut().zip(&mut gradients).collect();
            add_gradients(model, batch, targets, &mut buffers);
            let share =
                (f64::from(epoch) + done as f64 / positions as f64) / f64::from(settings.epochs);
            rate = settings.rate as f32 * rate_factor(share as f32);
            let losses = gradients
                .iter_mut()
                .map(|part| std::mem::take(&mut part.loss));
            loss += losses.sum::<f64>();
            state.adam.make_step(
                &mut state.params,
                &mut first,
                &mut gradients,
                batch.len(),
                rate,
                settings.decay as f32,
            );
            done += batch.len();
            observe(TrainingProgress::Batch {
                epoch: epoch + 1,
                done,
                positions,
            });
        };
        let seed = settings.seed ^ u64::from(epoch + 1) << 32;
        let completed = thread::scope(|scope| {
            // The next window is read while this one is used.
            let (sender, windows) = mpsc::sync_channel(0);
            scope.spawn(move || {
                training
                    .windows(seed)
                    .try_for_each(|window| sender.send(window))
            });
            for window in windows {
                for batch in window?.chunks(settings.batch) {
                    if stop.load(Ordering::Relaxed) {
                        return Ok(false);
                    }
                    train_batch(batch);
                }
            }
            Ok::<bool, TrainError>(true)
        })?;
        if !completed {
            return Ok(None);
        }
        state.epochs += 1;
        let model = Model::new(&first, &state.params);
        let losses = EpochLoss {
            epoch: state.epochs,
            train: loss / positions as f64,
            validation: targets.loss(model, validation, threads),
            rate: rate.into(),
        };
        // A checkpoint of such parameters could not be resumed.
        if !(losses.train + losses.validation).is_finite() {
            return Err(TrainError::Work(format!(
                "the loss of epoch {} is not finite; use a smaller rate or decay",
                losses.epoch
            )));
        }
        observe(TrainingProgress::Epoch(&losses, &state));
    }
    let result = quantise_and_validate(&state, &first, positions, validation, threads, targets);
    Ok(Some(result))
}

/// The learning rate as a fraction of the first, from 1 down to [`LAST_RATE`]. `done` is the fraction of steps done.
fn rate_factor(done: f32) -> f32 {
    LAST_RATE + (1.0 - LAST_RATE) * 0.5 * (1.0 + (PI * done.clamp(0.0, 1.0)).cos())
}

/// Quantises the network and measures its losses. `first` is the first layer of its parameters.
fn quantise_and_validate(
    state: &TrainingState,
    first: &FirstLayer,
    positions: usize,
    validation: &[PackedSample],
    threads: usize,
    targets: Targets,
) -> TrainingResult {
    let scale = (1.0 / state.k).round() as i32;
    let network = quantise(&state.params, scale);
    let model = Model::new(first, &state.params);
    let quantised_loss = |targets: Targets| {
        mean(validation, threads, |record| {
            let board = unpack(record).expect("a legal position").board;
            let points = sigmoid(network.evaluate(&board) as f32 / scale as f32);
            f64::from(points - targets.of(&NetworkInput::read(record))).powi(2)
        })
    };
    let results = Targets {
        lambda: 1.0,
        ..targets
    };
    let summary = TrainingSummary {
        training_positions: positions,
        validation_positions: validation.len(),
        k: state.k,
        loss: targets.loss(model, validation, threads),
        quantised_loss: quantised_loss(targets),
        result_loss: quantised_loss(results),
    };
    TrainingResult { network, summary }
}

/// The parameters that determine the target of a position.
#[derive(Clone, Copy, Debug)]
struct Targets {
    lambda: f32,
    k: f32,
}

impl Targets {
    /// The target of a position, in expected points.
    fn of(self, input: &NetworkInput) -> f32 {
        self.lambda * input.points + (1.0 - self.lambda) * sigmoid(self.k * input.score)
    }

    /// The mean loss of a model over positions.
    fn loss(self, model: Model, positions: &[PackedSample], threads: usize) -> f64 {
        mean(positions, threads, |record| {
            let input = NetworkInput::read(record);
            f64::from(sigmoid(output(&model, &input)) - self.of(&input)).powi(2)
        })
    }
}

/// Adds the gradients of a batch to the buffers, each thread its share of the positions.
fn add_gradients(
    model: Model,
    batch: &[PackedSample],
    targets: Targets,
    buffers: &mut [(&mut ThreadBuffers, &mut Gradient)],
) {
    let share = batch.len().div_ceil(buffers.len());
    let parts = batch.chunks(share).zip(buffers);
    in_threads(parts, |(records, (buffers, gradient))| {
        let mut inputs = Vec::with_capacity(BLOCK);
        for block in records.chunks(BLOCK) {
            inputs.clear();
            inputs.extend(block.iter().map(|record| {
                let input = NetworkInput::read(record);
                let target = targets.of(&input);
                (input, target)
            }));
            add_gradient(&model, &inputs, buffers, gradient);
        }
    });
}

/// The mean of `value` over one or more positions.
fn mean(
    positions: &[PackedSample],
    threads: usize,
    value: impl Fn(&PackedSample) -> f64 + Sync,
) -> f64 {
    let share = positions.len().div_ceil(threads);
    let sums = in_threads(positions.chunks(share), |share| {
        share.iter().map(&value).sum::<f64>()
    });
    sums.into_iter().sum::<f64>() / positions.len() as f64
}

/// The steepness `k`, per centipawn, with which the scores predict the results best.
pub fn fit_k(records: &[PackedSample]) -> f64 {
    let step = records.len().div_ceil(FIT_POSITIONS).max(1);
    let inputs = records.iter().step_by(step).map(NetworkInput::read);
    let scored = inputs.map(|input| (input.score.into(), input.points.into()));
    steepness(&scored.collect::<Vec<(f64, f64)>>())
}

#[cfg(test)]
mod tests {
    use super::super::params::NetworkParams;
    use super::super::stream;
    use super::*;
    use crate::arena::GameResult;
    use crate::board::test_games::random_game;
    use crate::eval::tables;
    use crate::train::packed::{TrainingSample, pack};
    use fastrand::Rng;
    use std::path::Path;

    /// Random positions, scored by material alone.
    fn records(seed: u64, count: usize) -> Vec<PackedSample> {
        let mut random = Rng::with_seed(seed);
        let mut records = Vec::new();
        while records.len() < count {
            // Few positions of each game, so that the network cannot learn the games.
            for board in random_game(&mut random, 80).into_iter().step_by(8) {
                let material = tables::sum(&tables::MATERIAL, &board);
                records.push(pack(&TrainingSample {
                    board,
                    score: material,
                    result: match material {
                        i32::MIN..=-100 => GameResult::Black,
                        -99..=99 => GameResult::Draw,
                        _ => GameResult::Red,
                    },
                    ply: 0,
                }));
            }
        }
        records.truncate(count);
        records
    }

    fn settings(epochs: u32) -> TrainingSettings {
        TrainingSettings {
            epochs,
            batch: 128,
            rate: 0.004,
            decay: 1.0,
            lambda: 0.15,
            k: Some(0.004),
            seed: 1,
        }
    }

    /// A file of these records.
    fn files(folder: &Path, records: &[PackedSample]) -> PositionFiles {
        let path = folder.join("positions");
        stream::tests::write(&path, records);
        PositionFiles::open(&[path]).unwrap()
    }

    /// The state before the first epoch.
    fn first() -> TrainingState {
        TrainingState::new(NetworkParams::random(1), 0.004)
    }

    #[test]
    fn a_training_that_diverges_ends_with_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let training = files(folder.path(), &records(5, 500));
        let settings = TrainingSettings {
            rate: 1.0,
            decay: 100.0,
            ..settings(50)
        };
        let stop = AtomicBool::new(false);
        let mut losses = Vec::new();
        let observe = |progress: TrainingProgress| {
            if let TrainingProgress::Epoch(epoch, _) = progress {
                losses.push(epoch.train + epoch.validation);
            }
        };
        let (begin, check) = (first(), records(6, 50));
        let error = train(&settings, 2, &training, &check, begin, &stop, observe);
        let error = error.unwrap_err().to_string();
        let end = "is not finite; use a smaller rate or decay";
        assert!(error.ends_with(end), "{error}");
        assert!(losses.iter().all(|loss| loss.is_finite()), "{losses:?}");
    }

    #[test]
    fn resumed_training_gives_the_same_network() {
        let folder = tempfile::tempdir().unwrap();
        let training = files(folder.path(), &records(3, 3_000));
        let check = records(4, 500);
        let stop = AtomicBool::new(false);
        let mut half = None;
        let run = |begin, observe: &mut dyn FnMut(TrainingProgress)| {
            train(&settings(4), 2, &training, &check, begin, &stop, observe).unwrap()
        };
        let whole = run(first(), &mut |progress| match progress {
            TrainingProgress::Epoch(epoch, state) if epoch.epoch == 2 => half = Some(state.clone()),
            _ => {}
        });
        let again = run(half.unwrap(), &mut |_| {});
        assert!(whole.unwrap().network == again.unwrap().network);
        stop.store(true, Ordering::Relaxed);
        assert!(run(first(), &mut |_| {}).is_none());
    }
}
