//! How a piece is told from others of its kind.
//!
//! Files are numbered 1 to 9 from a side's own right hand. Where several pieces of a kind stand on one
//! file (they are *tandem*), their order from the front tells them apart. Pawns may stand tandem on two files
//! at once: then they are numbered over both, the file further right first.

use crate::board::{Board, Color, Piece, Square};

/// A file's number as a side counts, 1-9 from its right.
pub const fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// Where a piece stands among those of its colour and kind.
#[derive(Clone, Copy)]
pub struct Standing {
    pub piece: Piece,
    /// The number of its file, 1-9.
    pub file: u8,
    /// Its place among its kind on the file, 1 for the one in front.
    pub order: u8,
    /// How many of its kind are on the file, itself included.
    pub count: u8,
    /// Its number among all that are tandem, on whatever file: 1-5. 0 for one alone on its file.
    pub number: u8,
    /// How many files its kind stands tandem on: 0, 1 or 2.
    pub tandem_files: u8,
}

impl Standing {
    /// The standing of the piece on a square, `None` if there is none.
    pub fn of(board: &Board, square: Square) -> Option<Standing> {
        let piece = board.piece_at(square)?;
        let color = piece.color();
        let (file, rank) = (file_number(color, square), square.relative_rank(color));
        // The number of pieces on each file, and of those in front of this one on its own.
        let (mut counts, mut in_front) = ([0; 10], 0);
        for other in board.pieces(color, piece.kind()) {
            let number = file_number(color, other);
            counts[number as usize] += 1;
            in_front += u8::from(number == file && other.relative_rank(color) > rank);
        }
        let is_tandem = |count: &&u8| **count > 1;
        let to_the_right: u8 = counts[..file as usize].iter().filter(is_tandem).sum();
        let (order, count) = (in_front + 1, counts[file as usize]);
        Some(Standing {
            piece,
            file,
            order,
            count,
            number: if count > 1 { to_the_right + order } else { 0 },
            tandem_files: counts.iter().filter(is_tandem).count() as u8,
        })
    }

    /// Whether it stands in the middle of an odd number.
    pub const fn is_middle(self) -> bool {
        self.count >= 3 && self.order * 2 == self.count + 1
    }

    /// Whether it is the last of several.
    pub const fn is_rearmost(self) -> bool {
        self.count > 1 && self.order == self.count
    }

    /// Whether it is the first of several.
    pub const fn is_foremost(self) -> bool {
        self.count > 1 && self.order == 1
    }
}
