//! Epoch after epoch, until it gets no better.
//!
//! In an epoch every position is seen once, in batches: after each batch all numbers make a step.
//! The steps shrink from epoch to epoch, so that the numbers come to rest. What was learnt is asked
//! of positions that are never learnt from; the numbers that did best there are kept, and when no
//! epoch does better for some time, that was it.
//!
//! The sigmoid is not steeper afterwards than before, but what explains more of a game's result gives
//! larger scores. The search's margins know scores of the old size. So at the end all weights are
//! brought back to it.
//!
//! Weights are held to where they began, as if so many positions (`hold`) had said that each is
//! right. One that occurs in a million positions does not feel it, one that occurs in fifty stays.

use std::sync::atomic::{AtomicBool, Ordering};

use fastrand::Rng;

use super::model::{descend, score};
use super::params::{Freedom, SIZE, freedoms};
use super::sample::Sample;
use super::sigmoid::{self, points};
use super::{Params, Set};
use crate::eval::Tapered;
use crate::eval::weights::COUNT;
use crate::train::adam::Adam;
use crate::train::parallel;

/// The last epoch's steps, as a part of the first one's.
const LAST_RATE: f64 = 0.02;
/// Positions enough to tell the steepness of the sigmoid.
const ENOUGH_FOR_K: usize = 200_000;
/// What `p * (1 - p)` is in most positions, to translate `hold`.
const USUAL_SLOPE: f64 = 0.2;

/// How to learn.
#[derive(Clone, Debug)]
pub struct Plan {
    /// How often every position is seen, at most.
    pub epochs: u32,
    /// Positions between two steps.
    pub batch: usize,
    /// The first epoch's steps, in hundredths of a pawn.
    pub rate: f64,
    /// How much of the target is the game's result, 0 to 1; the rest is what the search said.
    pub lambda: f64,
    /// How steep the sigmoid is; fitted when none.
    pub k: Option<f64>,
    /// How firmly weights are held, in positions.
    pub hold: f64,
    /// So many epochs without getting better are enough.
    pub patience: u32,
    /// What the order of the positions comes from.
    pub seed: u64,
    /// Threads; the outcome is the same for any number.
    pub threads: usize,
}

impl Default for Plan {
    fn default() -> Plan {
        Plan {
            epochs: 40,
            batch: 16_384,
            rate: 1.0,
            lambda: 0.5,
            k: None,
            hold: 500.0,
            patience: 8,
            seed: 1,
            threads: 1,
        }
    }
}

/// What an epoch came to. A loss is the mean of (expected points - target)^2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Which, from 1; 0 is how it was before.
    pub number: u32,
    /// Over what was learnt from, while it was.
    pub train: f64,
    /// Over what was not, afterwards.
    pub validation: f64,
    /// The size of its steps.
    pub rate: f64,
}

/// What was learnt.
#[derive(Clone, Debug)]
pub struct Fitted {
    /// How steep the sigmoid is.
    pub k: f64,
    /// So many times what was learnt is what is returned: scores are on average as large as before.
    pub factor: f64,
    /// How it was before.
    pub before: Epoch,
    /// The best epoch; the one before if none was better.
    pub best: Epoch,
    /// The numbers it ended with.
    pub params: Params,
    /// The same as the evaluation can have them.
    pub values: [Tapered; COUNT],
    /// The loss of those, over what was not learnt from.
    pub rounded: f64,
    /// The same of the results alone, before and with those: comparable whatever the target was.
    pub results: [f64; 2],
    /// Whether it was asked to stop.
    pub stopped: bool,
}

