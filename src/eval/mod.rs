//! Floor 2: a score for a position.
//!
//! | room | idea |
//! |---|---|
//! | [`tapered`] | a middlegame and an endgame value in one word |
//! | [`weights`] | all numbers but the tables, each with its name |
//! | [`tables`] | what a square is worth to a piece |
//! | [`accumulator`] | material and tables, kept from move to move |

pub mod accumulator;
pub mod tables;
pub mod tapered;
pub mod weights;

#[cfg(test)]
mod samples;

pub use accumulator::Accumulator;
pub use tapered::{FULL_PHASE, Tapered};

use crate::board::{Board, Color};

/// Hundredths of a pawn or so, from the view of the side to move.
pub type Score = i32;

/// The largest evaluation, either way.
pub const MAX_SCORE: Score = 29_000;

/// How much the evaluation knows: UCCI's `knowledge`. Each level adds to the one before it.
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

/// Scores positions, as much as its [`Knowledge`] lets it.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::{Accumulator, Evaluator, Knowledge};
/// let board = Board::from_fen("4k4/9/9/9/9/9/9/9/9/R3K4 w - - 0 1").unwrap();
/// let evaluator = Evaluator::new(Knowledge::Material);
/// assert!(evaluator.evaluate(&board, &Accumulator::of(&board)) > 900);
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Evaluator {
    knowledge: Knowledge,
}

impl Evaluator {
    /// An evaluator that knows so much.
    pub fn new(knowledge: Knowledge) -> Evaluator {
        Evaluator { knowledge }
    }

    /// The score from the view of the side to move, between -29,000 and 29,000. `sums` are the
    /// board's own.
    #[inline]
    pub fn evaluate(&self, board: &Board, sums: &Accumulator) -> Score {
        let mut sum = sums.material();
        if self.knowledge != Knowledge::Material {
            sum += sums.placed();
        }
        let score = sum.at_phase(sums.phase());
        match board.side() {
            Color::Red => score,
            Color::Black => -score,
        }
    }
}

/// The full evaluation of a board by itself.
pub fn placeholder(board: &Board) -> Score {
    Evaluator::new(Knowledge::Full).evaluate(board, &Accumulator::of(board))
}
