//! Reads puzzles from the lines of files and streams, one line at a time.

use std::collections::VecDeque;
use std::io;
use std::sync::Arc;

use thiserror::Error;

use super::FinishedLines;
use super::puzzle::{InputPuzzle, Puzzle, PuzzleError, line_of};
use super::puzzle_line::{PuzzleLine, read};
use super::source_reader::{Contents, OpenSource, Source, decoded, read_line};
use crate::board::epd;
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

impl InputPuzzle {
    /// The position, or the error of an invalid line. [`FinishedLines`] recognises the line by it.
    fn about(&self) -> String {
        match &self.puzzle {
            Ok(puzzle) => puzzle.game.board().to_fen(),
            Err(fault) => fault.to_string(),
        }
    }
}

/// What to do if results belong to another input.
const ADVICE: &str = "write to another file with --out, or overwrite this one with --force";

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
    open: Option<OpenSource>,
    /// The puzzle of the last `position`, which a `go` may follow.
    waiting: Option<InputPuzzle>,
    ready: VecDeque<InputPuzzle>,
    /// The part of the puzzles to return; all without one.
    pub shard: Option<Shard>,
    /// The number of the first line of each source. It is above 1 if the source is a piece of a longer file.
    pub first_line: u64,
    /// The encoding of all sources. Without one, UTF-16 is detected by its byte order mark, and each line that is not UTF-8
    /// is read as GB18030 or Big5.
    pub encoding: Option<Encoding>,
    /// The lines that have a result and are left out.
    pub finished: FinishedLines,
    /// The number of puzzles read, including those of other shards and those with a result.
    read: u64,
    /// Bytes read since the last puzzle returned.
    bytes: u64,
}

