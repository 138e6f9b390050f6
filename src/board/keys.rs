//! Zobrist keys: one random word for each piece on each square, and one for black to move.
//!
//! The key of a position is the exclusive or of the words of what it holds, so a move changes it
//! by three words (Zobrist 1970). A board keeps it in three [`Part`]s: positions that share pawns, or
//! one side's other pieces, share that part. The words come from SplitMix64 (Steele, Lea & Flood 2014) at
//! compile time, so that keys are the same in every build.

use super::{Color, Piece, PieceKind, Square};

/// A word whose bits depend on all bits of `z`: the mixing step of SplitMix64.
pub(crate) const fn splitmix64(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

static PIECE_SQUARE: [[u64; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut state = 0x6368_7568_6520_3031; // "chuhe 01"
    let mut index = 0;
    while index < Piece::COUNT * Square::COUNT {
        state = u64::wrapping_add(state, 0x9e37_79b9_7f4a_7c15);
        table[index / Square::COUNT][index % Square::COUNT] = splitmix64(state);
        index += 1;
    }
    table
};

/// A part of a position's key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Part {
    /// The pawns of both sides.
    Pawns,
    /// Red's other pieces.
    RedPieces,
    /// Black's other pieces.
    BlackPieces,
}

impl Part {
    /// Number of parts.
    pub const COUNT: usize = 3;

    /// The part that a piece belongs to.
    pub const fn of(piece: Piece) -> Part {
        match (piece.kind(), piece.color()) {
            (PieceKind::Pawn, _) => Part::Pawns,
            (_, Color::Red) => Part::RedPieces,
            (_, Color::Black) => Part::BlackPieces,
        }
    }
}

/// The word of black to move.
pub const BLACK_TO_MOVE: u64 = splitmix64(0x6368_7568_6520_3032);

/// The word of a piece on a square.
#[inline]
pub fn piece_square(piece: Piece, square: Square) -> u64 {
    PIECE_SQUARE[piece.index()][square.index()]
}
