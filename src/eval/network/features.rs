//! The features of the network: pieces on squares, from each side's perspective.
//!
//! In a side's perspective, ranks are counted from its own back rank, and pieces are its own or the other side's. The square of
//! its own general selects one of six **buckets** (king buckets), each with its own weights.
//!
//! **Mirroring.** A perspective is mirrored if its general is in the right half of the palace. With the general on the middle
//! file the other pieces decide ([`Asymmetry`]). So a position and its mirror image have the same features, except if the general
//! is on the middle file and [`Asymmetry`] is 0. That happens if only the other general, which does not count, is off the middle
//! file, or if the weights of several pieces balance. A network fits these weights only: after a change it must be trained again.
//!
//! A **row** is the index of a feature and of its weights: the bucket's first row plus the row of the piece on its square. A
//! side's own general is not a feature, because the bucket depends on its square.

use crate::board::{Board, Color, Piece, PieceKind, Square};

/// The number of buckets: three ranks of the side's own general, on the middle file or beside it.
pub const BUCKETS: usize = 6;
/// The number of rows of a bucket: of both sides 5 squares of the advisors, 7 of the elephants and 90 each of horses, rooks,
/// cannons and pawns; 9 of the other general.
pub const ROWS_PER_BUCKET: usize = 2 * (5 + 7 + 4 * 90) + 9;
/// The number of rows of all buckets.
pub const ROWS: usize = BUCKETS * ROWS_PER_BUCKET;
/// The number of perspectives: each bucket, mirrored or not.
pub const PERSPECTIVES: usize = 2 * BUCKETS;

const PIECES: usize = Piece::COUNT;
const SQUARES: usize = Square::COUNT;
const KINDS: usize = PieceKind::ALL.len();

/// Returns true if a kind has a feature on this square, as seen by its owner. Pawns have one on every square, since diagrams
/// may place them anywhere.
const fn is_feature_square(kind: PieceKind, square: Square) -> bool {
    matches!(kind, PieceKind::Pawn) || kind.may_stand(Color::Red, square)
}

/// Rows within a bucket, by side, mirrored or not, piece and square.
type RowTable = [[[[u16; SQUARES]; PIECES]; 2]; 2];

