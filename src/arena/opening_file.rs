//! Openings of a match, read from a file of FEN or EPD lines.

use std::io;
use std::path::Path;

use thiserror::Error;

use crate::board::Board;
use crate::board::positions::{self, Entry, PositionsError};
use crate::rules::{Game, Outcome, RuleSet, judge};

/// Why the openings of a file cannot be used.
#[derive(Debug, Error)]
pub enum OpeningsError {
    /// It cannot be read.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It holds no positions.
    #[error(transparent)]
    Positions(#[from] PositionsError),
    /// The game is over in this position.
    #[error("the game is over in {0}")]
    Over(String),
}

/// Reads the openings of a file. Without a file all games begin at the start position.
///
/// # Errors
/// If the file cannot be read, or a game would be over by `rules` before it begins.
pub fn read_openings(path: Option<&Path>, rules: &RuleSet) -> Result<Vec<Entry>, OpeningsError> {
    let Some(path) = path else {
        return Ok(vec![Entry {
            board: Board::startpos(),
            id: String::new(),
            operations: Vec::new(),
        }]);
    };
    let entries = positions::read(&std::fs::read_to_string(path)?)?;
    for Entry { board, .. } in &entries {
        if judge(&Game::new(board.clone()), rules).outcome != Outcome::Undecided {
            return Err(OpeningsError::Over(board.to_fen()));
        }
    }
    Ok(entries)
}
