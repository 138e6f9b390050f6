//! Zobrist keys: one random word for each piece on each square, and one for black to move.
//!
//! The key of a position is the exclusive or of the words of its pieces and side to move, so a quiet move changes
//! three words (Zobrist 1970). A board stores it in three [`KeyPart`]s: positions with the same pawns, or the same
//! other pieces of one side, share that part. The words come from SplitMix64 (Steele, Lea & Flood 2014) at
//! compile time, so that keys are the same in every build.

use super::{Color, Piece, PieceKind, Square};

/// The mixing step of SplitMix64: every bit of the result depends on all bits of `z`.
pub(crate) const fn splitmix64(mut z: u64) -> u64 {
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

/// The words, by piece and square.
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
pub enum KeyPart {
    /// The pawns of both sides.
    Pawns,
    /// Red's other pieces.
    RedPieces,
    /// Black's other pieces.
    BlackPieces,
}

impl KeyPart {
    /// Number of parts.
    pub const COUNT: usize = 3;

    /// The part that a piece belongs to.
    pub const fn of(piece: Piece) -> KeyPart {
        match (piece.kind(), piece.color()) {
            (PieceKind::Pawn, _) => KeyPart::Pawns,
            (_, Color::Red) => KeyPart::RedPieces,
            (_, Color::Black) => KeyPart::BlackPieces,
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
