//! A whole book: read and checked, asked, and written.
//!
//! Records are sorted by lock, so a position's moves stand together and are found by halving. A
//! book is kept in memory as it is: one of a million records takes 12 MB.

use std::cmp::Reverse;
use std::fs::{self, File};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use thiserror::Error;

use super::lock::lock;
use super::record::{Record, SIZE, mirrored};
use crate::board::{Board, Move};

/// The longest file read, in bytes. The longest book known has a tenth of that.
pub const LONGEST: u64 = 1 << 28;

/// What is wrong with the bytes of a book, and at which of them.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BookError {
    /// No byte at all.
    #[error("the file is empty")]
    Empty,
    /// The file ends within a record.
    #[error(
        "byte {offset}: the file ends {left} bytes into a record of {SIZE}: cut off, or no BOOK.DAT"
    )]
    Truncated {
        /// Where the record begins, from 0.
        offset: usize,
        /// How many of its bytes there are.
        left: usize,
    },
    /// A record without a move.
    #[error("byte {offset}: {word:#06x} is no move: damaged, or no BOOK.DAT")]
    NoMove {
        /// Where the word stands, from 0.
        offset: usize,
        /// What stands there.
        word: u16,
    },
    /// A record that stands too late.
    #[error(
        "byte {offset}: lock {lock:#010x} stands behind a higher one: not sorted, or no BOOK.DAT"
    )]
    Unsorted {
        /// Where the record begins, from 0.
        offset: usize,
        /// Its lock.
        lock: u32,
    },
}

/// Why a file could not be read as a book.
#[derive(Debug, Error)]
pub enum OpenError {
    /// It cannot be read at all.
    #[error("cannot read {}: {source}", .path.display())]
    Unreadable {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
    },
    /// It is a folder, a pipe, a device.
    #[error("{} is no file", .path.display())]
    NoFile {
        /// What it is called.
        path: PathBuf,
    },
    /// It is too long to be a book.
    #[error("{} is longer than {LONGEST} bytes", .path.display())]
    TooLong {
        /// Which file.
        path: PathBuf,
    },
    /// It is no book, or a broken one.
    #[error("{}: {fault}", .path.display())]
    Broken {
        /// Which file.
        path: PathBuf,
        /// What is wrong, and where.
        fault: BookError,
    },
}