/// Moves the built-in numbers to where they tell the targets of `train` better, and keeps those that
/// do best for `validation`. Neither may be empty. `observe` is told of each epoch, of the numbers as
/// they are before as number 0. When `stop` is set, what is best so far is returned.
pub fn train(
    plan: &Plan,
    train: &Set,
    validation: &Set,
    stop: &AtomicBool,
    mut observe: impl FnMut(&Epoch),
) -> Fitted {
    let start = Params::built_in();
    let k = plan
        .k
        .unwrap_or_else(|| sigmoid::fit(&start, train, ENOUGH_FOR_K, plan.threads));
    let teacher = Teacher {
        k,
        lambda: plan.lambda,
        hold: plan.hold / train.len().max(1) as f64,
        threads: plan.threads,
        freedoms: freedoms(),
        start: start.clone(),
    };
    let before = Epoch {
        number: 0,
        train: teacher.loss(&start, train),
        validation: teacher.loss(&start, validation),
        rate: 0.0,
    };
    observe(&before);

    let mut random = Rng::with_seed(plan.seed);
    let block = parallel::BLOCK.min(plan.batch.max(1));
    let mut blocks = parallel::cut(train.len(), block);
    let (mut params, mut adam) = (start.clone(), Adam::new(SIZE));
    let (mut best, mut best_params) = (before, start);
    let mut stopped = false;
    'epochs: for number in 1..=plan.epochs {
        let progress = f64::from(number - 1) / f64::from(plan.epochs.max(2) - 1);
        let rate = plan.rate * LAST_RATE.powf(progress);
        random.shuffle(&mut blocks);
        let mut loss = 0.0;
        for batch in blocks.chunks((plan.batch / block).max(1)) {
            stopped = stop.load(Ordering::Relaxed);
            if stopped {
                break 'epochs;
            }
            let (lost, gradient) = teacher.slope(&params, train, batch);
            loss += lost;
            params.step(&gradient, &teacher.freedoms, &mut adam, rate);
            params.settle();
        }
        let epoch = Epoch {
            number,
            train: loss / train.len() as f64,
            validation: teacher.loss(&params, validation),
            rate,
        };
        observe(&epoch);
        if epoch.validation < best.validation {
            (best, best_params) = (epoch, params.clone());
        } else if number - best.number >= plan.patience {
            break;
        }
    }
    let factor = teacher.size(&teacher.start, validation) / teacher.size(&best_params, validation);
    let params = best_params.scaled(factor);
    let values = params.rounded();
    let rounded = Params::of(&values);
    let results = Teacher {
        lambda: 1.0,
        ..teacher.clone()
    };
    Fitted {
        k,
        factor,
        results: [
            results.loss(&results.start, validation),
            results.loss_at(k / factor, &rounded, validation),
        ],
        before,
        best,
        params,
        values,
        rounded: teacher.loss_at(k / factor, &rounded, validation),
        stopped,
    }
}

/// Knows what is wanted, and what it is worth to come nearer.
#[derive(Clone, Debug)]
struct Teacher {
    k: f64,
    lambda: f64,
    /// Positions that hold a weight, by position learnt from.
    hold: f64,
    threads: usize,
    freedoms: Vec<Freedom>,
    start: Params,
}

impl Teacher {
    /// The points wanted of a position.
    fn target(&self, sample: Sample) -> f64 {
        self.lambda * f64::from(sample.points) + (1.0 - self.lambda) * points(self.k, sample.score)
    }

    /// The mean loss over a set.
    fn loss(&self, params: &Params, set: &Set) -> f64 {
        self.loss_at(self.k, params, set)
    }

    /// The same with another steepness for the scores, not for the targets.
    fn loss_at(&self, k: f64, params: &Params, set: &Set) -> f64 {
        self.mean(set, |sample| {
            (points(k, score(params, sample)) - self.target(sample)).powi(2)
        })
    }

