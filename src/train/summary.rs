//! What a file of positions holds: counts that show at a glance whether it is fit to learn from.

use super::packed::{GameResult, Sample};
use crate::eval::{FULL_PHASE, Score, phase};

/// Upper ends of the score's classes, centipawns either way; what is beyond has a class too.
pub const SCORES: [Score; 6] = [50, 100, 200, 400, 800, 1_600];

/// The phase is told in so many classes, from the endgame to a full board.
pub const PHASES: usize = 8;

/// Counts over some positions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Summary {
    /// How many.
    pub positions: u64,
    /// Lost, drawn and won by red.
    pub results: [u64; 3],
    /// By the size of the score, see [`SCORES`].
    pub scores: [u64; SCORES.len() + 1],
    /// By phase, the emptiest boards first.
    pub phases: [u64; PHASES],
}

impl Summary {
    /// Counts one more.
    pub fn add(&mut self, sample: &Sample) {
        self.positions += 1;
        self.results[sample.result as usize] += 1;
        let size = sample.score.abs();
        self.scores[SCORES.iter().filter(|&&end| size > end).count()] += 1;
        let phase = phase(&sample.board).min(FULL_PHASE - 1) as usize;
        self.phases[phase * PHASES / FULL_PHASE as usize] += 1;
    }

    /// How many ended so.
    pub fn ended(&self, result: GameResult) -> u64 {
        self.results[result as usize]
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    #[test]
    fn every_position_is_in_one_class_of_each_kind() {
        let mut summary = Summary::default();
        for (score, result) in [
            (0, GameResult::Draw),
            (-51, GameResult::Loss),
            (9_000, GameResult::Win),
        ] {
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
        assert_eq!(summary.ended(GameResult::Win), 1);
    }
}
