//! Opening book files: read, checked, looked up, and written.
//!
//! A record is one move of one position, in eight bytes. Records are sorted by lock, so a position's moves stand together and are
//! found by binary search. A book of a million records takes 12 MB of memory.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::lock::{lock, number, square};
use crate::board::{Board, Move};

/// Bytes of a record: lock, move and weight, little-endian.
pub const SIZE: usize = 8;

/// A move that a book knows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position, see [`lock`](super::lock()).
    pub lock: u32,
    pub mv: Move,
    /// How often it is played, relative to the position's other moves; with 0 it is known, but never played.
    pub weight: u16,
}

impl Record {
    /// Reads a record.
    ///
    /// # Errors
    /// The word that should be a move, if it is none.
    pub fn from_bytes(bytes: [u8; SIZE]) -> Result<Record, u16> {
        let [a, b, c, d, from, to, e, f] = bytes;
        let squares = square(from).zip(square(to));
        let (start, end) = squares
            .filter(|(start, end)| start != end)
            .ok_or(u16::from_le_bytes([from, to]))?;
        Ok(Record {
            lock: u32::from_le_bytes([a, b, c, d]),
            mv: Move::new(start, end),
            weight: u16::from_le_bytes([e, f]),
        })
    }

    /// The record's bytes.
    ///
    /// ```
    /// use chuhe::book::Record;
    /// let record = Record { lock: 0x0403_0201, mv: "a0i9".parse().unwrap(), weight: 0x0605 };
    /// assert_eq!(record.bytes(), [1, 2, 3, 4, 0xc3, 0x3b, 5, 6]);
    /// assert_eq!(Record::from_bytes(record.bytes()), Ok(record));
    /// assert_eq!(Record::from_bytes([0; 8]), Err(0));
    /// ```
    pub fn bytes(self) -> [u8; SIZE] {
        let [a, b, c, d] = self.lock.to_le_bytes();
        let [e, f] = self.weight.to_le_bytes();
        let (from, to) = (number(self.mv.from()), number(self.mv.to()));
        [a, b, c, d, from, to, e, f]
    }
}

/// A move as it is in the position mirrored left to right.
///
/// ```
/// use chuhe::book::mirrored;
/// assert_eq!(mirrored("h2e2".parse().unwrap()).to_string(), "b2e2");
/// ```
pub fn mirrored(mv: Move) -> Move {
    Move::new(mv.from().mirrored(), mv.to().mirrored())
}

/// The longest file read, in bytes. The longest book known has a tenth of that.
pub const LONGEST: u64 = 1 << 28;

/// What is wrong with the bytes of a book, and at which of them, from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BookError {
    #[error("the file is empty")]
    Empty,
    /// The offset of a record, and how many of its bytes there are.
    #[error("byte {0}: the file ends {1} bytes into a record of {SIZE}: cut off, or no BOOK.DAT")]
    Truncated(usize, usize),
    /// The offset of a word that should be a move, and the word.
    #[error("byte {0}: {1:#06x} is no move: damaged, or no BOOK.DAT")]
    NoMove(usize, u16),
    /// The offset of a record that stands behind one with a higher lock, and its lock.
    #[error("byte {0}: lock {1:#010x} stands behind a higher one: not sorted, or no BOOK.DAT")]
    Unsorted(usize, u32),
}

/// Why a file could not be read as a book.
#[derive(Debug, Error)]
pub enum OpenError {
    #[error("cannot read {}: {}", .0.display(), .1)]
    Unreadable(PathBuf, #[source] io::Error),
    #[error("{} is no file", .0.display())]
    NoFile(PathBuf),
    #[error("{} is longer than {LONGEST} bytes", .0.display())]
    TooLong(PathBuf),
    #[error("{}: {}", .0.display(), .1)]
    Broken(PathBuf, BookError),
}

/// A move that a book has for a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    pub mv: Move,
    /// Its weight, see [`Record::weight`].
    pub weight: u16,
}

/// An opening book. Copies share its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    records: Arc<[Record]>,
}

impl Book {
    /// A book of these records in any order; those of a position keep theirs.
    pub fn from_records(mut records: Vec<Record>) -> Book {
        records.sort_by_key(|record| record.lock);
        Book {
            records: records.into(),
        }
    }

