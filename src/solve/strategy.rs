//! A positional strategy: the winner's answer to every defence.

use std::collections::HashMap;

use crate::board::{Board, Move};

/// A move of the winner for every position that a defence can reach. The same position has the same answer on every path.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategy {
    moves: HashMap<u64, Move>,
}

impl Strategy {
    /// An empty strategy.
    pub fn new() -> Strategy {
        Strategy::default()
    }

    /// The move in a position, the winner to move.
    pub fn get(&self, board: &Board) -> Option<Move> {
        self.moves.get(&board.key()).copied()
    }

    /// Sets the move in a position.
    pub fn set(&mut self, board: &Board, mv: Move) {
        self.moves.insert(board.key(), mv);
    }

    /// Adds the answers of another strategy, for positions that have none.
    pub fn add(&mut self, other: Strategy) {
        for (key, mv) in other.moves {
            self.moves.entry(key).or_insert(mv);
        }
    }

    /// The number of positions with a move.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no position has one.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}
