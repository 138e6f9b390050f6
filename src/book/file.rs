//! `BOOK.DAT`: reader, look-up, and writer of the opening books of XQWizard and ElephantEye.
//!
//! A record is one move of one position, in eight bytes. Records are sorted by key, so the moves of a position are adjacent and are
//! found by binary search. A book of a million records takes 12 MB of memory.

use std::sync::Arc;

use thiserror::Error;

use super::BookMove;
use super::key::{book_key, move_of, square_number};
use crate::board::{Board, Move};

/// Bytes of a record: key, move and weight, little-endian.
pub const RECORD_SIZE: usize = 8;

/// A record of a book: a position, a move and its weight.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BookRecord {
    /// The key of the position, see [`book_key`].
    pub key: u32,
    /// The move.
    pub mv: Move,
    /// The weight relative to the position's other moves. A move with weight 0 is never played.
    pub weight: u16,
}

impl BookRecord {
    /// Reads a record.
    ///
    /// # Errors
    /// The two bytes of the move as a word, if they encode none.
    pub fn from_bytes(bytes: [u8; RECORD_SIZE]) -> Result<BookRecord, u16> {
        let [a, b, c, d, from, to, e, f] = bytes;
        Ok(BookRecord {
            key: u32::from_le_bytes([a, b, c, d]),
            mv: move_of([from, to]).ok_or(u16::from_le_bytes([from, to]))?,
            weight: u16::from_le_bytes([e, f]),
        })
    }

    /// The record's bytes.
    ///
    /// ```
    /// use chuhe::book::BookRecord;
    /// let record = BookRecord { key: 0x0403_0201, mv: "a0i9".parse().unwrap(), weight: 0x0605 };
    /// assert_eq!(record.bytes(), [1, 2, 3, 4, 0xc3, 0x3b, 5, 6]);
    /// assert_eq!(BookRecord::from_bytes(record.bytes()), Ok(record));
    /// assert_eq!(BookRecord::from_bytes([0; 8]), Err(0));
    /// ```
    pub fn bytes(self) -> [u8; RECORD_SIZE] {
        let [a, b, c, d] = self.key.to_le_bytes();
        let [e, f] = self.weight.to_le_bytes();
        let (from, to) = (square_number(self.mv.from()), square_number(self.mv.to()));
        [a, b, c, d, from, to, e, f]
    }
}

/// What is wrong with the bytes of a book, and at which byte, from 0.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum BookError {
    /// The file is empty.
    #[error("the file is empty")]
    Empty,
    /// The offset of the last record, and the number of its bytes.
    #[error(
        "byte {0}: the file ends {1} bytes into a record of {RECORD_SIZE}: cut off, or not a BOOK.DAT"
    )]
    Truncated(usize, usize),
    /// The offset of a word that encodes no move, and the word.
    #[error("byte {0}: {1:#06x} is not a move: damaged, or not a BOOK.DAT")]
    NoMove(usize, u16),
    /// The offset of a record with a lower key than the record before it, and the key.
    #[error(
        "byte {0}: key {1:#010x} is lower than the one before it: not sorted, or not a BOOK.DAT"
    )]
    Unsorted(usize, u32),
}

/// A `BOOK.DAT`. Copies share its records.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Book {
    records: Arc<[BookRecord]>,
}

impl Book {
    /// A book of these records, sorted by key. The sort is stable.
    pub fn from_records(mut records: Vec<BookRecord>) -> Book {
        records.sort_by_key(|record| record.key);
        Book {
            records: records.into(),
        }
    }

