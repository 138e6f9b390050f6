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
}

/// A look-up in a book.
pub struct LookUp {
    /// The values of the key, any of which may be stored.
    pub keys: Vec<Value>,
    /// Reads a move of the rows found; `None` if it is none.
    pub read_move: Box<dyn Fn(i64) -> Option<Move>>,
}
