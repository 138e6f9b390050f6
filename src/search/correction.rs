//! Correction history: the evaluation learns from the searches it was wrong about.
//!
//! A position's evaluation and the score a search of it returns differ by some error, and the error
//! is much the same in positions that share a feature. Tables keyed by such features (the pawns,
//! the pieces without the pawns of each side) follow it, pushed by each search and fading with
//! each, and the static evaluation is corrected by them before any margin looks at it. From the
//! public work on Stockfish and its kin (2024).

use std::sync::atomic::{AtomicI16, Ordering};

use super::history::nudge;
use super::params;
use crate::board::Board;
use crate::board::keys::Part;
use crate::eval::Score;

/// Entries per side and feature.
const SIZE: usize = 1 << 14;
/// A side, a feature, an entry.
const FEATURES: usize = Part::COUNT;

/// The tables of one thread.
#[derive(Debug)]
pub struct Corrections {
    errors: Box<[AtomicI16]>,
}

impl Corrections {
    /// Tables that know of no error.
    pub fn new() -> Corrections {
        Corrections {
            errors: (0..2 * FEATURES * SIZE)
                .map(|_| AtomicI16::new(0))
                .collect(),
        }
    }

    /// Where the position's features stand.
    fn places(board: &Board) -> [usize; FEATURES] {
        let side = board.side().index() * FEATURES;
        let mut number = 0;
        board.part_keys().map(|key| {
            number += 1;
            (side + number - 1) * SIZE + key as usize % SIZE
        })
    }

    /// What to add to the evaluation of the position, mover's view.
    pub fn of(&self, board: &Board) -> Score {
        let sum: i32 = Self::places(board)
            .iter()
            .map(|&at| i32::from(self.errors[at].load(Ordering::Relaxed)))
            .sum();
        sum / params::correction_grain()
    }

    /// A search to `depth` returned `score` where the evaluation said `eval`.
    pub(super) fn learn(&self, board: &Board, depth: i32, score: Score, eval: Score) {
        let bonus = ((score - eval) * depth / 8 * 16).clamp(-4096, 4096);
        for at in Self::places(board) {
            nudge(&self.errors[at], bonus);
        }
    }
}

impl Default for Corrections {
    fn default() -> Corrections {
        Corrections::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn learns_the_sign_and_keeps_to_the_side() {
        let corrections = Corrections::new();
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
