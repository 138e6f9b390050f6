//! A positional strategy: the winner's move in every position that the defence can reach.

use std::collections::HashMap;

use super::budget::Stopped;
use crate::board::{Board, Move};

/// A move of the winner for every position that the defence can reach, the same on every path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategy {
    pub(super) moves: HashMap<u64, Move>,
}

impl Strategy {
    /// The move in a position with the winner to move.
    pub fn get(&self, board: &Board) -> Option<Move> {
        self.moves.get(&board.key()).copied()
    }

    /// Sets the move in a position.
    pub fn set(&mut self, board: &Board, mv: Move) {
        self.moves.insert(board.key(), mv);
    }

    /// Adds the moves of another strategy in positions in which this one has none.
    pub(super) fn merge(&mut self, other: Strategy) {
        for (key, mv) in other.moves {
            self.moves.entry(key).or_insert(mv);
        }
    }

    /// A strategy from pairs of a line and the winner's move after it.
    #[cfg(test)]
    pub(super) fn after_lines(start: &Board, moves: &[(&str, &str)]) -> Strategy {
        let mut strategy = Strategy::default();
        for (line, mv) in moves {
            strategy.set(&played(start, line), mv.parse().unwrap());
        }
        strategy
    }
}

/// Returns true if `holds` is true after a move and each legal reply to it.
pub(super) fn all_replies(
    board: &mut Board,
    mv: Move,
    mut holds: impl FnMut(&mut Board) -> Result<bool, Stopped>,
) -> Result<bool, Stopped> {
    board.after(mv, |board| {
        for reply in board.legal_moves() {
            if !board.after(reply, &mut holds)? {
                return Ok(false);
            }
        }
        Ok(true)
    })
}

/// The position after the moves in a text.
#[cfg(test)]
pub(super) fn played(start: &Board, moves: &str) -> Board {
    let moves = moves.split_ascii_whitespace();
    start.after_line(&Vec::from_iter(moves.map(|mv| mv.parse().unwrap())))
}
