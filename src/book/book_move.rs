//! Book move: a move that an opening book has for a position.

use std::cmp::Reverse;

use crate::board::Move;

/// A move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookMove {
    /// The move.
    pub mv: Move,
    /// Its weight relative to the position's other moves. A move with weight 0 is never played.
    pub weight: u32,
}

impl BookMove {
    /// Sorts moves by descending weight, then by text.
    pub(super) fn sorted(mut moves: Vec<BookMove>) -> Vec<BookMove> {
        moves.sort_by_key(|choice| (Reverse(choice.weight), choice.mv.to_string()));
        moves
    }
}
