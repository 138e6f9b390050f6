//! The features of the network: pieces on squares, from each side's view.
//!
//! Each side sees the board from its own back rank, and pieces as its own and the other's. The square of its own general in
//! the palace selects one of six **buckets** (king buckets), each with weights of its own.
//!
//! **Mirroring.** A view is mirrored to bring its general to the left half of the palace; with the general on the middle
//! file the other pieces decide ([`Lean`]). So a position and its mirror image have the same features.
//!
//! A **row** is the number of a feature and of its weights: the bucket's first row plus that of the piece on its square.
//! A side's own general is no feature, as the bucket contains its square.

use crate::board::{Board, Color, Piece, PieceKind, Square};

/// Buckets of the own general: three ranks, on the middle file or beside it.
pub const BUCKETS: usize = 6;
/// Rows of a bucket.
pub const ROWS_PER_BUCKET: usize = rows_of_bucket();
/// Rows in all.
pub const ROWS: usize = BUCKETS * ROWS_PER_BUCKET;
/// Number of views: a bucket, mirrored or not.
pub const VIEWS: usize = 2 * BUCKETS;

const PIECES: usize = Piece::COUNT;
const SQUARES: usize = Square::COUNT;

/// Whether a kind has a feature on this square, as seen by its owner. Pawns may stand anywhere, as in diagrams.
const fn counts(kind: PieceKind, square: Square) -> bool {
    matches!(kind, PieceKind::Pawn) || kind.may_stand(Color::Red, square)
}

/// The features of both sides' pieces but the own general.
const fn rows_of_bucket() -> usize {
    let (mut rows, mut index) = (0, SQUARES);
    while index < PIECES * SQUARES {
        let kind = PieceKind::ALL[index / SQUARES % 7];
        rows += counts(kind, Square::at(index % SQUARES)) as usize;
        index += 1;
    }
    rows
}

/// Rows within a bucket, by side, mirrored or not, piece and square.
type RowTable = [[[[u16; SQUARES]; PIECES]; 2]; 2];

static ROW: RowTable = {
    let mut table: RowTable = [[[[0; SQUARES]; PIECES]; 2]; 2];
    let mut next = 0;
    // Own pieces without the general, then the other side's, as red sees them; black's table is its flip.
    let mut index = SQUARES;
    while index < PIECES * SQUARES {
        let (piece, square) = (index / SQUARES, Square::at(index % SQUARES));
        let (flipped, other) = (square.flipped(), (piece + 7) % PIECES);
        let seen = if piece < 7 { square } else { flipped };
        if counts(PieceKind::ALL[piece % 7], seen) {
            table[0][0][piece][square.index()] = next;
            table[0][1][piece][square.mirrored().index()] = next;
            table[1][0][other][flipped.index()] = next;
            table[1][1][other][flipped.mirrored().index()] = next;
            next += 1;
        }
        index += 1;
    }
    assert!(next as usize == ROWS_PER_BUCKET);
    table
};

/// The half of the board to which the pieces lean, as one side sees it: positive to the right, negative to the left,
/// 0 where both halves are alike.
///
/// It is a sum over the pieces, so that a move changes two or three summands. Rooks decide before cannons,
/// cannons before horses and so on, own pieces before the other's of their kind, and files before ranks, so that
/// the view seldom changes.
pub type Lean = i64;

/// The kinds in the order in which they decide, each with one more than twice the largest sum of its files.
const DECIDING: [(PieceKind, i64); 6] = [
    (PieceKind::Rook, 17),
    (PieceKind::Cannon, 17),
    (PieceKind::Horse, 17),
    (PieceKind::Pawn, 41),
    (PieceKind::Elephant, 17),
    (PieceKind::Advisor, 5),
];

/// The factor of files over ranks.
const RANKS: i64 = 1 << 14;

static LEAN: [[[Lean; SQUARES]; PIECES]; 2] = {
    let mut table = [[[0; SQUARES]; PIECES]; 2];
    let (mut weight, mut salt) = (RANKS, 0);
    // From the least to the most important: the other side's and then the own pieces of each kind.
    let mut place = 2 * DECIDING.len();
    while place > 0 {
        place -= 1;
        let (kind, size) = DECIDING[place / 2];
        let (own, other) = (
            place % 2 * 7 + kind as usize,
            (place + 1) % 2 * 7 + kind as usize,
        );
        let mut index = 0;
        while index < SQUARES {
            let square = Square::at(index);
            let (file, rank) = (square.file() as i64 - 4, square.rank() as i64);
            // An arbitrary number, different for each rank and kind.
            let fine = (rank * 23 + salt * 37 + rank * rank * 11) % 61;
            table[0][own][index] = file * (weight + fine);
            table[1][other][square.flipped().index()] = file * (weight + fine);
            index += 1;
        }
        weight *= if place > 0 { size } else { 1 };
        salt += 1;
    }
    table
};

