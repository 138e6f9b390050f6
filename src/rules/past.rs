//! What a game remembers of the positions it has been through.

use crate::board::{Board, Move};

/// What is remembered of a position that was on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Past {
    /// Its key.
    pub key: u64,
    /// Whether the side to move stood in check: the move before it gave check.
    pub in_check: bool,
    /// The move that led to it; `None` where the game began, and after a search's null move.
    pub mv: Option<Move>,
}

impl Past {
    /// Remembers a position, and the move that led to it.
    pub fn of(board: &Board, mv: Option<Move>) -> Past {
        Past {
            key: board.key(),
            in_check: board.in_check(),
            mv,
        }
    }
}
