//! Games to make a book of, from files of any kind.

use std::path::Path;

use clap::ValueEnum;

use crate::cli::Failure;
use crate::cli::game_file::bytes_of;
use crate::games::{GameTree, encoding, move_list, pgn, xqf};

/// What a file of games is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Portable game notation
    Pgn,
    /// XQStudio
    Xqf,
    /// Moves from the start, a game on a line
    Txt,
}

/// Reads all games of a file; `-` is standard input.
///
/// # Errors
/// When it cannot be read, tells no format, or is broken.
pub fn read(path: &Path, format: Option<Format>) -> Result<Vec<GameTree>, Failure> {
    let name = path.display();
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("{name}: {error}"));
    let stdin = path == Path::new("-");
    let end = path.extension().and_then(|end| end.to_str());
    let named = end.and_then(|end| Format::from_str(end, true).ok());
    let format = format
        .or(named)
        .or(stdin.then_some(Format::Txt))
        .ok_or_else(|| wrong(&"its name tells no format, want .pgn, .xqf, .txt or --from"))?;
    let bytes = bytes_of(path)?;
    if format == Format::Xqf {
        return Ok(vec![xqf::read(&bytes).map_err(|error| wrong(&error))?]);
    }
    let (text, _) = encoding::decode(&bytes).map_err(|error| wrong(&error))?;
    match format {
        Format::Txt => move_list::read(&text).map_err(|error| wrong(&error)),
        _ => pgn::read(&text).map_err(|error| wrong(&error)),
    }
}
