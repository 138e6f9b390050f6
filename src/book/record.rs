//! Book record: one move of one position, in eight bytes.

use super::lock::{number, square};
use crate::board::Move;

/// Bytes of a record: lock, move and weight, little-endian.
pub const SIZE: usize = 8;

/// A move that a book knows in a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Record {
    /// The position, see [`lock`](super::lock()).
    pub lock: u32,
    /// The move.
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
