//! Layout of an XQF file, and the keys that scramble it.

use crate::board::Square;
use crate::games::records::RecordSquare;

/// The last version that is not scrambled.
pub(super) const LAST_PLAIN: u8 = 10;
/// The first version whose list of pieces is rotated.
const FIRST_ROTATED: u8 = 12;
/// The newest version.
pub(super) const NEWEST: u8 = 18;

/// Bytes of the header; the records follow.
pub(super) const HEADER: usize = 1024;

/// Texts of the header: offset of the counted string, its maximum length in bytes, name in PGN.
pub(super) const TEXTS: [(usize, usize, &str); 11] = [
    (80, 63, "Title"),
    (208, 63, "Event"),
    (272, 15, "Date"),
    (288, 15, "Site"),
    (304, 15, "Red"),
    (320, 15, "Black"),
    (336, 63, "TimeControl"),
    (400, 15, "RedTime"),
    (416, 15, "BlackTime"),
    (464, 15, "Annotator"),
    (480, 15, "Author"),
];

/// Flags of a record: a next move follows, an alternative follows, a comment follows. In plain files the first two are the
/// halves of the byte, and the length of a comment always follows.
pub(super) const fn flags(plain: bool) -> [u8; 3] {
    match plain {
        true => [0xf0, 0x0f, 0],
        false => [0x80, 0x40, 0x20],
    }
}

/// The square with a number: ten times the file plus the rank.
pub(super) fn square(number: u8) -> RecordSquare {
    let square = (number < 90).then(|| Square::new(number / 10, number % 10));
    square.ok_or(number)
}

/// The number of a square: ten times the file plus the rank.
pub(super) const fn number(square: Square) -> u8 {
    square.file() * 10 + square.rank()
}

/// The text from which the key stream of the records is computed.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The keys of a file.
#[derive(Default)]
pub(super) struct Keys {
    /// Added to the squares of the pieces.
    pub squares: u8,
    /// The number of places by which the list of pieces is rotated.
    pub rotation: usize,
    /// Added to the first square of a move.
    pub from: u8,
    /// Added to the last square of a move.
    pub to: u8,
    /// Added to the length of a comment.
    pub comment: u32,
    /// Added to the bytes of the records, with a period of 32.
    stream: [u8; 32],
}

impl Keys {
    /// The keys of a header; all zero in a plain file.
    pub fn of(header: &[u8; HEADER]) -> Keys {
        if header[2] <= LAST_PLAIN {
            return Keys::default();
        }
        let square = |byte: u8| byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221);
        let squares = square(header[13]).wrapping_mul(header[13]);
        let from = square(header[14]).wrapping_mul(squares);
        let sum = u32::from(header[12]) * 256 + u32::from(header[13]);
        let rotated = header[2] >= FIRST_ROTATED;
        Keys {
            squares,
            rotation: usize::from(rotated) * (usize::from(squares) + 1) % 32,
            from,
            to: square(header[15]).wrapping_mul(from),
            comment: sum % 32_000 + 767,
            stream: std::array::from_fn(|index| {
                MASK[index] & (header[8 + index % 4] | header[12 + index % 4] & header[3])
            }),
        }
    }

    /// The byte that is added to a record byte, by its offset after the header.
    pub fn at(&self, offset: usize) -> u8 {
        self.stream[offset % 32]
    }
}
