//! Disambiguation of a piece: its file, and its order among the pieces of its kind on that file.
//!
//! Files are numbered 1 to 9 from a side's own right. Several pieces of a kind on one file (*tandem* pieces) are
//! distinguished by their order from the front. If there are tandem pawns on two files, they are numbered over both
//! files, the one further right first.

use crate::board::{Board, Color, Piece, Square};

/// The number of a square's file, 1-9 from the right of a side.
pub const fn file_number(color: Color, square: Square) -> u8 {
    match color {
        Color::Red => 9 - square.file(),
        Color::Black => square.file() + 1,
    }
}

/// A piece with its file, and its order among the pieces of its colour and kind.
#[derive(Clone, Copy)]
pub struct PieceOnFile {
    /// The piece.
    pub piece: Piece,
    /// The number of its file, 1-9.
    pub file: u8,
    /// Its order among its kind on the file, 1 for the front one.
    pub order: u8,
    /// The number of its kind on the file, itself included.
    pub count: u8,
    /// Its number among all tandem pieces of its kind, 1-5; 0 if it is alone on its file.
    pub number: u8,
    /// The number of files with tandem pieces of its kind: 0, 1 or 2.
    pub tandem_files: u8,
}

impl PieceOnFile {
    /// The piece on a square; `None` if there is none.
    pub fn of(board: &Board, square: Square) -> Option<PieceOnFile> {
        let piece = board.piece_at(square)?;
        let color = piece.color();
        let (file, rank) = (file_number(color, square), square.relative_rank(color));
        // The number of pieces on each file, and of those in front of this one on its file.
        let (mut counts, mut in_front) = ([0; 10], 0);
        for other in board.pieces(color, piece.kind()) {
            let number = file_number(color, other);
            counts[number as usize] += 1;
            in_front += u8::from(number == file && other.relative_rank(color) > rank);
        }
        let is_tandem = |count: &&u8| **count > 1;
        let tandem_to_the_right: u8 = counts[..file as usize].iter().filter(is_tandem).sum();
        let (order, count) = (in_front + 1, counts[file as usize]);
        Some(PieceOnFile {
            piece,
            file,
            order,
            count,
            number: u8::from(count > 1) * (tandem_to_the_right + order),
            tandem_files: counts.iter().filter(is_tandem).count() as u8,
        })
    }

    /// Returns true if it is the middle one of three or five.
    pub const fn is_middle(self) -> bool {
        self.count >= 3 && self.order * 2 == self.count + 1
    }

    /// Returns true if it is the rear one of several.
    pub const fn is_rearmost(self) -> bool {
        self.count > 1 && self.order == self.count
    }

    /// Returns true if it is the front one of several.
    pub const fn is_foremost(self) -> bool {
        self.count > 1 && self.order == 1
    }
}
