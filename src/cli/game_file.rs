//! Game files as arguments: their format, and their games.

use std::io::Read;
use std::path::Path;

use clap::ValueEnum;

use super::Failure;
use crate::games::pgn::PgnError;
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
    let bytes = bytes_of(path)?;
    match format {
        Format::Pgn => {
            let text = match encoded {
                Some(encoding) => encoding.decode(&bytes).map(|text| (text, encoding)),
                None => encoding::decode(&bytes),
            };
            let (text, found) = text.map_err(|error| wrong(&error))?;
            pgn::read(&text).map_err(|error| match encoded {
                None if found == Encoding::Gb18030 && reads_better_as_big5(&bytes, &error) => {
                    let hint = "read as GB18030, but it may be Big5: --from-encoding big5";
                    Failure::Input(format!("{name}: {error} ({hint})"))
                }
                _ => wrong(&error),
            })
        }
        Format::Xqf => Ok(vec![xqf::read(&bytes).map_err(|error| wrong(&error))?]),
    }
}

/// The bytes of a file; `-` is standard input.
///
/// # Errors
/// When it cannot be read.
pub fn bytes_of(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match path == Path::new("-") {
        true => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        false => std::fs::read(path).map(|found| bytes = found),
    };
    let cannot = |error| Failure::Input(format!("cannot read {}: {error}", path.display()));
    read.map(|()| bytes).map_err(cannot)
}

/// Whether a file in which something is wrong as GB18030 is sound as Big5, or further on.
fn reads_better_as_big5(bytes: &[u8], error: &PgnError) -> bool {
    let Ok(text) = Encoding::Big5.decode(bytes) else {
        return false;
    };
    match pgn::read(&text) {
        Ok(_) => true,
        Err(other) => (other.line, other.column) > (error.line, error.column),
    }
}

/// Whether what is to be written is another file than what was read, by whatever name.
///
/// # Errors
/// When it is the same.
pub fn not_over(input: &Path, output: &Path) -> Result<(), Failure> {
    let stream = Path::new("-");
    if input == stream || output == stream {
        return Ok(());
    }
    let (Ok(read), Ok(written)) = (input.canonicalize(), output.canonicalize()) else {
        return Ok(());
    };
    // A terminal may well be both.
    if read == written && read.is_file() {
        let name = output.display();
        let text = format!("{name}: it is the file that is read, want another name to write to");
        return Err(Failure::Input(text));
    }
    Ok(())
}
