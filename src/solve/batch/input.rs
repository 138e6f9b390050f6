//! Lines of files as puzzles, each with its place. One line is in memory at a time.

use std::collections::VecDeque;
use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::PathBuf;
use std::sync::Arc;

use thiserror::Error;

use super::Done;
use super::puzzle::{Fault, LONGEST_LINE, Line, Puzzle, read};
use crate::board::epd;

type Reader = Box<dyn BufRead + Send>;

/// Something to read from.
pub struct Source {
    name: Arc<str>,
    open: Box<dyn FnOnce() -> io::Result<Reader> + Send>,
}

impl Source {
    /// A file, opened when its turn comes.
    pub fn file(path: PathBuf) -> Source {
        Source {
            name: path.display().to_string().into(),
            open: Box::new(|| Ok(Box::new(BufReader::new(File::open(path)?)))),
        }
    }

    /// Whatever can be read.
    pub fn reader(name: &str, reader: impl Read + Send + 'static) -> Source {
        Source {
            name: name.into(),
            open: Box::new(|| Ok(Box::new(BufReader::new(reader)))),
        }
    }
}

/// A part of the puzzles: of every `of`, the one with this number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// Which part, from 1 to `of`.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

/// A puzzle and its place.
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
    /// A file that cannot be read, and why.
    #[error("{0}: {1}")]
    Io(Arc<str>, #[source] io::Error),
    /// The answers of an earlier run are about something else on this line of a file.
    #[error("{0}, line {1}: the results to go on with have another position there")]
    OtherInput(Arc<str>, u64),
}

