//! The sources of puzzles, and the one that is being read, line by line: its encoding, and tables.

use std::borrow::Cow;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;

use encoding_rs_io::DecodeReaderBytesBuilder;

use super::csv_input::{Columns, DELIMITERS, is_above_heading};
use super::lines::{Line, LineReader};
use super::puzzle::{MAX_LINE_BYTES, Puzzle, PuzzleError};
use super::puzzle_line::{self, PuzzleLine, has_placement};
use crate::columns::single_line;
use crate::games::{Encoding, GameTree, encoding};

type Reader = Box<dyn Read + Send>;

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
        Source::lines(&name, false, || Ok(Box::new(File::open(path)?)))
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
        Source::lines(name, false, || Ok(Box::new(reader)))
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

/// True if the beginning of a source is in GB18030 and not in UTF-8. Its last character may be cut. Comments, which may be in
/// any encoding, are left out.
pub(super) fn is_gb18030(head: &[u8]) -> bool {
    let lines = head.split(|byte| b"\r\n".contains(byte));
    let lines = lines.filter(|line| !line.trim_ascii_start().starts_with(b"#"));
    let head = &lines.collect::<Vec<_>>().join(&b'\n')[..];
    let error = std::str::from_utf8(head).err();
    let is_utf8 = error.is_none_or(|error| error.error_len().is_none());
    let has_mark = encoding_rs::Encoding::for_bom(head).is_some();
    let invalid = Encoding::Gb18030.first_invalid(head);
    !is_utf8 && !has_mark && invalid.is_none_or(|offset| offset + 3 >= head.len())
}

/// The source of lines that is being read.
pub(super) struct OpenSource {
    pub name: Arc<str>,
    /// The text in UTF-8, if its encoding is given or has a byte order mark; otherwise the bytes of the source.
    lines: LineReader,
    /// The number of the next line.
    pub line: u64,
    /// True if lines are read as GB18030 where they can be: a short name may be UTF-8, too.
    is_gb18030: bool,
    /// The columns of a table; `None` for lines of puzzles.
    columns: Option<Columns>,
    /// True after a line that is read as a puzzle or a `go`. Before it a table may begin.
    is_begun: bool,
}

impl OpenSource {
    /// Begins to read a source. `line` is the number of its first line.
    pub fn new(
        name: Arc<str>,
        reader: Reader,
        encoding: Option<Encoding>,
        line: u64,
    ) -> OpenSource {
        let mut reader = BufReader::with_capacity(1 << 16, reader);
        // The beginning, 64 KiB or what a pipe has, shows the encoding. An error occurs again when the first line is read.
        let head = reader.fill_buf().unwrap_or_default();
        let is_gb18030 = encoding.is_none() && is_gb18030(head);
        let codec = encoding.map(|encoding| encoding.codec_and_mark(head).0);
        let mut builder = DecodeReaderBytesBuilder::new();
        let reader = builder
            .encoding(codec)
            // The mark says which of the two byte orders UTF-16 has.
            .bom_override(encoding == Some(Encoding::Utf16))
            .build(reader);
        OpenSource {
            name,
            lines: LineReader::new(Box::new(BufReader::new(reader))),
            line,
            is_gb18030,
            columns: None,
            is_begun: false,
        }
    }

    /// Reads the next line, or the lines of a row of a table, its heading, or a title above it.
    pub fn next_line(&mut self) -> io::Result<Line> {
        let columns = self.columns.as_ref();
        let delimiters = match columns {
            Some(columns) => std::slice::from_ref(&columns.delimiter),
            None if self.is_begun => &[],
            None => &DELIMITERS[..],
        };
        let is_row = |lines: &[&[u8]]| {
            let lines = lines.iter().map(|line| String::from_utf8_lossy(line));
            is_row_of_lines(columns, &Vec::from_iter(lines))
        };
        let (line, count) = self.lines.next_row(delimiters, is_row)?;
        self.line += count;
        Ok(line)
    }

    /// The meaning of a line, and the `id` of an invalid puzzle. The heading of a table and a title above it mean nothing.
    pub fn read(&mut self, bytes: &[u8]) -> (PuzzleLine, String) {
        let text = match self.text(bytes) {
            Ok(text) => text,
            Err(error) => return (PuzzleLine::Puzzle(Err(error)), String::new()),
        };
        // The cells of a row may be empty, or begin with `#`.
        let row = text.trim_start_matches('\u{feff}');
        if let Some(columns) = &self.columns {
            return columns.read(row);
        }
        let line = puzzle_line::read(row);
        // `#` alone may be the name of a column.
        let after_mark = row.trim().strip_prefix('#');
        let is_comment =
            after_mark.is_some_and(|text| !text.starts_with(DELIMITERS.map(char::from)));
        let is_blank = row.trim().is_empty() || is_comment;
        if !is_blank && !self.is_begun {
            self.columns = Columns::of_heading(row);
            self.is_begun = match line {
                PuzzleLine::Nothing => false,
                PuzzleLine::Puzzle(Err(_)) => has_placement(row),
                _ => true,
            };
            match &self.columns {
                Some(columns) if !columns.have_position() => {
                    let error = PuzzleError::NoPositionColumn;
                    return (PuzzleLine::Puzzle(Err(error)), String::new());
                }
                None if self.is_begun || !is_above_heading(row) => {}
                _ => return (PuzzleLine::Nothing, String::new()),
            }
        }
        let id = match line {
            PuzzleLine::Puzzle(Err(_)) | PuzzleLine::Position(Err(_)) => {
                puzzle_line::id_of_invalid(row)
            }
            _ => None,
        };
        (line, id.unwrap_or_default())
    }

    /// Decodes a line. A comment that cannot be decoded is empty.
    fn text<'l>(&self, bytes: &'l [u8]) -> Result<Cow<'l, str>, PuzzleError> {
        if bytes.len() > MAX_LINE_BYTES {
            return Err(PuzzleError::TooLong);
        }
        let is_comment = self.columns.is_none() && bytes.trim_ascii_start().starts_with(b"#");
        let gb18030 = self.is_gb18030.then(|| Encoding::Gb18030.decode(bytes));
        match (gb18030, std::str::from_utf8(bytes)) {
            (Some(Ok(text)), _) => Ok(Cow::Owned(text)),
            (_, Ok(text)) => Ok(Cow::Borrowed(text)),
            // A comment may be in any encoding.
            (_, Err(_)) if is_comment => Ok(Cow::Borrowed("")),
            (_, Err(error)) => match encoding::decode(bytes) {
                Ok((text, _)) => Ok(Cow::Owned(text)),
                Err(_) => Err(PuzzleError::NotText(error)),
            },
        }
    }
}

/// True if lines may be one row of a table or, without columns, its heading or a title above it. Complete rows that a wrong
/// quotation mark encloses are not.
fn is_row_of_lines(columns: Option<&Columns>, lines: &[Cow<'_, str>]) -> bool {
    let joined = lines.join("\n");
    if joined.trim_start().starts_with('#') {
        return false;
    }
    let Some(columns) = columns else {
        let is_heading = |text: &str| Columns::of_heading(text).is_some();
        return (is_heading(&joined) || is_above_heading(&joined))
            && !lines
                .iter()
                .any(|line| has_placement(line) || is_heading(line));
    };
    match lines.iter().filter(|line| columns.is_row(line)).count() {
        0 => true,
        // Another line has the position of the row, or the first line has its own in the wrong cell.
        1 => columns.is_row(&joined) && (columns.is_row(&lines[0]) || !has_placement(&lines[0])),
        _ => false,
    }
}
