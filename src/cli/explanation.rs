//! Stands in for `eval::explain` until the evaluation has it: the same call, one row.

use std::fmt;

use crate::board::{Board, Color};
use crate::eval::{self, Knowledge, Score};

/// An evaluation taken apart; its text is a table.
#[derive(Debug)]
pub struct Explanation {
    /// Who is to move.
    pub side: Color,
    /// The score for the side to move.
    pub score: Score,
}

/// Takes the evaluation of a position apart.
pub fn explain(board: &Board, _knowledge: Knowledge) -> Explanation {
    Explanation {
        side: board.side(),
        score: eval::placeholder(board),
    }
}

impl fmt::Display for Explanation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "term      red mg / eg  black mg / eg  red-black")?;
        let red = match self.side {
            Color::Red => self.score,
            Color::Black => -self.score,
        };
        writeln!(f, "material  - / -        - / -          {red:+}")?;
        write!(f, "score {:+} for {}, to move", self.score, self.side)
    }
}