/// The file that is being read.
struct Open {
    name: Arc<str>,
    reader: Reader,
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
    /// Only this part of them.
    pub shard: Option<Shard>,
    /// The number of the first line of each source: for one that is a piece of something longer.
    pub first_line: u64,
    /// The lines that have an answer and are left out.
    pub done: Done,
    /// Puzzles read, with those of other shards and those answered.
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
            shard: None,
            first_line: 1,
            done: Done::default(),
            met: 0,
            given: 0,
            bytes: 0,
        }
    }

    /// Reads a line; false at the end of all.
    fn read_on(&mut self) -> Result<bool, Error> {
        if self.open.is_none() {
            let Some(Source { name, open }) = self.sources.pop_front() else {
                return Ok(false);
            };
            let reader = open().map_err(|error| Error::Io(name.clone(), error))?;
            let line = self.first_line;
            self.open = Some(Open { name, reader, line });
        }
        let Some(open) = &mut self.open else {
            return Ok(false);
        };
        let mut bytes = Vec::new();
        let length = read_line(&mut open.reader, &mut bytes)
            .map_err(|error| Error::Io(open.name.clone(), error))?;
        if length == 0 {
            self.open = None;
            self.ready.extend(self.waiting.take());
            return Ok(true);
        }
        self.bytes += length;
        let line = open.line;
        open.line += 1;
        let (text, kind) = interpret(&bytes, line);
        match kind {
            Line::Nothing => {}
            Line::Go(go) => {
                if let Some(mut item) = self.waiting.take() {
                    let with_go = |puzzle| go.map(|go| Puzzle { go, ..puzzle });
                    item.puzzle = item.puzzle.and_then(with_go);
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
        // A line that is no puzzle may have an id, too.
        let id = match &puzzle {
            Ok(puzzle) => puzzle.operation("id").map(str::to_owned),
            Err(_) => epd::find(&epd::split(text).1, "id").map(str::to_owned),
        };
        let name = self.open.as_ref().map(|open| open.name.clone());
        Item {
            order: 0,
            file: name.filter(|_| self.several),
            line,
            id: id.unwrap_or_default(),
            bytes: std::mem::take(&mut self.bytes),
            puzzle,
        }
    }

    /// Whether it is in our part and has no answer yet.
    fn is_wanted(&mut self, item: &Item) -> Result<bool, Error> {
        let number = self.met;
        self.met += 1;
        let is_ours = |shard: Shard| number % shard.of == shard.number - 1;
        if !self.shard.is_none_or(is_ours) {
            return Ok(false);
        }
        if self.done.files.is_empty() {
            return Ok(true);
        }
        let file = item.file.as_deref().unwrap_or_default();
        match self.done.answered(file, item.line, &item.about()) {
            None => Ok(true),
            Some(true) => Ok(false),
            Some(false) => {
                let file = item.file.clone().unwrap_or_else(|| "the input".into());
                Err(Error::OtherInput(file, item.line))
            }
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

/// Reads a line into `bytes`, without its end and no more of it than [`LONGEST_LINE`] and one. Returns its length in bytes, 0 at
/// the end.
fn read_line(reader: &mut Reader, bytes: &mut Vec<u8>) -> io::Result<u64> {
    let mut part = reader.by_ref().take(LONGEST_LINE as u64 + 1);
    let mut length = part.read_until(b'\n', bytes)?;
    if bytes.last() == Some(&b'\n') {
        bytes.pop();
    } else if bytes.len() > LONGEST_LINE {
        length += reader.skip_until(b'\n')?;
    }
    Ok(length as u64)
}

/// The text of a line, and what it is.
fn interpret(bytes: &[u8], number: u64) -> (&str, Line) {
    if bytes.len() > LONGEST_LINE {
        return ("", Line::Puzzle(Err(Fault::TooLong)));
    }
    match std::str::from_utf8(bytes) {
        Ok(text) => (text, read(text, number)),
        // A comment may be in any encoding.
        Err(_) if bytes.trim_ascii_start().starts_with(b"#") => ("", Line::Nothing),
        Err(error) => {
            let fault = Fault::NotText(error.valid_up_to() + 1);
            ("", Line::Puzzle(Err(fault)))
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

    fn of(text: impl AsRef<[u8]> + Send + 'static) -> Input {
        Input::new(vec![Source::reader("text", io::Cursor::new(text))])
    }

    #[test]
    fn each_puzzle_has_its_line_and_a_position_its_go() {
        let text = format!(
            "# first\n{FEN} w\nposition fen {FEN} b\n\ngo depth 3\nposition startpos\n{FEN} b id \"x\";\nposition startpos\ngo nodes many\ngo depth 9"
        );
        let items = items(of(text.clone()));
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
    fn lines_that_are_no_text_or_too_long_are_faults() {
        let mut bytes = b"\xff\xfe\n# \xff\n".to_vec();
        bytes.extend([b'9'; 3 * LONGEST_LINE]);
        bytes.extend(format!("\n{FEN} w").bytes());
        let items = items(of(bytes));
        let fault = |index: usize| items[index].puzzle.as_ref().unwrap_err().to_string();
        assert!(fault(0).starts_with("the line is not UTF-8: byte 1 "));
        assert_eq!(fault(1), "the line is longer than 65536 bytes");
        assert_eq!(items[2].line, 4);
        assert!(items[2].puzzle.is_ok());
    }

    #[test]
    fn shards_are_a_partition_and_what_is_done_is_left_out() {
        let input = |shard| {
            let mut input = of(format!("{FEN} w\n").repeat(10));
            input.shard = shard;
            input
        };
        let part = |number| input(Some(Shard { number, of: 3 }));
        let lines = |number| {
            let items = items(part(number));
            items.iter().map(|item| item.line).collect::<Vec<_>>()
        };
        assert_eq!(lines(1), [1, 4, 7, 10]);
        assert_eq!([lines(2), lines(3)].concat(), [2, 5, 8, 3, 6, 9]);
        let (mut first, mut all) = (part(1), input(None));
        let about = items(input(None))[0].about();
        assert!(first.done.mark("", 4, &about) && all.done.mark("", 4, &about));
        let left = items(first);
        assert_eq!((left.len(), left[1].order), (3, 1));
        assert!(all.done.mark("", 5, "something else"));
        let last = all.find_map(Result::err);
        assert_eq!(
            last.unwrap().to_string(),
            "the input, line 5: the results to go on with have another position there"
        );
    }
}
