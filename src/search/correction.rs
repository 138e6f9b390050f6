//! Correction history: the static evaluation is corrected by the errors found in similar positions.
//!
//! **Idea** (Caissa, 2023; Chess Programming Wiki, "Static Evaluation Correction History"). The score of a search differs from the
//! static evaluation by an error that is similar in positions that share a feature. Tables indexed by such features (the pawns,
//! and each side's other pieces) have a sum for each entry, which moves by the error that remains after correction
//! until the corrected evaluation fits. It is corrected before it is compared with any margin.
//!
//! **Drawback.** Unlike positions share entries. Measured in `docs/measurements/techniques.md`.

use std::sync::atomic::{AtomicI16, Ordering};

use super::history::add_bonus;
use super::params;
use super::techniques::Purpose;
use crate::board::Board;
use crate::board::keys::KeyPart;
use crate::eval::Score;

/// The number of entries for each side to move and feature.
const SIZE: usize = 1 << 14;

/// The correction tables, by side to move, feature and hash of the feature. Threads share them without locks.
#[derive(Debug)]
pub struct Corrections(Box<[AtomicI16]>);

impl Default for Corrections {
    fn default() -> Corrections {
        let zeroes = (0..2 * KeyPart::COUNT * SIZE).map(|_| AtomicI16::new(0));
        Corrections(zeroes.collect())
    }
}

impl Corrections {
    /// The entry of each of the position's features.
    fn entries(&self, board: &Board) -> [&AtomicI16; KeyPart::COUNT] {
        let side = board.side().index() * KeyPart::COUNT;
        let keys = board.part_keys();
        std::array::from_fn(|feature| {
            &self.0[(side + feature) * SIZE + keys[feature] as usize % SIZE]
        })
    }

    /// Returns the correction to add to the static evaluation, for the side to move.
    pub fn of(&self, board: &Board, purpose: Purpose) -> Score {
        let errors = self.entries(board);
        let errors = errors.map(|error| i32::from(error.load(Ordering::Relaxed)));
        errors.iter().sum::<i32>() / params::correction_grain(purpose)
    }

    /// Updates the entries after a search to `depth` plies returned `score` for a position with the corrected evaluation `eval`.
    pub(super) fn update(&self, board: &Board, depth: i32, score: Score, eval: Score) {
        let bonus = ((score - eval) * depth / 8 * 16).clamp(-4096, 4096);
        for error in self.entries(board) {
            add_bonus(error, bonus);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corrections_have_the_sign_of_the_error_and_apply_to_one_side() {
        let corrections = Corrections::default();
        let board = Board::startpos();
        for _ in 0..50 {
            corrections.update(&board, 8, 100, 20);
        }
        assert!(corrections.of(&board, Purpose::Games) > 0);
        let mut other = board.clone();
        let _ = other.make_null();
        assert_eq!(corrections.of(&other, Purpose::Games), 0);
    }
}
