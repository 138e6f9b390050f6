//! Scores: unit, range and text.

use std::fmt;

/// A score in about hundredths of a pawn. It is from the view of the side to move unless another view is named.
pub type Score = i32;

/// The largest absolute value of an evaluation.
pub const MAX_EVAL: Score = 29_000;

/// A score written with its sign, zero without one: `+35`, `0`, `-120`.
#[derive(Clone, Copy, Debug)]
pub struct Signed(pub Score);

impl fmt::Display for Signed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            0 => f.pad("0"),
            score => f.pad(&format!("{score:+}")),
        }
    }
}
