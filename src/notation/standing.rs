//! How a piece is told from its fellows.
//!
//! Files are numbered 1 to 9 from a side's own right hand. Where several pieces of a kind stand on one
//! file (they are *tandem*), the number of the file does not tell them apart, and their order from
//! the front does. Pawns may even stand tandem on two files at once: then they are numbered over both, the
//! file further right first.

use crate::board::{Board, Color, PieceKind, Square};

/// A file's number as a side counts, 1-9 from its right.
///
/// ```
/// use chuhe::board::{Color, Square};
/// use chuhe::notation::standing::file_number;
/// let h2: Square = "h2".parse().unwrap();
/// assert_eq!((file_number(Color::Red, h2), file_number(Color::Black, h2)), (2, 8));
/// ```
pub const fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// Where a piece stands among those of its colour and kind.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// What it is.
    pub kind: PieceKind,
    /// The number of its file, 1-9.
    pub file: u8,
    /// Its place among its kind on the file, 1 for the one in front.
    pub order: u8,
    /// How many of its kind are on the file, itself among them.
    pub count: u8,
    /// Its number among all that are tandem, on whatever file: 1-5. 0 for one alone on its file.
    pub number: u8,
    /// How many files its kind stands tandem on: 0, 1 or 2.
    pub tandem_files: u8,
}

impl Standing {
    /// The standing of a piece, or `None` on an empty square.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::notation::standing::Standing;
    /// let board = Board::from_fen("3k5/4P4/2P1P4/2P6/9/9/9/9/9/5K3 w").unwrap();
    /// let standing = Standing::of(&board, "c7".parse().unwrap()).unwrap();
    /// assert_eq!((standing.file, standing.order, standing.count), (7, 1, 2));
    /// assert_eq!((standing.number, standing.tandem_files), (3, 2));
    /// ```
    pub fn of(board: &Board, square: Square) -> Option<Standing> {
        let piece = board.piece_at(square)?;
        let (color, kind) = (piece.color(), piece.kind());
        let file = file_number(color, square);
        let rank = square.relative_rank(color);
        // How many there are on each file, and how many are in front of this one on its own.
        let mut counts = [0; 10];
        let mut in_front = 0;
        for other in board.pieces(color, kind) {
            let number = file_number(color, other);
            counts[number as usize] += 1;
            in_front += u8::from(number == file && other.relative_rank(color) > rank);
        }
        let tandem = |count: &&u8| **count > 1;
        let to_the_right: u8 = counts[..file as usize].iter().filter(tandem).sum();
        let count = counts[file as usize];
        Some(Standing {
            kind,
            file,
            order: in_front + 1,
            count,
            number: if count > 1 {
                to_the_right + in_front + 1
            } else {
                0
            },
            tandem_files: counts.iter().filter(tandem).count() as u8,
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