    /// Reads a book.
    ///
    /// # Errors
    /// At the first byte that can be none of a book's.
    ///
    /// ```
    /// use chuhe::book::Book;
    /// let fault = Book::read(b"[Event \"a game\"]").unwrap_err();
    /// assert_eq!(fault.to_string(), "byte 4: 0x746e is no move: damaged, or no BOOK.DAT");
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let (whole, rest) = bytes.as_chunks::<SIZE>();
        let mut records: Vec<Record> = Vec::with_capacity(whole.len());
        for (index, &bytes) in whole.iter().enumerate() {
            let offset = index * SIZE;
            let record = Record::from_bytes(bytes);
            let record = record.map_err(|word| BookError::NoMove(offset + 4, word))?;
            let lock = record.lock;
            if records.last().is_some_and(|before| before.lock > lock) {
                return Err(BookError::Unsorted(offset, lock));
            }
            records.push(record);
        }
        match rest.len() {
            0 if records.is_empty() => Err(BookError::Empty),
            0 => Ok(Book {
                records: records.into(),
            }),
            left => Err(BookError::Truncated(bytes.len() - left, left)),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is no file or longer than `LONGEST`, or no book.
    pub fn open(path: &Path) -> Result<Book, OpenError> {
        let name = || path.to_owned();
        let unreadable = |error| OpenError::Unreadable(name(), error);
        // Opening a pipe would block, and a device may have no end.
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            return Err(OpenError::NoFile(name()));
        }
        let mut bytes = Vec::new();
        let file = File::open(path).map_err(unreadable)?;
        let read = file.take(LONGEST + 1).read_to_end(&mut bytes);
        if read.map_err(unreadable)? as u64 > LONGEST {
            return Err(OpenError::TooLong(name()));
        }
        Book::read(&bytes).map_err(|fault| OpenError::Broken(name(), fault))
    }

    pub fn bytes(&self) -> Vec<u8> {
        let records = self.records.iter();
        records.flat_map(|record| record.bytes()).collect()
    }

    /// All records, by their locks.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    pub fn positions(&self) -> usize {
        let same = |one: &Record, other: &Record| one.lock == other.lock;
        self.records.chunk_by(same).count()
    }

    /// The moves for a position, the greatest weight first, equal ones in the order of their text. The mirrored position is
    /// looked up where the position is not found. Illegal moves are skipped: two positions may share a lock.
    pub fn choices(&self, board: &Board) -> Vec<Choice> {
        let mut choices = self.legal(board, lock(board), |mv| mv);
        if choices.is_empty() {
            choices = self.legal(board, lock(&board.mirrored()), mirrored);
        }
        choices.sort_by_key(|choice| (Reverse(choice.weight), choice.mv.to_string()));
        choices
    }

    fn legal(&self, board: &Board, lock: u32, place: fn(Move) -> Move) -> Vec<Choice> {
        let mut choices: Vec<Choice> = Vec::new();
        let start = self.records.partition_point(|record| record.lock < lock);
        let records = self.records[start..].iter();
        for record in records.take_while(|record| record.lock == lock) {
            let (mv, weight) = (place(record.mv), record.weight);
            match choices.iter_mut().find(|choice| choice.mv == mv) {
                // The weights of a repeated move are added.
                Some(known) => known.weight = known.weight.saturating_add(weight),
                None if board.is_legal_move(mv) => choices.push(Choice { mv, weight }),
                None => {}
            }
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(board: &Board, mv: &str, weight: u16) -> Record {
        Record {
            lock: lock(board),
            mv: mv.parse().unwrap(),
            weight,
        }
    }

    fn texts(choices: &[Choice]) -> Vec<String> {
        let text = |choice: &Choice| format!("{} {}", choice.mv, choice.weight);
        choices.iter().map(text).collect()
    }

    fn after(mv: &str) -> Board {
        let mut board = Board::startpos();
        let _ = board.make(mv.parse().unwrap());
        board
    }

    #[test]
    fn choices_are_legal_and_sorted_by_weight() {
        let start = Board::startpos();
        let moves = [
            ("b0c2", 3),
            ("h2e2", 5),
            ("a0a9", 9),
            ("b2e2", 5),
            ("b0c2", 1),
        ];
        let records = moves.map(|(mv, weight)| record(&start, mv, weight));
        let book = Book::from_records(records.to_vec());
        assert_eq!(texts(&book.choices(&start)), ["b2e2 5", "h2e2 5", "b0c2 4"]);
        assert!(book.choices(&after("h2e2")).is_empty());
        assert_eq!(book.positions(), 1);
    }

    #[test]
    fn mirrored_position_is_looked_up() {
        let book = Book::from_records(vec![record(&after("h2e2"), "h9g7", 1)]);
        assert_eq!(texts(&book.choices(&after("h2e2"))), ["h9g7 1"]);
        assert_eq!(texts(&book.choices(&after("b2e2"))), ["b9c7 1"]);
    }

    #[test]
    fn fault_has_its_offset() {
        let (start, after) = (Board::startpos(), after("h2e2"));
        let records = vec![record(&start, "h2e2", 1), record(&after, "h9g7", 1)];
        let good = Book::from_records(records).bytes();
        assert_eq!(Book::read(&good).unwrap().bytes(), good);
        let mut swapped = good.clone();
        swapped.rotate_left(8);
        let mut still = good.clone();
        still[13] = still[12];
        for (bytes, expected) in [
            (&[][..], "the file is empty"),
            (
                &good[..3],
                "byte 0: the file ends 3 bytes into a record of 8",
            ),
            (&good[..15], "byte 8: the file ends 7 bytes into"),
            (&swapped, "byte 8: lock 0x"),
            (&still, "byte 12: 0x"),
        ] {
            let fault = Book::read(bytes).unwrap_err().to_string();
            assert!(fault.starts_with(expected), "{fault}");
        }
    }
}
