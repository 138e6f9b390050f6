//! Fits the chances of winning, drawing and losing (WDL) to the results of games by maximum likelihood.
//!
//! The model has two logistic curves, see [`WinModel`]. The search's own is [`win_chance`](crate::search::score::win_chance).

use std::collections::BTreeMap;

use super::packed::TrainingSample;
use super::steepness::minimum;
use crate::search::score::logistic;

/// The width of a class of scores, in centipawns.
const CLASS: i32 = 20;
/// The number of classes on each side of 0; scores beyond are not counted.
const CLASSES: i32 = 75;

/// The chance of winning by the score: `1 / (1 + exp((half_wins - score) / scale))`. That of losing is its mirror image; a
/// draw is what is left.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct WinModel {
    /// The score at which a side wins half of its games, in centipawns.
    pub half_wins: f64,
    /// The scale of the curve, in centipawns; larger is flatter.
    pub scale: f64,
}

impl WinModel {
    /// The chances of losing, drawing and winning, from 0 to 1.
    pub fn chances(self, score: f64) -> [f64; 3] {
        let win = |score: f64| logistic((score - self.half_wins) / self.scale);
        let (win, loss) = (win(score), win(-score));
        [loss, 1.0 - win - loss, win]
    }
}

/// The results of positions by their scores.
#[derive(Clone, Debug, Default)]
pub struct ResultsByScore {
    /// The numbers of positions whose game red lost, drew and won, by class of red's score from -1500 to 1500.
    classes: BTreeMap<i32, [u64; 3]>,
}

impl ResultsByScore {
    /// Counts a position, unless its score is beyond 1500.
    pub fn add(&mut self, sample: &TrainingSample) {
        let class = sample.score.div_euclid(CLASS);
        if (-CLASSES..CLASSES).contains(&class) {
            let results = self.classes.entry(class).or_default();
            results[usize::from(sample.result.red_half_points())] += 1;
        }
    }

    /// The number of positions.
    pub fn count(&self) -> u64 {
        self.classes.values().flatten().sum()
    }

    /// The middle of each class that has positions, with its numbers of losses, draws and wins.
    pub fn classes(&self) -> impl Iterator<Item = (f64, [u64; 3])> {
        let middle = |class: i32| f64::from(class * CLASS) + f64::from(CLASS) / 2.0;
        let classes = self.classes.iter();
        classes.map(move |(&class, &results)| (middle(class), results))
    }

    /// Fits the model, with `scale` from 30 to 1000 and `half_wins` from 0 to 1500.
    pub fn fit(&self) -> WinModel {
        let loss = |half_wins, scale| -> f64 {
            let model = WinModel { half_wins, scale };
            let losses = self.classes().map(|(score, results)| {
                let chances = model.chances(score).map(|chance| chance.max(1e-9).ln());
                let parts = chances.iter().zip(results);
                parts
                    .map(|(chance, count)| -chance * count as f64)
                    .sum::<f64>()
            });
            losses.sum()
        };
        let best_half = |scale: f64| minimum(|half| loss(half, scale), 0.0, 1500.0);
        let scale = minimum(|scale| loss(best_half(scale), scale), 30.0, 1000.0);
        WinModel {
            half_wins: best_half(scale),
            scale,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::GameResult;
    use crate::board::Board;
    use crate::train::packed::sample;

    #[test]
    fn the_fit_finds_the_model_that_made_the_results() {
        let model = WinModel {
            half_wins: 280.0,
            scale: 140.0,
        };
        let mut results = ResultsByScore::default();
        let mut random = fastrand::Rng::with_seed(4);
        let start = sample(&Board::startpos());
        for _ in 0..100_000 {
            let score = random.i32(-1600..1600);
            let [loss, draw, _] = model.chances(score.into());
            let result = match random.f64() {
                chance if chance < loss => GameResult::Black,
                chance if chance < loss + draw => GameResult::Draw,
                _ => GameResult::Red,
            };
            results.add(&TrainingSample {
                score,
                result,
                ..start.clone()
            });
        }
        assert!((92_000..95_500).contains(&results.count()));
        let fitted = results.fit();
        assert!((fitted.half_wins - 280.0).abs() < 6.0, "{fitted:?}");
        assert!((fitted.scale - 140.0).abs() < 6.0, "{fitted:?}");
        let [loss, draw, win] = fitted.chances(0.0);
        assert!((loss + draw + win - 1.0).abs() < 1e-9 && (win - loss).abs() < 1e-9);
    }
}
