//! Epoch after epoch, by several threads.
//!
//! In an epoch every position is seen once, in an order of its own, in batches: each thread sums the slopes of its share of a
//! batch, and then one step is made. The steps shrink along half a wave of a cosine, from the rate that was asked
//! for to a hundredth of it, so that the numbers come to rest where the run ends.
//!
//! The target of a position is `lambda` parts its game's result and `1 - lambda` parts what a search said of it, turned
//! into points by the steepness `k`, which is fitted first. With the same seed and the same number of threads the
//! outcome is the same.

use std::f32::consts::PI;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

use fastrand::Rng;

use super::first_layer::FirstLayer;
use super::input::Input;
use super::model::{BLOCK, Desk, Model, Params, Slopes, sigmoid};
use super::optimizer::Optimizer;
use super::positions::{Positions, terms};
use super::quantise;
use crate::board::Board;
use crate::eval::network::{Base, Network};
use crate::train::packed::{Record, unpack};
use crate::train::texel::sigmoid::steepness;

/// The last step, as a part of the first.
const LAST_RATE: f32 = 0.01;
/// Positions enough to tell the steepness of the sigmoid.
const ENOUGH_FOR_K: usize = 200_000;

/// How to train.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// How often every position is seen.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The first steps.
    pub rate: f64,
    /// How fast rows fade that nothing holds: by so much of a step's rate ([`super::optimizer`]); 0: not at all.
    pub decay: f64,
    /// How much of the target is the game's result, 0 to 1; the rest is what the search said.
    pub lambda: f64,
    /// How steep the sigmoid is, by hundredth of a pawn; fitted when none.
    pub k: Option<f64>,
    /// What the order of the positions comes from, and the first numbers where there are none before.
    pub seed: u64,
    /// Threads.
    pub threads: usize,
    /// What the network's score is added to.
    pub base: Base,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            epochs: 20,
            batch: 4_096,
            rate: 0.001,
            decay: 1.0,
            lambda: 0.15,
            k: None,
            seed: 1,
            threads: 1,
            base: Base::Terms,
        }
    }
}

/// What an epoch came to. A loss is the mean of (expected points - target)^2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Which, from 1.
    pub number: u32,
    /// Over what was learnt from, while it was.
    pub train: f64,
    /// Over what was not, afterwards.
    pub validation: f64,
    /// The size of its last step.
    pub rate: f32,
}

/// A training that can be gone on with.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The numbers.
    pub params: Params,
    /// What the optimizer remembers.
    pub optimizer: Optimizer,
    /// Epochs done.
    pub epochs: u32,
    /// How steep the sigmoid is.
    pub k: f64,
    /// What the network's score is added to.
    pub base: Base,
}

impl State {
    /// A training that begins from such numbers.
    pub fn of(params: Params, k: f64, base: Base) -> State {
        State {
            base,
            params,
            optimizer: Optimizer::default(),
            epochs: 0,
            k,
        }
    }
}

/// What was learnt.
#[derive(Clone, Debug)]
pub struct Trained {
    /// The network.
    pub network: Network,
    /// How steep the sigmoid is.
    pub k: f64,
    /// The loss on what was not learnt from, in fractions and in whole numbers.
    pub validation: [f64; 2],
    /// The same of the results alone, in whole numbers.
    pub results: f64,
    /// Whether it was asked to stop before the end.
    pub stopped: bool,
}

/// Trains with `learn`, checks with `check`; neither may be empty. `observe` is told of each epoch and shown
/// the state behind it, `progress` of how many positions of the epoch are done. With `begin` it goes on from there.
pub fn train(
    plan: &Plan,
    learn: &[Record],
    check: &[Record],
    begin: Option<State>,
    stop: &AtomicBool,
    mut progress: impl FnMut(u32, usize),
    mut observe: impl FnMut(&Epoch, &State),
) -> Trained {
    let mut state = begin.unwrap_or_else(|| {
        let k = plan.k.unwrap_or_else(|| fit_k(learn));
        State::of(Params::random(plan.seed), k, plan.base)
    });
    let said = [learn, check].map(|records| terms(records, state.base, plan.threads));
    let learn = Positions::new(learn, &said[0]);
    let check = Positions::new(check, &said[1]);
    let mut first = FirstLayer::of(&state.params);
    let mut slopes = vec![Slopes::zero(); plan.threads.max(1)];
    let mut desks = vec![Desk::default(); slopes.len()];
    let targets = Targets {
        lambda: plan.lambda as f32,
        k: state.k as f32,
    };
    let batch = plan.batch.clamp(1, learn.len().max(1));
    let steps_per_epoch = learn.len().div_ceil(batch);
    let steps = steps_per_epoch * plan.epochs as usize;
    let mut stopped = false;
    'epochs: while state.epochs < plan.epochs {
        let epoch = state.epochs;
        let mut order: Vec<u32> = (0..learn.len() as u32).collect();
        Rng::with_seed(plan.seed ^ u64::from(epoch + 1) << 32).shuffle(&mut order);
        let (mut loss, mut rate) = (0.0, plan.rate as f32);
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
            gather(model, learn, batch, targets, &mut desks, &mut slopes);
            let done = steps_per_epoch * epoch as usize + number;
            rate = plan.rate as f32 * pace(done as f32 / steps as f32);
            loss += slopes
                .iter_mut()
                .map(|part| std::mem::take(&mut part.loss))
                .sum::<f64>();
            let State {
                params, optimizer, ..
            } = &mut state;
            optimizer.step(
                params,
                &mut first,
                &mut slopes,
                batch.len(),
                rate,
                plan.decay as f32,
            );
            progress(epoch + 1, number * plan.batch + batch.len());
        }
        state.epochs += 1;
        let model = Model {
            first: &first,
            params: &state.params,
            k: targets.k,
        };
        let validation = targets.mean(model, check, plan.threads);
        let told = Epoch {
            number: state.epochs,
            train: loss / learn.len().max(1) as f64,
            validation,
            rate,
        };
        observe(&told, &state);
    }
    conclude(&state, check, plan.threads, targets, stopped)
}

