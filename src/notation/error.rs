//! Errors of reading a move.

use thiserror::Error;

use crate::board::{Color, IllegalMoveError, Move, ParseMoveError, Piece, Square};

/// Why text describes no legal move of a position. If a variant has several fields, the first is the text,
/// of which a long one is cut.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// Text that has the form of no notation.
    #[error("'{0}' is not a move: expected ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)")]
    NoNotation(String),
    /// Text that is not a move in ICCS, where ICCS is required.
    #[error(transparent)]
    NoMove(#[from] ParseMoveError),
    /// A move in ICCS that is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalMoveError),
    /// Text without 4 characters, the name of the notation, and a move in it.
    #[error("'{0}': a move in {1} has 4 characters, such as {2}")]
    Length(String, &'static str, &'static str),
    /// An invalid character, its position from 1, and what is expected there.
    #[error("'{0}': '{1}', character {2}, is not a {3}")]
    Character(String, char, usize, &'static str),
    /// The first two characters, which describe no piece, and examples that do.
    #[error("'{0}': '{1}' does not describe a piece; examples are {2}")]
    PieceDescription(String, String, &'static str),
    /// A piece other than a pawn with a number.
    #[error("'{0}': only pawns are numbered")]
    OnlyPawns(String),
    /// The side to move, and the piece that it lacks.
    #[error("'{0}': {1} has no {2}")]
    NoPiece(String, Color, String),
    /// The pieces described and their squares, none of which has the move.
    #[error("'{0}': the {1} on {squares} cannot make this move", squares = listed(.2))]
    CannotGo(String, Piece, Vec<Square>),
    /// The move described, which would leave the general of its side attacked.
    #[error("'{0}', {1}, leaves the general of {2} attacked")]
    LeavesGeneral(String, Move, Color),
    /// The legal moves that fit the text, two or more.
    #[error("'{0}' may be {moves}", moves = listed(.1))]
    Ambiguous(String, Vec<Move>),
}

/// A text as errors have it: after 40 characters it is cut.
pub fn shortened(text: &str) -> String {
    match text.char_indices().nth(40) {
        Some((end, _)) => format!("{}…", &text[..end]),
        None => text.to_owned(),
    }
}

/// Joins things with `or`.
fn listed<T: ToString>(things: &[T]) -> String {
    let texts: Vec<String> = things.iter().map(T::to_string).collect();
    texts.join(" or ")
}
