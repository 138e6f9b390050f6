//! Game files as arguments: their format, and their games.

use std::io::Read;
use std::path::Path;

use clap::ValueEnum;

use super::Failure;
use crate::games::{Encoding, GameTree, encoding, pgn, xqf};

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Portable game notation
    Pgn,
    /// XQStudio
    Xqf,
}

impl Format {
    /// The format asked for, or that which the end of a name tells.
    ///
    /// # Errors
    /// When neither does; then `option` is named as what would help.
    pub fn of(asked: Option<Format>, path: &Path, option: &str) -> Result<Format, Failure> {
        let end = path.extension().and_then(|end| end.to_str());
        let named = end.and_then(|end| Format::from_str(end, true).ok());
        asked.or(named).ok_or_else(|| {
            let name = path.display();
            Failure::Input(format!(
                "{name}: its name tells no format, want .pgn, .xqf or {option}"
            ))
        })
    }
}

/// The games of a file; `-` is standard input. The encoding of text is found out if none is given.
///
/// # Errors
/// When the file cannot be read or is broken, with the place.
pub fn read(
    path: &Path,
    format: Format,
    encoded: Option<Encoding>,
) -> Result<Vec<GameTree>, Failure> {
    let name = path.display();
    let wrong = |error: &dyn std::error::Error| Failure::Input(format!("{name}: {error}"));
    let mut bytes = Vec::new();
    let read = match path == Path::new("-") {
        true => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        false => std::fs::read(path).map(|found| bytes = found),
    };
    read.map_err(|error| Failure::Input(format!("cannot read {name}: {error}")))?;
    match format {
        Format::Pgn => {
            let text = match encoded {
                Some(encoding) => encoding.decode(&bytes),
                None => encoding::decode(&bytes).map(|(text, _)| text),
            };
            let text = text.map_err(|error| wrong(&error))?;
            pgn::read(&text).map_err(|error| wrong(&error))
        }
        Format::Xqf => Ok(vec![xqf::read(&bytes).map_err(|error| wrong(&error))?]),
    }
}
