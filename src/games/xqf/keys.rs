//! The keys with which files are scrambled.

use super::layout::{FIRST_TURNED, HEADER, LAST_PLAIN};

/// What the 32 bytes that scramble the records are made of.
const MASK: &[u8; 32] = b"[(C) Copyright Mr. Dong Shiwei.]";

/// The keys of a file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Keys {
    /// Added to the squares of the pieces.
    pub(super) squares: u8,
    /// By how many places the list of the pieces is turned.
    pub(super) turned: usize,
    /// Added to the first square of a move.
    pub(super) from: u8,
    /// Added to the last square of a move.
    pub(super) to: u8,
    /// Added to the length of a comment.
    pub(super) comment: u32,
    /// Added to the bytes of the records, over and over.
    pub(super) stream: [u8; 32],
}

impl Keys {
    /// The keys that a header tells; none up to version 10.
    pub(super) fn of(header: &[u8; HEADER]) -> Keys {
        if header[2] <= LAST_PLAIN {
            return Keys::default();
        }
        let square = |byte: u8| byte.wrapping_mul(byte).wrapping_mul(54).wrapping_add(221);
        let squares = square(header[13]).wrapping_mul(header[13]);
        let from = square(header[14]).wrapping_mul(squares);
        let to = square(header[15]).wrapping_mul(from);
        let sum = u32::from(header[12]) * 256 + u32::from(header[13]);
        let mut stream = [0; 32];
        for (index, byte) in stream.iter_mut().enumerate() {
            *byte = MASK[index] & (header[8 + index % 4] | header[12 + index % 4] & header[3]);
        }
        let turned = match header[2] {
            FIRST_TURNED.. => (usize::from(squares) + 1) % 32,
            _ => 0,
        };
        Keys {
            squares,
            turned,
            from,
            to,
            comment: sum % 32_000 + 767,
            stream,
        }
    }

    /// What is added to the byte at an offset behind the header.
    pub(super) fn at(&self, offset: usize) -> u8 {
        self.stream[offset % 32]
    }
}
