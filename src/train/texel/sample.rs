//! A position as the model of the Texel fit sees it.

use crate::eval::endgame::Chances;

/// Indices of weights, and how often each counts.
pub type List<'a> = (&'a [u16], &'a [i8]);

/// A position as the model sees it.
#[derive(Clone, Copy, Debug)]
pub struct Sample<'a> {
    /// Weights that count, red's less black's.
    pub counts: List<'a>,
    /// Units of danger that red's and black's general is in.
    pub danger: [List<'a>; 2],
    /// 32 to 0.
    pub phase: f64,
    /// What red can hope for when it is ahead, and what black when black is.
    pub chances: [Chances; 2],
    /// What a search said, for red.
    pub score: f64,
    /// Red's points of its game.
    pub points: f32,
}
