//! SQLite book format: what the formats of books in SQLite differ in.

use rusqlite::types::Value;

use crate::board::{Board, Move};

/// A format of books in SQLite.
#[derive(Debug)]
pub struct SqliteFormat {
    /// The table.
    pub table: &'static str,
    /// The columns: key, move, score, games won, drawn and lost, and validity.
    pub columns: [&'static str; 7],
    /// The list of one look-up's keys in SQL.
    pub key_list: &'static str,
    /// Returns the look-ups that find the moves of a position.
    pub look_ups: fn(&Board) -> Vec<LookUp>,
    /// Reads a move of a stored position; `None` if the number encodes no move.
    pub read_move: fn(i64) -> Option<Move>,
}

/// A look-up in a book.
pub struct LookUp {
    /// The values of the key, any of which may be stored.
    pub keys: Vec<Value>,
    /// True if the stored position is mirrored left to right.
    pub is_mirrored: bool,
    /// True if the stored position is seen from black's side.
    pub is_flipped: bool,
}

impl LookUp {
    /// The move in the position looked up for a move in the stored one.
    pub fn original(&self, mv: Move) -> Move {
        let mv = if self.is_mirrored { mv.mirrored() } else { mv };
        match self.is_flipped {
            true => Move::new(mv.from().flipped(), mv.to().flipped()),
            false => mv,
        }
    }
}
