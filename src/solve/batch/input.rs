//! Lines of files as puzzles, each with its place; whatever the size of the files, one line is held at a time.

use std::collections::VecDeque;
use std::fmt;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use super::Done;
use super::puzzle::{Fault, Line, Puzzle, read};
use crate::board::epd;

/// The longest line that is looked at, in bytes. What is longer is no puzzle.
pub const LONGEST_LINE: usize = 1 << 16;

/// Something to read from.
pub struct Source {
    name: Arc<str>,
    origin: Origin,
}

enum Origin {
    File(PathBuf),
    Reader(Box<dyn Read + Send>),
}

impl Source {
    /// A file, opened when its turn comes.
    pub fn file(path: PathBuf) -> Source {
        Source {
            name: path.display().to_string().into(),
            origin: Origin::File(path),
        }
    }

    /// Whatever can be read.
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Source {
        Source {
            name: name.into(),
            origin: Origin::Reader(Box::new(reader)),
        }
    }
}

impl fmt::Debug for Source {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Source({})", self.name)
    }
}

/// A part of the puzzles: of every `of`, the one with this number, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1 to `of`.
    pub number: u64,
    /// Into how many parts.
    pub of: u64,
}

impl Default for Shard {
    /// All of it.
    fn default() -> Shard {
        Shard { number: 1, of: 1 }
    }
}

/// A puzzle and where it stands.
#[derive(Clone, Debug)]
pub struct Item {
    /// How many were given out before it.
    pub order: u64,
    /// The file, where there are several.
    pub file: Option<Arc<str>>,
    /// The line, from 1.
    pub line: u64,
    /// The operation `id`; empty without one.
    pub id: String,
    /// Bytes read since the item before.
    pub bytes: u64,
    /// The puzzle, or what is wrong with it.
    pub puzzle: Result<Puzzle, Fault>,
}

impl Item {
    /// What it is about: the position, or what is wrong.
    fn about(&self) -> String {
        match &self.puzzle {
            Ok(puzzle) => puzzle.game.board().to_fen(),
            Err(fault) => fault.to_string(),
        }
    }
}

/// Why reading ended early.
#[derive(Debug, Error)]
pub enum Error {
    /// The file cannot be read.
    #[error("{file}: {source}")]
    Io {
        /// Which file.
        file: Arc<str>,
        /// Why.
        source: io::Error,
    },
    /// Answers were given, and they are about something else.
    #[error("{file}, line {line}: the results to go on with have another position there")]
    OtherInput {
        /// Which file.
        file: Arc<str>,
        /// Which line.
        line: u64,
    },
}

/// The file that is being read.
struct Open {
    name: Arc<str>,
    reader: Box<dyn BufRead + Send>,
    line: u64,
}

/// The puzzles of some sources, one after the other.
pub struct Input {
    sources: VecDeque<Source>,
    several: bool,
    open: Option<Open>,
    /// A `position` that may have a `go` behind it.
    waiting: Option<Item>,
    ready: VecDeque<Item>,
    shard: Shard,
    first_line: u64,
    done: Done,
    /// Puzzles met, with those of other shards and those answered.
    met: u64,
    given: u64,
    bytes: u64,
}

impl Input {
    /// All puzzles of these sources.
    pub fn new(sources: Vec<Source>) -> Input {
        Input {
            several: sources.len() > 1,
            sources: sources.into(),
            open: None,
            waiting: None,
            ready: VecDeque::new(),
            shard: Shard::default(),
            first_line: 1,
            done: Done::default(),
            met: 0,
            given: 0,
            bytes: 0,
        }
    }

    /// Only a part of them.
    pub fn shard(self, shard: Shard) -> Input {
        Input { shard, ..self }
    }

    /// Without those that have an answer.
    pub fn without(self, done: Done) -> Input {
        Input { done, ..self }
    }

    /// The number of the first line of each source: for one that is a piece of something longer.
    pub fn first_line(self, first_line: u64) -> Input {
        Input { first_line, ..self }
    }

