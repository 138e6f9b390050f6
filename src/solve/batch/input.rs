//! Reads puzzles from the lines of files and streams, one line at a time.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use thiserror::Error;

use super::finished::FinishedLines;
use super::lines::Line;
use super::puzzle::{Puzzle, PuzzleError};
use super::puzzle_line::PuzzleLine;
use super::source_reader::{Contents, OpenSource, Source};
use crate::games::Encoding;

/// A part of the puzzles: every `of`-th puzzle, from puzzle `number` on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// The number of this part, from 1 to `of`.
    pub number: u64,
    /// The number of parts.
    pub of: u64,
}

impl Shard {
    /// Returns true if the item with this index, from 0, is in the part.
    pub fn contains(self, index: u64) -> bool {
        index % self.of == self.number - 1
    }
}

/// A puzzle, or an invalid line, with its line number.
#[derive(Clone, Debug)]
pub struct InputPuzzle {
    /// The file name, if there are several sources.
    pub file: Option<Arc<str>>,
    /// The line number, from 1.
    pub line: u64,
    /// The operation `id`; empty without one.
    pub id: String,
    /// Bytes read since the puzzle before.
    pub bytes: u64,
    /// The puzzle, or the error of an invalid line.
    pub puzzle: Result<Puzzle, PuzzleError>,
}

impl InputPuzzle {
    /// The position, or the error of an invalid line. [`FinishedLines`] recognises the line by it.
    pub(super) fn about(&self) -> String {
        match &self.puzzle {
            Ok(puzzle) => puzzle.game.board().to_fen(),
            Err(fault) => fault.to_string(),
        }
    }
}

/// A line and the file that it is in, if there are several, for messages.
pub(super) fn line_of(file: Option<&str>, line: u64) -> String {
    match file {
        Some(file) => format!("{file}, line {line}"),
        None => format!("line {line}"),
    }
}

/// What to do if results belong to another input.
pub(super) const ADVICE: &str =
    "write to another file with --out, or overwrite this one with --force";

/// An error that ends reading early.
#[derive(Debug, Error)]
pub enum InputError {
    /// The named source cannot be read.
    #[error("{0}: {1}")]
    Io(Arc<str>, #[source] io::Error),
    /// The results of an earlier run have another position for this line of a file.
    #[error("{0}: the results to resume have another position there; {ADVICE}")]
    OtherInput(String),
    /// The results of an earlier run have a line that the input has not.
    #[error("{0}: the results to resume have a puzzle there that the input lacks; {ADVICE}")]
    NoInput(String),
}

/// An iterator over the puzzles of some sources, one source after the other.
pub struct PuzzleInput {
    sources: VecDeque<Source>,
    has_several_sources: bool,
    /// The names of the sources of games.
    games: Vec<Arc<str>>,
    open: Option<OpenSource>,
    /// The puzzle of the last `position`, which a `go` may follow.
    waiting: Option<InputPuzzle>,
    ready: VecDeque<InputPuzzle>,
    /// The part of the puzzles to return; all without one.
    pub shard: Option<Shard>,
    /// The number of the first line of each source. It is above 1 if the source is a piece of a longer file.
    pub first_line: u64,
    /// The encoding of all sources. Without one, UTF-16 is detected by its byte order mark and GB18030 by the beginning of a
    /// source, 64 KiB or what a pipe has; in other sources each line that is not UTF-8 is read as GB18030 or Big5.
    pub encoding: Option<Encoding>,
    /// The lines that have a result and are left out.
    pub(crate) finished: FinishedLines,
    /// The number of puzzles read, including those of other shards and those with a result.
    read: u64,
    /// Bytes read since the last puzzle returned.
    bytes: u64,
}

impl PuzzleInput {
    /// All puzzles of these sources.
    pub fn new(sources: Vec<Source>) -> PuzzleInput {
        let has_games = |source: &&Source| matches!(source.contents, Contents::Games(..));
        let games = sources.iter().filter(has_games);
        PuzzleInput {
            has_several_sources: sources.len() > 1,
            games: games.map(|source| source.name.clone()).collect(),
            sources: sources.into(),
            open: None,
            waiting: None,
            ready: VecDeque::new(),
            shard: None,
            first_line: 1,
            encoding: None,
            finished: FinishedLines::default(),
            read: 0,
            bytes: 0,
        }
    }

    /// Reads everything, to check that each line with a result is in this input, and has the position of the result. Results of
    /// other shards, and of lines before the first, may be there, too.
    ///
    /// # Errors
    /// If a line is not, or a source cannot be read.
    pub fn check(mut self) -> Result<(), InputError> {
        self.try_for_each(|item| item.map(drop))?;
        match self.finished.first_untaken(self.first_line) {
            None => Ok(()),
            Some((file, line)) => {
                let file = Some(file).filter(|name| !name.is_empty());
                Err(InputError::NoInput(self.place_of(file, line)))
            }
        }
    }