static ROW: RowTable = {
    let mut table: RowTable = [[[[0; SQUARES]; PIECES]; 2]; 2];
    let mut next = 0;
    // The side's own pieces without the general, then the other side's, in red's perspective. Black's table is red's, flipped.
    let mut index = SQUARES;
    while index < PIECES * SQUARES {
        let (piece, square) = (index / SQUARES, Square::from_valid_index(index % SQUARES));
        let (flipped, other) = (square.flipped(), (piece + KINDS) % PIECES);
        let seen = if piece < KINDS { square } else { flipped };
        if is_feature_square(PieceKind::ALL[piece % KINDS], seen) {
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

/// The left-right asymmetry of the pieces in one side's perspective: positive if the right half prevails, negative if the left
/// half does, 0 if the position equals its mirror image.
///
/// It is a sum over the pieces, so that a move changes two or three summands. The weights are such that rooks decide before
/// cannons, cannons before horses and so on, own pieces before the other side's of their kind, and files before ranks. So the
/// mirroring of a perspective seldom changes.
pub type Asymmetry = i64;

/// The kinds in the order in which they decide, each with its radix in a mixed-radix number:
/// one more than twice the largest sum of its pieces' distances from the middle file.
const DECIDING_KINDS: [(PieceKind, i64); 6] = [
    (PieceKind::Rook, 17),
    (PieceKind::Cannon, 17),
    (PieceKind::Horse, 17),
    (PieceKind::Pawn, 41),
    (PieceKind::Elephant, 17),
    (PieceKind::Advisor, 5),
];

/// The weight of one file step for the least important pieces. The sum of all rank weights is less.
const FILE_WEIGHT: i64 = 1 << 14;

static ASYMMETRY: [[[Asymmetry; SQUARES]; PIECES]; 2] = {
    let mut table = [[[0; SQUARES]; PIECES]; 2];
    let (mut weight, mut kind_index) = (FILE_WEIGHT, 0);
    // From the least to the most important: of each kind the other side's pieces, then the side's own.
    let mut order = 2 * DECIDING_KINDS.len();
    while order > 0 {
        order -= 1;
        let (kind, radix) = DECIDING_KINDS[order / 2];
        let (own, other) = (
            order % 2 * KINDS + kind as usize,
            (order + 1) % 2 * KINDS + kind as usize,
        );
        let mut index = 0;
        while index < SQUARES {
            let square = Square::from_valid_index(index);
            let (file, rank) = (square.file() as i64 - 4, square.rank() as i64);
            // An arbitrary number that differs by kind, and within a kind by rank.
            let rank_weight = (rank * (rank + 1) + kind_index * 37) % 61;
            table[0][own][index] = file * (weight + rank_weight);
            table[1][other][square.flipped().index()] = file * (weight + rank_weight);
            index += 1;
        }
        weight *= if order > 0 { radix } else { 1 };
        kind_index += 1;
    }
    table
};

/// A side's perspective: the bucket, and whether it is mirrored.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Perspective(u8);

impl Perspective {
    /// The perspective of a side with its general on this square and this asymmetry.
    #[inline]
    pub fn new(side: Color, general: Square, asymmetry: Asymmetry) -> Perspective {
        let middle = general.file() == 4;
        let mirrored = if middle {
            asymmetry > 0
        } else {
            general.file() > 4
        };
        let bucket = general.relative_rank(side).min(2) * 2 + u8::from(middle);
        Perspective(bucket * 2 + u8::from(mirrored))
    }

    /// The perspective of a side on a board.
    pub fn of(board: &Board, side: Color) -> Perspective {
        let asymmetry = total_asymmetry(side, board.all_pieces());
        Perspective::new(side, board.general(side), asymmetry)
    }

    /// The index of the perspective, below [`PERSPECTIVES`].
    #[inline]
    pub fn index(self) -> usize {
        self.0.into()
    }

    /// The row of a piece other than the side's own general, on a square where it may stand.
    #[inline]
    pub fn row(self, side: Color, piece: Piece, square: Square) -> usize {
        let (bucket, mirrored) = (usize::from(self.0 >> 1), usize::from(self.0 & 1));
        let row = ROW[side.index()][mirrored][piece.index()][square.index()];
        bucket * ROWS_PER_BUCKET + usize::from(row)
    }
}

/// The summand of one piece in the asymmetry of a side's perspective.
#[inline]
pub fn piece_asymmetry(side: Color, piece: Piece, square: Square) -> Asymmetry {
    ASYMMETRY[side.index()][piece.index()][square.index()]
}

/// The asymmetry of all pieces of a position in a side's perspective.
pub fn total_asymmetry(side: Color, pieces: impl Iterator<Item = (Piece, Square)>) -> Asymmetry {
    pieces
        .map(|(piece, square)| piece_asymmetry(side, piece, square))
        .sum()
}

/// Returns true if a piece is a feature for a side: all are but its own general.
#[inline]
pub fn is_feature_piece(side: Color, piece: Piece) -> bool {
    piece.index() != side.index() * KINDS
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_feature_has_its_own_row() {
        let red = Color::Red;
        let perspective = Perspective::new(red, Square::new(3, 0), 0);
        let mut seen = HashSet::new();
        for piece in Piece::all().filter(|&piece| is_feature_piece(red, piece)) {
            for square in Square::all() {
                let is_own = piece.color() == red;
                if is_feature_square(piece.kind(), if is_own { square } else { square.flipped() }) {
                    let row = perspective.row(red, piece, square);
                    assert!(row < ROWS_PER_BUCKET && seen.insert(row));
                }
            }
        }
        assert_eq!(seen.len(), ROWS_PER_BUCKET);
    }

    #[test]
    fn every_perspective_occurs() {
        let mut perspectives = HashSet::new();
        for side in Color::ALL {
            for square in Square::all().filter(|square| square.is_in_palace(side)) {
                for asymmetry in [-1, 1] {
                    perspectives.insert((
                        side.index(),
                        Perspective::new(side, square, asymmetry).index(),
                    ));
                }
            }
        }
        assert_eq!(perspectives.len(), 2 * PERSPECTIVES);
    }
}
