//! The errors of reading a move.

use thiserror::Error;

use crate::board::{Color, IllegalMoveError, Move, ParseMoveError, PieceKind, Square};

/// Why a text means no legal move of a position. The first field of most variants is the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// A text that looks like no notation.
    #[error("'{0}' is not a move: want ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)")]
    NoNotation(String),
    /// A text that is not ICCS, where ICCS is required.
    #[error(transparent)]
    NoMove(#[from] ParseMoveError),
    /// Two squares, but not a legal move.
    #[error(transparent)]
    Illegal(#[from] IllegalMoveError),
    /// A number of characters that is not 4, in Chinese or WXF.
    #[error("'{0}' has {1} characters: a move in {2} has 4")]
    Length(String, usize, &'static str),
    /// A character, its place from 1, and what should stand there.
    #[error("'{0}': '{1}', character {2}, is no {3}")]
    Character(String, char, usize, &'static str),
    /// The first two characters, which describe no piece, and examples of such that do.
    #[error("'{0}': '{1}' tells of no piece: want such as {2}")]
    Who(String, String, &'static str),
    /// A number for a piece that is not a pawn.
    #[error("'{0}': only pawns are numbered")]
    OnlyPawns(String),
    /// The side to move has no such piece, described in words.
    #[error("'{0}': {1} has no {2}")]
    NoPiece(String, Color, String),
    /// The pieces described, none of which can move as the text says.
    #[error("'{0}': the {1} on {squares} cannot move so", squares = listed(.2))]
    CannotGo(String, PieceKind, Vec<Square>),
    /// The move would leave the general of its side attacked.
    #[error("'{0}', {1}, leaves the general of {2} attacked")]
    LeavesGeneral(String, Move, Color),
    /// The legal moves that fit the text, more than one.
    #[error("'{0}' may be {moves}", moves = listed(.1))]
    Ambiguous(String, Vec<Move>),
}

fn listed<T: ToString>(things: &[T]) -> String {
    let texts: Vec<String> = things.iter().map(T::to_string).collect();
    texts.join(" or ")
}