    /// Reads on until something is ready; false at the end of all.
    fn read_on(&mut self) -> Result<bool, Error> {
        if self.open.is_none() {
            match self.sources.pop_front() {
                Some(source) => self.open = Some(opened(source, self.first_line)?),
                None => return Ok(false),
            }
        }
        let Some(open) = &mut self.open else {
            return Ok(false);
        };
        let mut bytes = Vec::new();
        let length = read_line(&mut open.reader, &mut bytes).map_err(|source| Error::Io {
            file: open.name.clone(),
            source,
        })?;
        if length == 0 {
            self.open = None;
            self.ready.extend(self.waiting.take());
            return Ok(true);
        }
        self.bytes += length;
        let line = open.line;
        open.line += 1;
        let (text, kind) = understood(&bytes, line);
        match kind {
            Line::Nothing => {}
            Line::Go(go) => {
                if let Some(mut item) = self.waiting.take() {
                    item.puzzle = item
                        .puzzle
                        .and_then(|puzzle| Ok(Puzzle { go: go?, ..puzzle }));
                    self.ready.push_back(item);
                }
            }
            Line::Position(puzzle) => {
                self.ready.extend(self.waiting.take());
                self.waiting = Some(self.item(line, text, puzzle));
            }
            Line::Puzzle(puzzle) => {
                self.ready.extend(self.waiting.take());
                let item = self.item(line, text, puzzle);
                self.ready.push_back(item);
            }
        }
        Ok(true)
    }

    fn item(&mut self, line: u64, text: &str, puzzle: Result<Puzzle, Fault>) -> Item {
        // Also a line that makes no sense may say what it is called.
        let id = match &puzzle {
            Ok(puzzle) => puzzle.operation("id").unwrap_or_default().to_owned(),
            Err(_) => {
                let operations = epd::split(text).1;
                epd::find(&operations, "id").unwrap_or_default().to_owned()
            }
        };
        let name = self.open.as_ref().map(|open| open.name.clone());
        Item {
            order: 0,
            file: name.filter(|_| self.several),
            line,
            id,
            bytes: std::mem::take(&mut self.bytes),
            puzzle,
        }
    }

    /// Whether it is in our part and has no answer yet.
    fn is_wanted(&mut self, item: &Item) -> Result<bool, Error> {
        let number = self.met;
        self.met += 1;
        if number % self.shard.of != self.shard.number - 1 {
            return Ok(false);
        }
        if self.done.is_empty() {
            return Ok(true);
        }
        let file = item.file.as_deref().unwrap_or_default();
        match self.done.answered(file, item.line, &item.about()) {
            None => Ok(true),
            Some(true) => Ok(false),
            Some(false) => Err(Error::OtherInput {
                file: item.file.clone().unwrap_or_else(|| "the input".into()),
                line: item.line,
            }),
        }
    }
}

impl Iterator for Input {
    type Item = Result<Item, Error>;