/// From 1 down to [`LAST_RATE`].
fn pace(done: f32) -> f32 {
    LAST_RATE + (1.0 - LAST_RATE) * 0.5 * (1.0 + (PI * done.clamp(0.0, 1.0)).cos())
}

/// The network in whole numbers, and how much was lost by that.
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
        each(check, threads, |place| {
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

/// What is to be learnt of a position.
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
        each(positions, threads, |place| {
            let input = positions.input(place);
            Some(self.loss(&input, sigmoid(model.output(&input))))
        })
    }
}

/// The slopes of a batch, a share for each thread.
fn gather(
    model: Model,
    learn: Positions,
    batch: &[u32],
    targets: Targets,
    desks: &mut [Desk],
    slopes: &mut [Slopes],
) {
    let share = batch.len().div_ceil(slopes.len());
    thread::scope(|scope| {
        for ((places, desk), slopes) in batch.chunks(share).zip(desks).zip(slopes) {
            scope.spawn(move || {
                let mut ready = Vec::with_capacity(BLOCK);
                for block in places.chunks(BLOCK) {
                    ready.clear();
                    ready.extend(block.iter().map(|&place| {
                        let input = learn.input(place as usize);
                        let target = targets.of(&input);
                        (input, target)
                    }));
                    model.learn(&ready, desk, slopes);
                }
            });
        }
    });
}

/// The mean of what is said of some of the positions, by their places.
fn each(positions: Positions, threads: usize, of: impl Fn(usize) -> Option<f64> + Sync) -> f64 {
    let share = positions.len().div_ceil(threads.max(1)).max(1);
    let sum = |begin: usize| {
        let said = (begin..positions.len().min(begin + share)).filter_map(&of);
        said.fold((0.0, 0u64), |(sum, count), one| (sum + one, count + 1))
    };
    let (total, count) = thread::scope(|scope| {
        let begins = (0..positions.len()).step_by(share);
        let sum = &sum;
        let parts: Vec<_> = begins
            .map(|begin| scope.spawn(move || sum(begin)))
            .collect();
        parts
            .into_iter()
            .fold((0.0, 0), |all, part| match part.join() {
                Ok((sum, count)) => (all.0 + sum, all.1 + count),
                Err(fault) => std::panic::resume_unwind(fault),
            })
    });
    total / count.max(1) as f64
}

/// How steeply the scores tell the results: `k` by hundredth of a pawn.
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

    fn plan() -> Plan {
        Plan {
            epochs: 6,
            batch: 128,
            rate: 0.004,
            k: Some(0.004),
            threads: 2,
            ..Plan::default()
        }
    }

    #[test]
    fn material_is_learnt() {
        let (learn, check) = (records(1, 12_000), records(2, 2_000));
        let stop = AtomicBool::new(false);
        let mut losses = Vec::new();
        let trained = train(
            &plan(),
            &learn,
            &check,
            None,
            &stop,
            |_, _| {},
            |epoch, _| {
                losses.push(epoch.train);
            },
        );
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
    fn a_run_that_was_cut_off_goes_on_as_if_it_had_not() {
        let (learn, check) = (records(3, 3_000), records(4, 500));
        let stop = AtomicBool::new(false);
        let plan = Plan {
            epochs: 4,
            ..plan()
        };
        let mut half = None;
        let whole = train(
            &plan,
            &learn,
            &check,
            None,
            &stop,
            |_, _| {},
            |epoch, state| {
                if epoch.number == 2 {
                    half = Some(state.clone());
                }
            },
        );
        let again = train(&plan, &learn, &check, half, &stop, |_, _| {}, |_, _| {});
        assert!(whole.network == again.network);
        stop.store(true, Ordering::Relaxed);
        let none = train(&plan, &learn, &check, None, &stop, |_, _| {}, |_, _| {});
        assert!(none.stopped);
    }
}
