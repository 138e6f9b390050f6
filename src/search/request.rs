//! A search request: a game, its limits, and what is asked for.

use std::ops::RangeInclusive;
use std::time::Duration;

use crate::board::Move;
use crate::rules::Game;

/// How many lines a search may be asked to report; no position has more moves.
pub const LINES: RangeInclusive<i64> = 1..=128;

/// One search to be done.
#[derive(Clone, Debug)]
pub struct Request {
    pub game: Game,
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

/// What ends a search; the first limit reached does. With none of them it runs until stopped.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes, counted over all threads.
    pub nodes: Option<u64>,
    pub movetime: Option<Duration>,
    /// A clock that the engine spends as it sees fit.
    pub clock: Option<Clock>,
    /// Stop when a forced win within so many of the winner's moves is found.
    pub mate: Option<u32>,
    /// Do not answer before being told to stop, whatever has been found (UCI's `infinite`). UCCI's `infinite` sets none of the
    /// limits and leaves this false: it also ends on a found mate.
    pub wait_for_stop: bool,
    /// Stop when a forced mate is found, whatever other limits there are.
    pub stop_on_mate: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    pub remaining: Duration,
    /// Added after each move.
    pub increment: Duration,
    /// Moves until more time is given; `None` for the rest of the game.
    pub moves_to_go: Option<u32>,
}
