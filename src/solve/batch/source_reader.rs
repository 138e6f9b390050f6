//! The sources of puzzles, and the one that is being read, line by line: its encoding, and tables.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;

use encoding_rs_io::DecodeReaderBytesBuilder;

use super::csv_input::Columns;
use super::puzzle::{MAX_LINE_BYTES, Puzzle, PuzzleError};
use crate::columns::single_line;
use crate::games::{Encoding, GameTree, encoding};

pub(super) type Reader = Box<dyn BufRead + Send>;

/// A file or stream with puzzles.
pub struct Source {
    pub(super) name: Arc<str>,
    pub(super) contents: Contents,
}

pub(super) enum Contents {
    /// Lines, opened when the sources before them are read. `is_text` is true for UTF-8, whatever the encoding of the sources.
    Lines {
        open: Box<dyn FnOnce() -> io::Result<Reader> + Send>,
        is_text: bool,
    },
    /// A puzzle or an error for each game of a file, and the bytes of each.
    Games(Vec<Result<Puzzle, String>>, u64),
}

impl Source {
    /// A file. It is opened when the sources before it are read.
    pub fn file(path: PathBuf) -> Source {
        let name = path.display().to_string();
        Source::lines(&name, false, || {
            Ok(Box::new(BufReader::new(File::open(path)?)))
        })
    }

    /// The games of a file of this size, each with its puzzle or its error. Their numbers are line numbers in results.
    pub fn games(name: &str, games: Vec<Result<GameTree, String>>, size: u64) -> Source {
        let bytes = size / games.len().max(1) as u64;
        let puzzles = games
            .into_iter()
            .map(|game| game.map(|tree| Puzzle::of_game(&tree)));
        Source {
            name: single_line(name).into(),
            contents: Contents::Games(puzzles.collect(), bytes),
        }
    }

    /// A text. `name` is its name in results and error messages.
    pub fn text(name: &str, text: String) -> Source {
        Source::lines(name, true, || Ok(Box::new(io::Cursor::new(text))))
    }

    /// A stream. `name` is its name in error messages.
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Source {
        Source::lines(name, false, || Ok(Box::new(BufReader::new(reader))))
    }

    fn lines(
        name: &str,
        is_text: bool,
        open: impl FnOnce() -> io::Result<Reader> + Send + 'static,
    ) -> Source {
        Source {
            name: single_line(name).into(),
            contents: Contents::Lines {
                open: Box::new(open),
                is_text,
            },
        }
    }
}

/// The source of lines that is being read.
pub(super) struct OpenSource {
    pub name: Arc<str>,
    pub reader: Reader,
    /// The number of the next line.
    pub line: u64,
    /// The columns of a table; `None` for lines of puzzles. The first line that is not empty decides.
    pub columns: Option<Columns>,
    pub is_begun: bool,
}

/// Reads a line into `bytes`, without its line end and at most its first [`MAX_LINE_BYTES`] + 1 bytes. Returns the number of bytes
/// read, 0 at the end of the source.
pub(super) fn read_line(reader: &mut Reader, bytes: &mut Vec<u8>) -> io::Result<u64> {
    let mut part = reader.by_ref().take(MAX_LINE_BYTES as u64 + 1);
    let mut length = part.read_until(b'\n', bytes)?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > MAX_LINE_BYTES {
        length += reader.skip_until(b'\n')?;
    }
    Ok(length as u64)
}

impl OpenSource {
    /// The text of a line, which is empty for the heading of a table, and an EPD line for a row.
    pub fn text<'l>(&mut self, bytes: &'l [u8]) -> Result<Cow<'l, str>, PuzzleError> {
        if bytes.len() > MAX_LINE_BYTES {
            return Err(PuzzleError::TooLong);
        }
        let is_comment = self.columns.is_none() && bytes.trim_ascii_start().starts_with(b"#");
        let text = match std::str::from_utf8(bytes) {
            Ok(text) => Cow::Borrowed(text),
            // A comment may be in any encoding.
            Err(_) if is_comment => Cow::Borrowed(""),
            Err(error) => match encoding::decode(bytes) {
                Ok((text, _)) => Cow::Owned(text),
                Err(_) => return Err(PuzzleError::NotText(error.valid_up_to() + 1)),
            },
        };
        // The cells of a row may be empty, or begin with `#`.
        let row = text.trim_start_matches('\u{feff}').trim_end_matches('\r');
        if let Some(columns) = &self.columns {
            return Ok(Cow::Owned(columns.epd(row)));
        }
        let is_blank = row.trim().is_empty() || row.trim().starts_with('#');
        if !is_blank && !std::mem::replace(&mut self.is_begun, true) {
            self.columns = Columns::of_heading(row);
        }
        match &self.columns {
            Some(columns) if !columns.have_position() => Err(PuzzleError::NoPositionColumn),
            Some(_) => Ok(Cow::Borrowed("")),
            None => Ok(text),
        }
    }
}

/// The text of a source in UTF-8, if its encoding is given or has a byte order mark; otherwise its bytes.
pub(super) fn decoded(reader: Reader, encoding: Option<Encoding>) -> Reader {
    let mut builder = DecodeReaderBytesBuilder::new();
    let reader = builder
        .encoding(encoding.map(Encoding::codec))
        // The mark says which of the two byte orders UTF-16 has.
        .bom_override(encoding == Some(Encoding::Utf16))
        .build(reader);
    Box::new(BufReader::new(reader))
}
