//! What may be wrong with the text of a move.

use thiserror::Error;

use crate::board::{Color, Move, ParseMoveError, PieceKind, Square};

/// Why a text means no legal move of a position.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ReadError {
    /// A text that looks like no notation.
    #[error("'{text}' is not a move: want ICCS (h2e2), Chinese (炮二平五) or WXF (C2.5)")]
    NoNotation {
        /// The text.
        text: String,
    },
    /// A text that is not ICCS, where that was asked for.
    #[error(transparent)]
    NoMove(#[from] ParseMoveError),
    /// Two squares, but not a legal move.
    #[error("{mv} is not legal for {side}")]
    Illegal {
        /// The move.
        mv: Move,
        /// The side to move.
        side: Color,
    },
    /// Not as many characters as the notation has.
    #[error("'{text}' has {found} characters: a move in {notation} has 4")]
    Length {
        /// The text.
        text: String,
        /// Its characters.
        found: usize,
        /// `Chinese` or `WXF`.
        notation: &'static str,
    },
    /// A character that can not stand where it does.
    #[error("'{text}': '{found}', character {place}, is no {want}")]
    Character {
        /// The text.
        text: String,
        /// The character.
        found: char,
        /// Its place, from 1.
        place: usize,
        /// What should stand there.
        want: &'static str,
    },
    /// Two characters that should tell which piece moves, and do not.
    #[error("'{text}': '{found}' tells of no piece: want such as {want}")]
    Who {
        /// The text.
        text: String,
        /// The two characters.
        found: String,
        /// How a piece may be told.
        want: &'static str,
    },
    /// A number for a piece that is no pawn.
    #[error("'{text}': only pawns are numbered")]
    OnlyPawns {
        /// The text.
        text: String,
    },
    /// The side to move has no such piece.
    #[error("'{text}': {side} has no {lack}")]
    NoPiece {
        /// The text.
        text: String,
        /// The side to move.
        side: Color,
        /// What it lacks, in words.
        lack: String,
    },
    /// There is such a piece, but it cannot move as the text says.
    #[error("'{text}': the {kind} on {} cannot move so", listed(.squares, " or "))]
    CannotGo {
        /// The text.
        text: String,
        /// The piece's kind.
        kind: PieceKind,
        /// Where those stand that the text may mean.
        squares: Vec<Square>,
    },
    /// The piece moves so, but the general would be attacked after it.
    #[error("'{text}', {mv}, leaves the general of {side} attacked")]
    LeavesGeneral {
        /// The text.
        text: String,
        /// The move.
        mv: Move,
        /// The side to move.
        side: Color,
    },
    /// More than one legal move fits the text.
    #[error("'{text}' may be {}", listed(.moves, " or "))]
    Ambiguous {
        /// The text.
        text: String,
        /// The moves that fit.
        moves: Vec<Move>,
    },
}

/// Things one after the other, with a word between them.
fn listed<T: ToString>(things: &[T], joint: &str) -> String {
    let texts: Vec<String> = things.iter().map(T::to_string).collect();
    texts.join(joint)
}
