//! Correction history: the static evaluation is corrected by the errors that searches of similar positions found.
//!
//! **Idea** (the public work on Stockfish and its kin, 2024). A position's evaluation and the score that a search of it returns
//! differ by some error, which is much the same in positions that share a feature. Tables keyed by such features (the pawns, the
//! pieces without the pawns of each side) follow it, fading with each search, and correct the evaluation before any margin.
//!
//! **Drawback.** Unlike positions share entries. Measured in `docs/search.md`.

use std::sync::atomic::{AtomicI16, Ordering};

use super::history::nudge;
use super::params;
use crate::board::Board;
use crate::board::keys::Part;
use crate::eval::Score;

/// Entries per side and feature.
const SIZE: usize = 1 << 14;

/// The tables, by side, feature and entry.
#[derive(Debug)]
pub struct Corrections(Box<[AtomicI16]>);

impl Default for Corrections {
    fn default() -> Corrections {
        let zeroes = (0..2 * Part::COUNT * SIZE).map(|_| AtomicI16::new(0));
        Corrections(zeroes.collect())
    }
}

impl Corrections {
    /// The entry of each of the position's features.
    fn entries(&self, board: &Board) -> [&AtomicI16; Part::COUNT] {
        let side = board.side().index() * Part::COUNT;
        let keys = board.part_keys();
        std::array::from_fn(|feature| {
            &self.0[(side + feature) * SIZE + keys[feature] as usize % SIZE]
        })
    }

    /// The correction to add to the evaluation of the position, mover's view.
    pub fn of(&self, board: &Board) -> Score {
        let errors = self.entries(board);
        let errors = errors.map(|error| i32::from(error.load(Ordering::Relaxed)));
        errors.iter().sum::<i32>() / params::correction_grain()
    }

    /// Learns that a search to `depth` returned `score` where the evaluation was `eval`.
    pub(super) fn learn(&self, board: &Board, depth: i32, score: Score, eval: Score) {
        let bonus = ((score - eval) * depth / 8 * 16).clamp(-4096, 4096);
        for error in self.entries(board) {
            nudge(error, bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_the_sign_and_keeps_to_the_side() {
        let corrections = Corrections::default();
        let board = Board::startpos();
        for _ in 0..50 {
            corrections.learn(&board, 8, 100, 20);
        }
        assert!(corrections.of(&board) > 0);
        let mut other = board.clone();
        let _ = other.make_null();
        assert_eq!(corrections.of(&other), 0);
    }
}