    fn next(&mut self) -> Option<Result<Item, Error>> {
        loop {
            while let Some(mut item) = self.ready.pop_front() {
                match self.is_wanted(&item) {
                    Ok(false) => self.bytes += item.bytes,
                    Ok(true) => {
                        item.order = self.given;
                        self.given += 1;
                        return Some(Ok(item));
                    }
                    Err(error) => return Some(Err(error)),
                }
            }
            match self.read_on() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    // Nothing is read behind what could not be read.
                    self.open = None;
                    self.sources.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}

fn opened(source: Source, first_line: u64) -> Result<Open, Error> {
    let reader: Box<dyn Read + Send> = match source.origin {
        Origin::Reader(reader) => reader,
        Origin::File(path) => match File::open(path) {
            Ok(file) => Box::new(file),
            Err(error) => {
                return Err(Error::Io {
                    file: source.name,
                    source: error,
                });
            }
        },
    };
    Ok(Open {
        name: source.name,
        reader: Box::new(BufReader::new(reader)),
        line: first_line,
    })
}

/// Reads a line into `bytes`, without its end and no more of it than [`LONGEST_LINE`] and one; the bytes that
/// it has, 0 at the end.
fn read_line(reader: &mut dyn BufRead, bytes: &mut Vec<u8>) -> io::Result<u64> {
    let mut length = 0;
    loop {
        let chunk = match reader.fill_buf() {
            Ok(chunk) => chunk,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
            Err(error) => return Err(error),
        };
        if chunk.is_empty() {
            return Ok(length);
        }
        let end = chunk.iter().position(|&byte| byte == b'\n');
        let text = &chunk[..end.unwrap_or(chunk.len())];
        let room = (LONGEST_LINE + 1).saturating_sub(bytes.len());
        bytes.extend_from_slice(&text[..text.len().min(room)]);
        let used = end.map_or(chunk.len(), |end| end + 1);
        length += used as u64;
        reader.consume(used);
        if end.is_some() {
            return Ok(length);
        }
    }
}

/// The text of a line, and what it is.
fn understood(bytes: &[u8], number: u64) -> (&str, Line) {
    if bytes.len() > LONGEST_LINE {
        let most = LONGEST_LINE;
        return ("", Line::Puzzle(Err(Fault::TooLong { most })));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => (text, read(text, number)),
        // In a comment nothing has to be understood.
        Err(_) if bytes.trim_ascii_start().starts_with(b"#") => ("", Line::Nothing),
        Err(error) => {
            let at = error.valid_up_to() + 1;
            ("", Line::Puzzle(Err(Fault::NotText { at })))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/3K5";

    fn items(input: Input) -> Vec<Item> {
        input.map(|item| item.expect("no error")).collect()
    }

    fn of(text: &str) -> Input {
        let text = std::io::Cursor::new(text.to_owned());
        Input::new(vec![Source::reader("text", text)])
    }

    #[test]
    fn each_puzzle_has_its_line_and_a_position_its_go() {
        let text = format!(
            "# first\n{FEN} w\nposition fen {FEN} b\n\ngo depth 3\nposition startpos\n{FEN} b id \"x\";\nposition startpos\ngo nodes many\ngo depth 9"
        );
        let items = items(of(&text));
        let lines: Vec<u64> = items.iter().map(|item| item.line).collect();
        assert_eq!(lines, [2, 3, 6, 7, 8]);
        let go = |index: usize| items[index].puzzle.as_ref().unwrap().go;
        assert_eq!((go(1).depth, go(2).depth), (Some(3), None));
        assert_eq!(items[3].id, "x");
        let fault = items[4].puzzle.as_ref().unwrap_err().to_string();
        assert_eq!(fault, "line 9: go nodes: want a whole number, found 'many'");
        let bytes: u64 = items.iter().map(|item| item.bytes).sum();
        assert!(bytes <= text.len() as u64);
    }

    #[test]
    fn what_is_no_text_or_too_long_is_told_and_passed() {
        let mut bytes = b"\xff\xfe\n# \xff\n".to_vec();
        bytes.extend(std::iter::repeat_n(b'9', 3 * LONGEST_LINE));
        bytes.extend(format!("\n{FEN} w").bytes());
        let input = Input::new(vec![Source::reader("bytes", std::io::Cursor::new(bytes))]);
        let items = items(input);
        let fault = |index: usize| items[index].puzzle.as_ref().unwrap_err().to_string();
        assert!(fault(0).starts_with("the line is not UTF-8: byte 1 "));
        assert_eq!(fault(1), "the line is longer than 65536 bytes");
        assert_eq!(items[2].line, 4);
        assert!(items[2].puzzle.is_ok());
    }

    #[test]
    fn shards_are_a_partition_and_what_is_done_is_left_out() {
        let text = format!("{FEN} w\n").repeat(10);
        let shard = |number| {
            items(of(&text).shard(Shard { number, of: 3 }))
                .iter()
                .map(|item| item.line)
                .collect::<Vec<_>>()
        };
        assert_eq!(shard(1), [1, 4, 7, 10]);
        assert_eq!([shard(2), shard(3)].concat(), [2, 5, 8, 3, 6, 9]);
        let mut done = Done::default();
        let about = items(of(&text))[0].about();
        done.mark("", 4, &about).unwrap();
        let left = items(
            of(&text)
                .shard(Shard { number: 1, of: 3 })
                .without(done.clone()),
        );
        assert_eq!(left.len(), 3);
        assert_eq!(left[1].order, 1);
        done.mark("", 5, "something else").unwrap();
        let last = of(&text).without(done).find_map(Result::err);
        assert_eq!(
            last.unwrap().to_string(),
            "the input, line 5: the results to go on with have another position there"
        );
    }
}