    /// Reads a book.
    ///
    /// # Errors
    /// At the first record that is not valid.
    ///
    /// ```
    /// use chuhe::book::Book;
    /// let fault = Book::read(b"[Event \"a game\"]").unwrap_err();
    /// assert_eq!(fault.to_string(), "byte 4: 0x746e is not a move: damaged, or not a BOOK.DAT");
    /// ```
    pub fn read(bytes: &[u8]) -> Result<Book, BookError> {
        let (whole, rest) = bytes.as_chunks::<RECORD_SIZE>();
        let mut records: Vec<BookRecord> = Vec::with_capacity(whole.len());
        for (index, &bytes) in whole.iter().enumerate() {
            let offset = index * RECORD_SIZE;
            let record = BookRecord::from_bytes(bytes);
            let record = record.map_err(|word| BookError::NoMove(offset + 4, word))?;
            let key = record.key;
            if records.last().is_some_and(|before| before.key > key) {
                return Err(BookError::Unsorted(offset, key));
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

    /// The bytes of the file.
    pub fn bytes(&self) -> Vec<u8> {
        let records = self.records.iter();
        records.flat_map(|record| record.bytes()).collect()
    }

    /// All records, sorted by key.
    pub fn records(&self) -> &[BookRecord] {
        &self.records
    }

    /// The number of positions.
    pub fn positions(&self) -> usize {
        let same = |one: &BookRecord, other: &BookRecord| one.key == other.key;
        self.records.chunk_by(same).count()
    }

    /// The moves for a position, sorted by descending weight, then by text. If the position is not found, its mirror image is
    /// looked up. Illegal moves are skipped, since two positions can share a key.
    pub fn moves(&self, board: &Board) -> Vec<BookMove> {
        let mut choices = self.legal(board, book_key(board), |mv| mv);
        if choices.is_empty() {
            choices = self.legal(board, book_key(&board.mirrored()), Move::mirrored);
        }
        BookMove::sorted(choices)
    }

    fn legal(&self, board: &Board, key: u32, place: fn(Move) -> Move) -> Vec<BookMove> {
        let mut choices: Vec<BookMove> = Vec::new();
        let start = self.records.partition_point(|record| record.key < key);
        let records = self.records[start..].iter();
        for record in records.take_while(|record| record.key == key) {
            let (mv, weight) = (place(record.mv), record.weight.into());
            match choices.iter_mut().find(|choice| choice.mv == mv) {
                // The weights of a repeated move are added.
                Some(known) => known.weight = known.weight.saturating_add(weight),
                None if board.is_legal_move(mv) => choices.push(BookMove { mv, weight }),
                None => {}
            }
        }
        choices
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn record(board: &Board, mv: &str, weight: u16) -> BookRecord {
        BookRecord {
            key: book_key(board),
            mv: mv.parse().unwrap(),
            weight,
        }
    }

    fn texts(choices: &[BookMove]) -> Vec<String> {
        let text = |choice: &BookMove| format!("{} {}", choice.mv, choice.weight);
        choices.iter().map(text).collect()
    }

    fn after(mv: &str) -> Board {
        Board::startpos().after_line(&[mv.parse().unwrap()])
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
        assert_eq!(texts(&book.moves(&start)), ["b2e2 5", "h2e2 5", "b0c2 4"]);
        assert!(book.moves(&after("h2e2")).is_empty());
        assert_eq!(book.positions(), 1);
    }

    #[test]
    fn errors_have_their_offset() {
        let (start, after) = (Board::startpos(), after("h2e2"));
        let records = vec![record(&start, "h2e2", 1), record(&after, "h9g7", 1)];
        let good = Book::from_records(records).bytes();
        let mut swapped = good.clone();
        swapped.rotate_left(8);
        let mut no_move = good.clone();
        no_move[13] = no_move[12];
        for (bytes, expected) in [
            (&b""[..], "the file is empty"),
            (&good[..9], "byte 8: the file ends 1 bytes into a record"),
            (&swapped, "byte 8: key 0x"),
            (&no_move, "byte 12: 0x"),
        ] {
            let fault = Book::read(bytes).unwrap_err().to_string();
            assert!(fault.starts_with(expected), "{fault}");
        }
    }
}
