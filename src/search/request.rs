//! A search request: a game, its limits, and what is asked for.

use std::ops::RangeInclusive;

use super::limits::Limits;
use crate::board::Move;
use crate::rules::Game;

/// How many lines a search may be asked to report; no position has more moves.
pub const LINES: RangeInclusive<i64> = 1..=128;

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Request {
    /// The position, with the history that repetition needs.
    pub game: Game,
    /// When to stop.
    pub limits: Limits,
    /// Whether to search in the opponent's time: limits of time do not count until
    /// [`RunningSearch::ponderhit`](super::RunningSearch::ponderhit), and no answer is given before that or
    /// [`RunningSearch::stop`](super::RunningSearch::stop).
    pub ponder: bool,
    /// Moves not to be played at the root.
    pub banned: Vec<Move>,
    /// How many best lines to report, see [`LINES`].
    pub multipv: usize,
}

impl Request {
    /// A plain search of a position.
    pub fn new(game: Game, limits: Limits) -> Request {
        Request {
            game,
            limits,
            ponder: false,
            banned: Vec::new(),
            multipv: 1,
        }
    }
}