    /// How large scores are on average, whoever is ahead; never quite 0.
    fn size(&self, params: &Params, set: &Set) -> f64 {
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

    /// The loss over a batch, summed, and the slope of its mean by unit of `k`, with what holds the
    /// weights where they began.
    fn slope(&self, params: &Params, set: &Set, batch: &[std::ops::Range<usize>]) -> (f64, Params) {
        let count: usize = batch.iter().map(ExactSizeIterator::len).sum();
        let parts = parallel::each(batch, self.threads, |block| {
            let (mut loss, mut gradient) = (0.0, Params::zero());
            for index in block {
                let sample = set.sample(index);
                let target = self.target(sample);
                let score = descend(params, sample, &mut gradient, |score| {
                    let points = points(self.k, score);
                    2.0 * (points - target) * points * (1.0 - points) / count as f64
                });
                loss += (points(self.k, score) - target).powi(2);
            }
            (loss, gradient)
        });
        let (mut loss, mut gradient) = (0.0, Params::zero());
        for (lost, part) in &parts {
            loss += lost;
            gradient.add(part);
        }
        let firmness = 2.0 * self.hold * USUAL_SLOPE * USUAL_SLOPE * self.k;
        for (place, freedom) in self.freedoms.iter().enumerate() {
            if freedom.step > 0.0 {
                let way = params[place] - self.start[place];
                gradient[place] += firmness * way / (freedom.step * freedom.step);
            }
        }
        (loss, gradient)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::values::{ROOK_MOBILITY, TEMPO};
    use crate::train::test_games::random_game;

    /// Positions of random games, their results drawn by what `truth` thinks of them.
    fn games(truth: &Params, k: f64, games: u64) -> (Set, Set) {
        let mut sets = (Set::default(), Set::default());
        let mut luck = Rng::with_seed(7);
        for seed in 0..games {
            let game = random_game(&mut Rng::with_seed(seed), 60);
            for board in game.into_iter().skip(1).step_by(2) {
                let mut one = Set::default();
                one.push(&board, 0, 0.0);
                let red = score(truth, one.sample(0));
                let won = luck.f64() < points(k, red);
                let set = if seed % 10 == 0 {
                    &mut sets.1
                } else {
                    &mut sets.0
                };
                set.push(&board, red.round() as i32, f32::from(u8::from(won)));
            }
        }
        sets
    }

    fn truth() -> Params {
        let mut truth = Params::built_in();
        // Black and red move alike often, and the phase is near the middlegame's.
        truth[2 * TEMPO.first] += 60.0;
        for room in 0..ROOK_MOBILITY.count() {
            truth[2 * ROOK_MOBILITY.at(room).index()] += 3.0 * room as f64;
        }
        truth
    }

    fn plan() -> Plan {
        Plan {
            epochs: 60,
            batch: 512,
            rate: 2.0,
            lambda: 0.0,
            k: Some(0.005),
            hold: 1.0,
            ..Plan::default()
        }
    }

    #[test]
    fn what_was_hidden_is_found() {
        let (set, check) = games(&truth(), 0.005, 150);
        let fitted = train(&plan(), &set, &check, &AtomicBool::new(false), |_| {});
        let gained = fitted.gain(TEMPO.first);
        assert!((gained - 60.0).abs() < 6.0, "{gained}");
        // Of rooms only the difference: a rook's own value may take what all have in common.
        let room = |room| {
            let index = ROOK_MOBILITY.at(room).index();
            fitted.gain(index)
        };
        let gained = room(9) - room(2);
        assert!((gained - 21.0).abs() < 6.0, "{gained}");
        assert!(fitted.best.validation < fitted.before.validation / 4.0);
        assert!(fitted.rounded < fitted.before.validation / 4.0);
        assert!(!fitted.stopped);
    }

    impl Fitted {
        /// How far a weight moved, in the unit of what it was to find.
        fn gain(&self, index: usize) -> f64 {
            self.params[2 * index] / self.factor - Params::built_in()[2 * index]
        }
    }

    #[test]
    fn results_alone_tell_the_direction() {
        let (set, check) = games(&truth(), 0.005, 150);
        let plan = Plan {
            lambda: 1.0,
            ..plan()
        };
        let fitted = train(&plan, &set, &check, &AtomicBool::new(false), |_| {});
        let gained = fitted.gain(TEMPO.first);
        assert!(gained > 30.0 && gained < 90.0, "{gained}");
    }

    #[test]
    fn the_same_seed_gives_the_same_numbers_with_any_threads() {
        let (set, check) = games(&truth(), 0.005, 20);
        let fit = |seed, threads| {
            let plan = Plan {
                epochs: 4,
                seed,
                threads,
                batch: 2048,
                k: None,
                ..plan()
            };
            let mut curve = Vec::new();
            let never = AtomicBool::new(false);
            let fitted = train(&plan, &set, &check, &never, |epoch| curve.push(*epoch));
            (fitted.params, fitted.k.to_bits(), curve)
        };
        assert_eq!(fit(1, 1), fit(1, 3));
        let small = |seed| {
            let plan = Plan {
                epochs: 2,
                seed,
                ..plan()
            };
            train(&plan, &set, &check, &AtomicBool::new(false), |_| {}).params
        };
        assert_ne!(small(1), small(2));
    }

    #[test]
    fn the_steepness_is_found() {
        let (set, _) = games(&Params::built_in(), 0.005, 150);
        let k = sigmoid::fit(&Params::built_in(), &set, usize::MAX, 2);
        assert!((0.004..0.0065).contains(&k), "{k}");
    }

    #[test]
    fn who_is_told_to_stop_returns_what_there_is() {
        let (set, check) = games(&truth(), 0.005, 5);
        let stop = AtomicBool::new(true);
        let mut epochs = 0;
        let fitted = train(&plan(), &set, &check, &stop, |_| epochs += 1);
        assert!(fitted.stopped);
        assert_eq!(epochs, 1);
        assert_eq!(fitted.values, Params::built_in().rounded());
    }
}
