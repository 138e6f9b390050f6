//! Files of positions: one on each line, as EPD or FEN.

use thiserror::Error;

use super::epd::{self, Operation};
use super::{Board, FenError};

/// A position read from a line of EPD or FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EpdPosition {
    /// The position.
    pub board: Board,
    /// The operand of the operation `id`; empty if there is none.
    pub id: String,
    /// All operations of the line.
    pub operations: Vec<Operation>,
}

impl EpdPosition {
    /// The operand of the first operation named `name`, such as `bm`.
    pub fn operand(&self, name: &str) -> Option<&str> {
        epd::find(&self.operations, name)
    }
}

/// The error of a file of positions.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum PositionsError {
    /// A line with an invalid FEN.
    #[error("line {line}: {source}")]
    Fen {
        /// The number of the line, from 1.
        line: usize,
        /// What is wrong with its FEN.
        source: FenError,
    },
    /// A file of comments and empty lines only.
    #[error("no position in it")]
    Empty,
}

/// Reads positions, one on each line, as EPD or plain FEN.
///
/// Empty lines and lines that begin with `#` are skipped.
///
/// # Errors
/// If a line has an invalid FEN, or the file has no position.
///
/// ```
/// use chuhe::board::positions::read;
/// let entries = read("# two\n4k4/9/9/9/9/9/9/9/4A4/3K5 w; id \"a\";\n4k4/9/9/9/9/9/9/9/4A4/3K5 b\n").unwrap();
/// assert_eq!((entries.len(), entries[0].id.as_str(), entries[1].id.as_str()), (2, "a", ""));
/// assert_eq!((entries[0].operand("id"), entries[0].operand("bm")), (Some("a"), None));
/// assert_eq!(read("\n4k4/9 w").unwrap_err().to_string(), "line 2: the FEN has 2 ranks, a board has 10");
/// ```
pub fn read(text: &str) -> Result<Vec<EpdPosition>, PositionsError> {
    let mut entries = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let line = line.trim();
        if line.is_empty() || line.starts_with('#') {
            continue;
        }
        let (fen, operations) = epd::split(line);
        let line = index + 1;
        let error = |source| PositionsError::Fen { line, source };
        entries.push(EpdPosition {
            board: Board::from_fen(&fen).map_err(error)?,
            id: epd::find(&operations, "id").unwrap_or_default().to_owned(),
            operations,
        });
    }
    match entries.is_empty() {
        true => Err(PositionsError::Empty),
        false => Ok(entries),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/3K5";

    #[test]
    fn fen_and_epd_variants_are_read() {
        for (tail, id) in [
            ("", ""),
            (" b", ""),
            (" b;", ""),
            (" b - - 0 1", ""),
            (" b - - 0 1; id \"one\";", "one"),
            (" b - - id \"one two\"", "one two"),
            (" b - - 0 1 bm e9e8; id one;", "one"),
            (" b id \"x\"; idle 3;", "x"),
            (" b; idle 3;", ""),
        ] {
            let entries = read(&format!("{FEN}{tail}")).unwrap();
            assert_eq!(entries[0].id, id, "{tail}");
        }
    }

    #[test]
    fn errors_name_their_line() {
        let error = read(&format!("# heading\n\n{FEN} w\n{FEN} x\n")).unwrap_err();
        let message = "line 4: 'x' is not a side to move: expected w or r for red, b for black";
        assert_eq!(error.to_string(), message);
        assert_eq!(read("# nothing\n").unwrap_err(), PositionsError::Empty);
    }
}
