//! Statistics of a file of positions, which show whether it is fit to learn from.

use super::packed::Sample;
use crate::eval::{FULL_PHASE, Score, phase};

/// Upper ends of the classes of scores, in centipawns for either side; a last class holds those beyond.
pub const SCORES: [Score; 6] = [50, 100, 200, 400, 800, 1_600];

/// The number of classes of phases.
const PHASES: usize = 8;

/// Counts over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// All positions.
    pub positions: u64,
    /// Lost, drawn and won by red.
    pub results: [u64; 3],
    /// By the size of the score, see [`SCORES`].
    pub scores: [u64; SCORES.len() + 1],
    /// By phase, the emptiest boards first.
    pub phases: [u64; PHASES],
}

impl Summary {
    /// Counts a position.
    pub fn add(&mut self, sample: &Sample) {
        self.positions += 1;
        self.results[sample.result as usize] += 1;
        let size = sample.score.abs();
        self.scores[SCORES.iter().filter(|&&end| size > end).count()] += 1;
        let phase = phase(&sample.board).min(FULL_PHASE - 1) as usize;
        self.phases[phase * PHASES / FULL_PHASE as usize] += 1;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::train::packed::GameResult;

    #[test]
    fn every_position_is_in_one_class_of_each_kind() {
        let mut summary = Summary::default();
        for (result, score) in GameResult::ALL.into_iter().zip([-51, 0, 9_000]) {
            summary.add(&Sample {
                board: Board::startpos(),
                score,
                result,
                ply: 0,
            });
        }
        assert_eq!(summary.positions, 3);
        assert_eq!(summary.results, [1, 1, 1]);
        assert_eq!(summary.scores, [1, 1, 0, 0, 0, 0, 1]);
        assert_eq!(summary.phases, [0, 0, 0, 0, 0, 0, 0, 3]);
    }
}