impl PuzzleInput {
    /// All puzzles of these sources.
    pub fn new(sources: Vec<Source>) -> PuzzleInput {
        PuzzleInput {
            has_several_sources: sources.len() > 1,
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
                Err(InputError::NoInput(line_of(file, line)))
            }
        }
    }

    /// Opens a source of lines, or adds the puzzles of a source of games to `ready`.
    fn open(&mut self, Source { name, contents }: Source) -> Result<(), InputError> {
        match contents {
            Contents::Lines { open, is_text } => {
                let reader = open().map_err(|error| InputError::Io(name.clone(), error))?;
                let encoding = self.encoding.filter(|_| !is_text);
                self.open = Some(OpenSource {
                    name,
                    reader: decoded(reader, encoding),
                    line: self.first_line,
                    columns: None,
                    is_begun: false,
                });
            }
            Contents::Games(games, bytes) => {
                let file = Some(name).filter(|_| self.has_several_sources);
                let games = (self.first_line..).zip(games).map(|(line, game)| {
                    let puzzle = game.map_err(|error| PuzzleError::Game(line, error));
                    let id = puzzle.as_ref().ok().and_then(|puzzle| puzzle.operand("id"));
                    InputPuzzle {
                        file: file.clone(),
                        line,
                        id: id.unwrap_or_default().to_owned(),
                        bytes,
                        puzzle,
                    }
                });
                self.ready.extend(games);
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
        let mut bytes = Vec::new();
        let length = read_line(&mut open.reader, &mut bytes)
            .map_err(|error| InputError::Io(open.name.clone(), error))?;
        if length == 0 {
            self.open = None;
            self.ready.extend(self.waiting.take());
            return Ok(true);
        }
        self.bytes += length;
        let line = open.line;
        open.line += 1;
        let text = open.text(&bytes);
        let (text, kind) = match &text {
            Ok(text) => (text.as_ref(), read(text, line)),
            Err(error) => ("", PuzzleLine::Puzzle(Err(error.clone()))),
        };
        match kind {
            PuzzleLine::Nothing => {}
            PuzzleLine::BannedMoves => {
                if let Some(item) = &mut self.waiting {
                    item.puzzle = Err(PuzzleError::BannedMoves(line));
                }
            }
            PuzzleLine::Go(go) => {
                if let Some(mut item) = self.waiting.take() {
                    let limited = |puzzle| go.map(|limits| Puzzle { limits, ..puzzle });
                    item.puzzle = item.puzzle.and_then(limited);
                    self.ready.push_back(item);
                }
            }
            PuzzleLine::Position(puzzle) => {
                self.ready.extend(self.waiting.take());
                self.waiting = Some(self.item(line, text, puzzle));
            }
            PuzzleLine::Puzzle(puzzle) => {
                self.ready.extend(self.waiting.take());
                let item = self.item(line, text, puzzle);
                self.ready.push_back(item);
            }
        }
        Ok(true)
    }

    fn item(&mut self, line: u64, text: &str, puzzle: Result<Puzzle, PuzzleError>) -> InputPuzzle {
        // An invalid line can have an id, too.
        let id = match &puzzle {
            Ok(puzzle) => puzzle.operand("id").map(str::to_owned),
            Err(_) => epd::find(&epd::split(text).1, "id").map(str::to_owned),
        };
        let name = self.open.as_ref().map(|open| open.name.clone());
        InputPuzzle {
            file: name.filter(|_| self.has_several_sources),
            line,
            id: id.unwrap_or_default(),
            bytes: std::mem::take(&mut self.bytes),
            puzzle,
        }
    }

    /// Returns true if a puzzle is in the shard and has no result yet. It must be called once for each puzzle.
    fn is_selected(&mut self, item: &InputPuzzle) -> Result<bool, InputError> {
        let number = self.read;
        self.read += 1;
        let is_in_shard = self.shard.is_none_or(|shard| shard.contains(number));
        if self.finished.is_empty() {
            return Ok(is_in_shard);
        }
        let (file, line) = (item.file.as_deref(), item.line);
        let taken = (self.finished).take(file.unwrap_or_default(), line, &item.about());
        match taken {
            None => Ok(is_in_shard),
            Some(true) => Ok(false),
            Some(false) => Err(InputError::OtherInput(line_of(file, line))),
        }
    }
}

impl Iterator for PuzzleInput {
    type Item = Result<InputPuzzle, InputError>;

    fn next(&mut self) -> Option<Result<InputPuzzle, InputError>> {
        loop {
            while let Some(item) = self.ready.pop_front() {
                match self.is_selected(&item) {
                    Ok(false) => self.bytes += item.bytes,
                    Ok(true) => return Some(Ok(item)),
                    Err(error) => return Some(Err(error)),
                }
            }
            match self.read_next_line() {
                Ok(true) => {}
                Ok(false) => return None,
                Err(error) => {
                    // An error ends the whole input.
                    self.open = None;
                    self.sources.clear();
                    return Some(Err(error));
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::puzzle::MAX_LINE_BYTES;
    use super::*;

    const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/3K5";

    fn items(input: PuzzleInput) -> Vec<InputPuzzle> {
        input.map(|item| item.expect("no error")).collect()
    }

    fn of(text: impl AsRef<[u8]> + Send + 'static) -> PuzzleInput {
        PuzzleInput::new(vec![Source::reader("text", io::Cursor::new(text))])
    }

    #[test]
    fn a_puzzle_with_banned_moves_is_invalid() {
        let text = format!(
            "position fen {FEN} b\nbanmoves\ngo depth 3\nposition fen {FEN} b\nbanmoves e9d9\ngo depth 3\nbanmoves e9d9"
        );
        let found: Vec<Option<String>> = items(of(text))
            .into_iter()
            .map(|item| item.puzzle.err().map(|error| error.to_string()))
            .collect();
        let error = "line 5: puzzles are solved without banned moves; leave out 'banmoves'";
        assert_eq!(found, [None, Some(error.to_owned())]);
    }

    #[test]
    fn puzzles_have_line_numbers_and_positions_the_limits_of_their_go() {
        let text = format!(
            "# first\n{FEN} w\nposition fen {FEN} b\n\ngo depth 3\nposition startpos\n{FEN} b id \"x\";\nposition startpos\ngo nodes many\ngo depth 9"
        );
        let items = items(of(text.clone()));
        let lines: Vec<u64> = items.iter().map(|item| item.line).collect();
        assert_eq!(lines, [2, 3, 6, 7, 8]);
        let depth = |index: usize| items[index].puzzle.as_ref().unwrap().limits.depth;
        assert_eq!((depth(1), depth(2)), (Some(3), None));
        assert_eq!(items[3].id, "x");
        let error = items[4].puzzle.as_ref().unwrap_err().to_string();
        assert_eq!(
            error,
            "line 9: go nodes: expected a whole number, found 'many'"
        );
        let bytes: u64 = items.iter().map(|item| item.bytes).sum();
        assert!(bytes <= text.len() as u64);
    }

    #[test]
    fn lines_that_are_not_utf8_or_too_long_are_errors() {
        let mut bytes = b"\xff\xff\n# \xff\n".to_vec();
        bytes.extend([b'9'; 3 * MAX_LINE_BYTES]);
        bytes.extend(format!("\n{FEN} w").bytes());
        let items = items(of(bytes));
        let error = |index: usize| items[index].puzzle.as_ref().unwrap_err().to_string();
        assert!(error(0).starts_with("the line is not UTF-8: byte 1 "));
        assert_eq!(error(1), "the line is longer than 65536 bytes");
        assert_eq!(items[2].line, 4);
        assert!(items[2].puzzle.is_ok());
    }

    #[test]
    fn tables_and_all_encodings_are_read() {
        let table = format!("# mine\nName;FEN;ID\nx;{FEN} w;三子归边\ny;{FEN} b;\n");
        let ids = |bytes: Vec<u8>, encoding| {
            let mut input = of(bytes);
            input.encoding = encoding;
            let items = items(input);
            assert!(items.iter().all(|item| item.puzzle.is_ok()));
            items
                .into_iter()
                .map(|item| (item.line, item.id))
                .collect::<Vec<_>>()
        };
        let expected = [(3, "三子归边".to_owned()), (4, String::new())];
        assert_eq!(ids(table.clone().into_bytes(), None), expected);
        for encoding in [Encoding::Gb18030, Encoding::Utf16] {
            let bytes = encoding.encode(&table).unwrap();
            assert_eq!(ids(bytes.clone(), None), expected, "{encoding}");
            assert_eq!(ids(bytes, Some(encoding)), expected, "{encoding}");
        }
        let mut big_endian = Encoding::Utf16.encode(&table).unwrap();
        big_endian.chunks_mut(2).for_each(<[u8]>::reverse);
        assert_eq!(ids(big_endian, Some(Encoding::Utf16)), expected);
        let text = Source::text("text", format!("{FEN} w; id \"三子归边\";"));
        let mut input = PuzzleInput::new(vec![text]);
        input.encoding = Some(Encoding::Gb18030);
        assert_eq!(items(input)[0].id, "三子归边");
        let table = table.replace("三子归边", "三子歸邊");
        let bytes = Encoding::Big5.encode(&table).unwrap();
        assert_eq!(ids(bytes, Some(Encoding::Big5))[0].1, "三子歸邊");
    }

    #[test]
    fn cells_of_a_table_may_be_empty_or_begin_with_a_number_sign() {
        let table = format!(
            "# mine\n\u{feff}名称\t序号\t局面\n\t1\t{FEN} w\n#2\t2\t{FEN} w\r\n\t\t\r\n二\t3\n# end\n"
        );
        let items = items(of(table));
        let found = items
            .iter()
            .map(|item| (item.line, item.id.as_str(), item.puzzle.is_ok()));
        let expected = [(3, "1", true), (4, "#2", true), (6, "二", false)];
        assert_eq!(Vec::from_iter(found), expected);
    }

    #[test]
    fn a_position_is_no_heading() {
        let items = items(of(format!("{FEN} w;id\n{FEN} w\n")));
        assert_eq!(items.iter().filter(|item| item.puzzle.is_ok()).count(), 2);
    }

    #[test]
    fn a_table_without_positions_gives_one_error() {
        let items = items(of("名称,棋盘\n一,x\n二,y\n"));
        let errors = items
            .iter()
            .map(|item| (item.line, item.puzzle.as_ref().unwrap_err()));
        assert_eq!(
            Vec::from_iter(errors),
            [(1, &PuzzleError::NoPositionColumn)]
        );
    }

    #[test]
    fn shards_are_a_partition_and_finished_lines_are_left_out() {
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
        assert!(first.finished.mark("", 4, &about, false));
        assert!(all.finished.mark("", 4, &about, false));
        let left = items(first);
        assert_eq!((left.len(), left[1].line), (3, 7));
        // Results of other shards are no fault, but those of lines that the input lacks.
        let checked = |of_shard, line, first_line| {
            let mut input = input(of_shard);
            input.first_line = first_line;
            assert!(input.finished.mark("", line, &about, false));
            input.check().map_err(|error| error.to_string())
        };
        let shard = Some(Shard { number: 1, of: 3 });
        assert_eq!(checked(shard, 5, 1), Ok(()));
        assert_eq!(checked(None, 4, 5), Ok(()));
        let lacks = checked(None, 11, 1).unwrap_err();
        assert!(lacks.starts_with("line 11: the results to resume have a puzzle there"));
        assert!(all.finished.mark("", 5, "something else", false));
        let last = all.find_map(Result::err);
        assert_eq!(
            last.unwrap().to_string(),
            format!("line 5: the results to resume have another position there; {ADVICE}")
        );
    }
}
