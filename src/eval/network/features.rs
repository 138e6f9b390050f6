//! What the network sees: which piece stands where, from a side's own point of view.
//!
//! Each side has a view of the board of its own. It looks up the board from its own back rank, so black's view is turned
//! over; it knows pieces as its own and the other's, not as red and black. Where its own general stands in the
//! palace chooses one of six **buckets**, each with weights of its own, for whether a cannon on the fourth file is worth
//! anything depends on where the general behind it is.
//!
//! **Mirroring.** The board's left and right are alike, so a view is mirrored to bring its general to the left half of the
//! palace; with the general on the middle file what decides is where the heavy pieces stand ([`Lean`]). So a
//! position and its mirror image are the same to the network, and what it learns of one half of the board it knows of the
//! other.
//!
//! A **row** is the number of a feature, and of its row of weights: the bucket's first row, and then the piece on its square.
//! A side's own general is no feature, for the bucket tells where it stands.

use crate::board::{Board, Color, Piece, PieceKind, Square};

/// Places of a side's own general that the network tells apart: three ranks, on the middle file or beside it.
pub const BUCKETS: usize = 6;
/// Rows of a bucket.
pub const ROWS_PER_BUCKET: usize = rows_of_bucket();
/// Rows in all.
pub const ROWS: usize = BUCKETS * ROWS_PER_BUCKET;
/// Views that a side can have: a bucket, mirrored or not.
pub const VIEWS: usize = 2 * BUCKETS;
/// Features that can be on the board at a time: all pieces but one's own general.
pub const MAX_ACTIVE: usize = 31;

const PIECES: usize = Piece::COUNT;
const SQUARES: usize = Square::COUNT;

/// Whether a feature is made of this kind on this square, as seen by its owner. Pawns may stand anywhere, for
/// diagrams have them behind their first rank.
const fn counts(kind: PieceKind, square: Square) -> bool {
    matches!(kind, PieceKind::Pawn) || kind.may_stand(Color::Red, square)
}

const fn rows_of_bucket() -> usize {
    let (mut rows, mut own) = (0, 0);
    while own < 2 {
        let mut kind = own; // one's own general is none
        while kind < 7 {
            let mut square = 0;
            while square < SQUARES {
                rows += counts(PieceKind::ALL[kind], Square::at(square)) as usize;
                square += 1;
            }
            kind += 1;
        }
        own += 1;
    }
    rows
}

/// Rows within a bucket, by side, mirrored or not, piece and square.
type RowTable = [[[[u16; SQUARES]; PIECES]; 2]; 2];

static ROW: RowTable = {
    let mut table: RowTable = [[[[0; SQUARES]; PIECES]; 2]; 2];
    let mut next = 0;
    // First one's own pieces, then the other side's, as red sees them; the other tables follow from that.
    let mut own = 0;
    while own < 2 {
        let mut kind = 0;
        while kind < 7 {
            let mut index = 0;
            while index < SQUARES {
                let square = Square::at(index);
                // What the other side's piece sees is the board turned over.
                let seen = if own == 0 { square } else { square.flipped() };
                let general = own == 0 && kind == 0;
                if !general && counts(PieceKind::ALL[kind], seen) {
                    let mut side = 0;
                    while side < 2 {
                        let piece = (own ^ side) * 7 + kind;
                        let place = if side == 0 { square } else { square.flipped() };
                        table[side][0][piece][place.index()] = next;
                        table[side][1][piece][place.mirrored().index()] = next;
                        side += 1;
                    }
                    next += 1;
                }
                index += 1;
            }
            kind += 1;
        }
        own += 1;
    }
    assert!(next as usize == ROWS_PER_BUCKET);
    table
};

/// To which side of the board a position leans, as one side sees it: positive to the right, negative to the left,
/// and nothing where both halves are alike.
///
/// It is a sum over the pieces, so that a move changes two or three summands. Rooks decide before cannons,
/// cannons before horses and so on, one's own pieces before the other's of their kind, and files before ranks:
/// what matters most seldom crosses the board, and so the view seldom changes.
pub type Lean = i64;

/// The kinds in the order in which they decide, with one more than twice the largest sum of their files.
const DECIDING: [(PieceKind, i64); 6] = [
    (PieceKind::Rook, 17),
    (PieceKind::Cannon, 17),
    (PieceKind::Horse, 17),
    (PieceKind::Pawn, 41),
    (PieceKind::Elephant, 17),
    (PieceKind::Advisor, 5),
];

/// What is left below all of them for the ranks.
const RANKS: i64 = 1 << 14;

static LEAN: [[[Lean; SQUARES]; PIECES]; 2] = {
    let mut table = [[[0; SQUARES]; PIECES]; 2];
    let mut weight = RANKS;
    let mut place = DECIDING.len();
    let mut salt: i64 = 0;
    while place > 0 {
        place -= 1;
        let (kind, size) = DECIDING[place];
        let mut own = 2;
        while own > 0 {
            own -= 1;
            let mut index = 0;
            while index < SQUARES {
                let square = Square::at(index);
                let file = square.file() as i64 - 4;
                let rank = square.rank() as i64;
                // A different number for each rank and kind; what it is does not matter.
                let fine = (rank * 23 + salt * 37 + rank * rank * 11) % 61;
                let mut side = 0;
                while side < 2 {
                    let piece = (own ^ side) * 7 + kind as usize;
                    let seen = if side == 0 { square } else { square.flipped() };
                    table[side][piece][seen.index()] = file * (weight + fine);
                    side += 1;
                }
                index += 1;
            }
            // Nothing decides after the first.
            weight *= if place + own > 0 { size } else { 1 };
            salt += 1;
        }
    }
    table
};

/// How a side sees the board: its bucket and whether it is mirrored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct View(u8);

impl View {
    /// The view of a side with its general here and the pieces leaning so.
    #[inline]
    pub fn new(side: Color, general: Square, lean: Lean) -> View {
        let mirrored = match general.file() {
            4 => lean > 0,
            file => file > 4,
        };
        let middle = general.file() == 4;
        let rank = general.relative_rank(side).min(2);
        let bucket = rank * 2 + u8::from(middle);
        View(bucket * 2 + u8::from(mirrored))
    }

    /// The view of a side on a board.
    pub fn of(board: &Board, side: Color) -> View {
        View::new(side, board.general(side), lean_of(board, side))
    }

    /// Its number, below [`VIEWS`].
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The row of a piece on a square. Not for the side's own general, nor for a square where the piece
    /// can never stand.
    #[inline]
    pub fn row(self, side: Color, piece: Piece, square: Square) -> usize {
        let bucket = usize::from(self.0 >> 1);
        let mirrored = usize::from(self.0 & 1);
        let row = ROW[side.index()][mirrored][piece.index()][square.index()];
        bucket * ROWS_PER_BUCKET + usize::from(row)
    }
}

/// What one piece adds to the lean that a side sees.
#[inline]
pub fn lean(side: Color, piece: Piece, square: Square) -> Lean {
    LEAN[side.index()][piece.index()][square.index()]
}

/// The lean of a board, as a side sees it.
pub fn lean_of(board: &Board, side: Color) -> Lean {
    board
        .all_pieces()
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
        let mut rows: Vec<usize> = board
            .all_pieces()
            .filter(|&(piece, _)| is_feature(side, piece))
            .map(|(piece, square)| view.row(side, piece, square))
            .collect();
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
                let owner = if piece.color() == red {
                    square
                } else {
                    square.flipped()
                };
                if counts(piece.kind(), owner) {
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
                assert!(seen.len() <= MAX_ACTIVE);
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