    /// A line or game and the file that it is in, if there are several, for messages.
    fn place_of(&self, file: Option<&str>, line: u64) -> String {
        match file {
            Some(file) if self.games.iter().any(|game| **game == *file) => {
                format!("{file}, game {line}")
            }
            None if !self.games.is_empty() => format!("game {line}"),
            _ => line_of(file, line),
        }
    }

    /// Opens a source of lines, or adds the puzzles of a source of games to `ready`.
    fn open(&mut self, Source { name, contents }: Source) -> Result<(), InputError> {
        match contents {
            Contents::Lines { open, is_text } => {
                let reader = open().map_err(|error| InputError::Io(name.clone(), error))?;
                let encoding = self.encoding.filter(|_| !is_text);
                self.open = Some(OpenSource::new(name, reader, encoding, self.first_line));
            }
            Contents::Games(games, bytes) => {
                for (line, game) in (self.first_line..).zip(games) {
                    let puzzle = game.map_err(|error| PuzzleError::Game(line, error));
                    self.bytes += bytes;
                    let item = self.item(name.clone(), line, String::new(), puzzle);
                    self.ready.push_back(item);
                }
            }
        }
        Ok(())
    }

    /// Reads a line, and adds the puzzles that it completes to `ready`. False at the end of the last source.
    fn read_next_line(&mut self) -> Result<bool, InputError> {
        if self.open.is_none() {
            let Some(source) = self.sources.pop_front() else {
                return Ok(false);
            };
            self.open(source)?;
        }
        let Some(open) = &mut self.open else {
            return Ok(true);
        };
        let (name, line) = (open.name.clone(), open.line);
        let Line { bytes, length } =
            (open.next_line()).map_err(|error| InputError::Io(name.clone(), error))?;
        if length == 0 {
            self.open = None;
            self.ready.extend(self.waiting.take());
            return Ok(true);
        }
        self.bytes += length;
        let (kind, id) = open.read(&bytes);
        match kind {
            PuzzleLine::Nothing => {}
            PuzzleLine::Go(go) => {
                if let Some(mut item) = self.waiting.take() {
                    let go = go.map_err(|what| PuzzleError::Command(line, what));
                    let limited = |puzzle| go.map(|limits| Puzzle { limits, ..puzzle });
                    item.puzzle = item.puzzle.and_then(limited);
                    self.ready.push_back(item);
                }
            }
            PuzzleLine::Position(puzzle) => {
                self.ready.extend(self.waiting.take());
                self.waiting = Some(self.item(name, line, id, puzzle));
            }
            PuzzleLine::Puzzle(puzzle) => {
                self.ready.extend(self.waiting.take());
                let item = self.item(name, line, id, puzzle);
                self.ready.push_back(item);
            }
        }
        Ok(true)
    }

    /// A puzzle that has been read. `id` is that of an invalid one.
    fn item(
        &mut self,
        name: Arc<str>,
        line: u64,
        id: String,
        puzzle: Result<Puzzle, PuzzleError>,
    ) -> InputPuzzle {
        let id = match &puzzle {
            Ok(puzzle) => puzzle.operand("id").unwrap_or_default().to_owned(),
            Err(_) => id,
        };
        InputPuzzle {
            file: Some(name).filter(|_| self.has_several_sources),
            line,
            id,
            bytes: std::mem::take(&mut self.bytes),
            puzzle,
        }
    }

    /// Reads up to the next puzzle that is in the shard and has no result yet. `None` at the end of the last source.
    fn next_selected(&mut self) -> Result<Option<InputPuzzle>, InputError> {
        loop {
            while let Some(item) = self.ready.pop_front() {
                if self.is_selected(&item)? {
                    return Ok(Some(item));
                }
                self.bytes += item.bytes;
            }
            if !self.read_next_line()? {
                return Ok(None);
            }
        }
    }

    /// Returns true if a puzzle is in the shard and has no result yet. It must be called once for each puzzle.
    fn is_selected(&mut self, item: &InputPuzzle) -> Result<bool, InputError> {
        let number = self.read;
        self.read += 1;
        let (file, line) = (item.file.as_deref(), item.line);
        let taken = (self.finished).take(file.unwrap_or_default(), line, &item.about());
        match taken {
            None => Ok(self.shard.is_none_or(|shard| shard.contains(number))),
            Some(true) => Ok(false),
            Some(false) => Err(InputError::OtherInput(self.place_of(file, line))),
        }
    }
}

impl Iterator for PuzzleInput {
    type Item = Result<InputPuzzle, InputError>;

    fn next(&mut self) -> Option<Result<InputPuzzle, InputError>> {
        let next = self.next_selected();
        if next.is_err() {
            // An error ends the whole input.
            self.open = None;
            self.sources.clear();
            self.ready.clear();
        }
        next.transpose()
    }
}