/// A move that a book would play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Choice {
    /// The move, legal in the position asked for.
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
    /// A book of these records, whatever their order.
    pub fn from_records(mut records: Vec<Record>) -> Book {
        // The order of a position's moves stays; that of the file is one of its weights.
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
            let record = Record::from_bytes(bytes).map_err(|word| BookError::NoMove {
                offset: offset + 4,
                word,
            })?;
            let lock = record.lock;
            if records.last().is_some_and(|before| before.lock > lock) {
                return Err(BookError::Unsorted { offset, lock });
            }
            records.push(record);
        }
        match (records.is_empty(), rest.len()) {
            (true, 0) => Err(BookError::Empty),
            (_, 0) => Ok(Book {
                records: records.into(),
            }),
            (_, left) => Err(BookError::Truncated {
                offset: bytes.len() - left,
                left,
            }),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// When it cannot be read, is no file or longer than [`LONGEST`], or no book.
    pub fn open(path: &Path) -> Result<Book, OpenError> {
        let unreadable = |source| OpenError::Unreadable {
            path: path.to_owned(),
            source,
        };
        // A pipe would be waited for, and a device may have no end.
        if !fs::metadata(path).map_err(unreadable)?.is_file() {
            let path = path.to_owned();
            return Err(OpenError::NoFile { path });
        }
        let file = File::open(path).map_err(unreadable)?;
        let mut bytes = Vec::new();
        file.take(LONGEST + 1)
            .read_to_end(&mut bytes)
            .map_err(unreadable)?;
        if bytes.len() as u64 > LONGEST {
            let path = path.to_owned();
            return Err(OpenError::TooLong { path });
        }
        Book::read(&bytes).map_err(|fault| OpenError::Broken {
            path: path.to_owned(),
            fault,
        })
    }

    /// The book's bytes.
    pub fn bytes(&self) -> Vec<u8> {
        self.records
            .iter()
            .flat_map(|record| record.bytes())
            .collect()
    }

    /// All records, by their locks.
    pub fn records(&self) -> &[Record] {
        &self.records
    }

    /// How many positions it knows.
    pub fn positions(&self) -> usize {
        self.records
            .chunk_by(|one, other| one.lock == other.lock)
            .count()
    }

    /// The moves it knows in a position, the greatest weight first, equal ones in the order of their
    /// text. The position is looked up as it is, and mirrored if it is not there. What is
    /// not legal is passed over: two positions may share a lock.
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
        for record in self.at(lock) {
            let (mv, weight) = (place(record.mv), record.weight);
            match choices.iter_mut().find(|choice| choice.mv == mv) {
                // Said twice, meant twice.
                Some(known) => known.weight = known.weight.saturating_add(weight),
                None if board.is_legal_move(mv) => choices.push(Choice { mv, weight }),
                None => {}
            }
        }
        choices
    }

    fn at(&self, lock: u32) -> &[Record] {
        let start = self.records.partition_point(|record| record.lock < lock);
        let rest = &self.records[start..];
        &rest[..rest.partition_point(|record| record.lock == lock)]
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
    fn moves_come_by_weight_and_illegal_ones_not_at_all() {
        let start = Board::startpos();
        let book = Book::from_records(vec![
            record(&start, "b0c2", 3),
            record(&start, "h2e2", 5),
            record(&start, "a0a9", 9),
            record(&start, "b2e2", 5),
            record(&start, "b0c2", 1),
        ]);
        assert_eq!(texts(&book.choices(&start)), ["b2e2 5", "h2e2 5", "b0c2 4"]);
        assert!(book.choices(&after("h2e2")).is_empty());
        assert_eq!(book.positions(), 1);
    }

    #[test]
    fn a_position_is_looked_up_mirrored_where_it_is_not_there() {
        let book = Book::from_records(vec![record(&after("h2e2"), "h9g7", 1)]);
        assert_eq!(texts(&book.choices(&after("h2e2"))), ["h9g7 1"]);
        assert_eq!(texts(&book.choices(&after("b2e2"))), ["b9c7 1"]);
    }

    #[test]
    fn each_fault_is_told_with_its_byte() {
        let start = Board::startpos();
        let good = Book::from_records(vec![
            record(&start, "h2e2", 1),
            record(&after("h2e2"), "h9g7", 1),
        ])
        .bytes();
        assert_eq!(Book::read(&good).unwrap().bytes(), good);
        let fault = |bytes: &[u8]| Book::read(bytes).unwrap_err().to_string();
        assert_eq!(fault(&[]), "the file is empty");
        assert!(fault(&good[..3]).starts_with("byte 0: the file ends 3 bytes into a record of 8"));
        assert!(fault(&good[..15]).starts_with("byte 8: the file ends 7 bytes into"));
        let mut swapped = good.clone();
        swapped.rotate_left(8);
        assert!(fault(&swapped).starts_with("byte 8: lock 0x"));
        let mut still = good.clone();
        still[13] = still[12];
        assert!(fault(&still).starts_with("byte 12: 0x"));
    }

    #[test]
    fn any_bytes_are_a_book_or_a_fault() {
        let mut random = fastrand::Rng::with_seed(6);
        for _ in 0..2_000 {
            let mut bytes = vec![0; random.usize(..64)];
            random.fill(&mut bytes);
            if let Ok(book) = Book::read(&bytes) {
                assert_eq!(book.bytes(), bytes);
            }
        }
    }

    #[test]
    fn what_is_no_file_is_told() {
        let error = Book::open(&std::env::temp_dir()).unwrap_err();
        assert!(error.to_string().ends_with(" is no file"), "{error}");
        let error = Book::open(Path::new("no such BOOK.DAT")).unwrap_err();
        assert!(
            error
                .to_string()
                .starts_with("cannot read no such BOOK.DAT: ")
        );
    }
}