/// A side's view of the board: its bucket and whether it is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View(u8);

impl View {
    /// The view of a side with this general and lean.
    #[inline]
    pub fn new(side: Color, general: Square, lean: Lean) -> View {
        let middle = general.file() == 4;
        let mirrored = if middle { lean > 0 } else { general.file() > 4 };
        let bucket = general.relative_rank(side).min(2) * 2 + u8::from(middle);
        View(bucket * 2 + u8::from(mirrored))
    }

    /// The view of a side on a board.
    pub fn of(board: &Board, side: Color) -> View {
        View::new(side, board.general(side), lean_of(board, side))
    }

    /// The number of the view, below [`VIEWS`].
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The row of a piece other than the own general, on a square where it may stand.
    #[inline]
    pub fn row(self, side: Color, piece: Piece, square: Square) -> usize {
        let (bucket, mirrored) = (usize::from(self.0 >> 1), usize::from(self.0 & 1));
        let row = ROW[side.index()][mirrored][piece.index()][square.index()];
        bucket * ROWS_PER_BUCKET + usize::from(row)
    }
}

/// The summand of one piece in the lean that a side sees.
#[inline]
pub fn lean(side: Color, piece: Piece, square: Square) -> Lean {
    LEAN[side.index()][piece.index()][square.index()]
}

/// The lean of a board, as a side sees it.
pub fn lean_of(board: &Board, side: Color) -> Lean {
    let pieces = board.all_pieces();
    pieces
        .map(|(piece, square)| lean(side, piece, square))
        .sum()
}

/// Whether a piece is a feature for a side: all are but its own general.
#[inline]
pub fn is_feature(side: Color, piece: Piece) -> bool {
    piece.index() != side.index() * 7
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::samples;
    use std::collections::HashSet;

    fn rows(board: &Board, side: Color) -> Vec<usize> {
        let view = View::of(board, side);
        let features = board
            .all_pieces()
            .filter(|&(piece, _)| is_feature(side, piece));
        let rows = features.map(|(piece, square)| view.row(side, piece, square));
        let mut rows: Vec<usize> = rows.collect();
        rows.sort_unstable();
        rows
    }

    #[test]
    fn rows_are_counted() {
        // 5 advisors' squares, 7 elephants', 90 each for horse, rook, cannon and pawn; 9 of the other general.
        assert_eq!(ROWS_PER_BUCKET, 2 * (5 + 7 + 4 * 90) + 9);
        let red = Color::Red;
        let view = View::new(red, Square::new(3, 0), 0);
        let mut seen = HashSet::new();
        for piece in Piece::all().filter(|&piece| is_feature(red, piece)) {
            for square in Square::all() {
                let is_own = piece.color() == red;
                if counts(piece.kind(), if is_own { square } else { square.flipped() }) {
                    let row = view.row(red, piece, square);
                    assert!(row < ROWS_PER_BUCKET && seen.insert(row));
                }
            }
        }
        assert_eq!(seen.len(), ROWS_PER_BUCKET);
    }

    #[test]
    fn mirrored_and_flipped_boards_look_alike() {
        let mut different = HashSet::new();
        for board in samples::positions(40) {
            for side in Color::ALL {
                let seen = rows(&board, side);
                assert_eq!(seen, rows(&board.mirrored(), side), "{board:?}");
                assert_eq!(seen, rows(&board.flipped(), !side), "{board:?}");
                assert!(seen.len() <= 31);
                different.insert(seen);
            }
        }
        assert!(different.len() > 1000);
    }

    #[test]
    fn every_view_comes_about() {
        let mut views = HashSet::new();
        for side in Color::ALL {
            for square in Square::all().filter(|square| square.in_palace(side)) {
                for lean in [-1, 1] {
                    views.insert((side.index(), View::new(side, square, lean).index()));
                }
            }
        }
        assert_eq!(views.len(), 2 * VIEWS);
    }
}
