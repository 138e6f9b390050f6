//! Floor 2: a score for a position.

use crate::board::{Board, Color, PieceKind};

/// Hundredths of a pawn or so, from the view of the side to move.
pub type Score = i32;

/// How much the evaluation knows: UCCI's `knowledge`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default, Hash)]
pub enum Knowledge {
    /// Material alone.
    Material,
    /// Material and piece-square tables.
    Tables,
    /// All terms.
    #[default]
    Full,
}

/// PLACEHOLDER, replaced by the real evaluation.
pub fn placeholder(board: &Board) -> Score {
    const V: [Score; 7] = [0, 120, 120, 270, 600, 285, 30];
    let mut s = 0;
    for kind in PieceKind::ALL {
        s += V[kind.index()]
            * (board.count(Color::Red, kind) as Score - board.count(Color::Black, kind) as Score);
    }
    if board.side() == Color::Red { s } else { -s }
}
