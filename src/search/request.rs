//! A search request: a game, limits, and options of a single search.

use std::ops::RangeInclusive;
use std::time::Duration;

use super::score::MAX_PLY;
use crate::board::Move;
use crate::host::Instant;
use crate::rules::Game;

/// The numbers of lines that a search can report (MultiPV). No position has more moves than the largest.
pub const MULTIPV_RANGE: RangeInclusive<i64> = 1..=128;

/// The depth of the deepest iteration, in plies.
pub const MAX_DEPTH: u32 = 100;

const _: () = assert!((MAX_DEPTH as usize) < MAX_PLY);

/// A request for one search.
#[derive(Clone, Debug)]
pub struct Request {
    /// The game, whose last position is searched.
    pub game: Game,
    /// What ends the search.
    pub limits: Limits,
    /// Whether to search in the opponent's time (ponder). Time limits do not count before
    /// [`RunningSearch::ponderhit`](super::RunningSearch::ponderhit), and the search does not finish before that or
    /// [`RunningSearch::stop`](super::RunningSearch::stop).
    pub ponder: bool,
    /// Moves that are not searched at the root.
    pub banned: Vec<Move>,
    /// The number of best lines to report, in the range [`MULTIPV_RANGE`].
    pub multipv: usize,
    /// The time from which the limits count; `None` for the start of the search.
    pub received: Option<Instant>,
}

impl Request {
    /// Creates a request for the best line, without pondering or banned moves.
    pub fn new(game: Game, limits: Limits) -> Request {
        Request {
            game,
            limits,
            ponder: false,
            banned: Vec::new(),
            multipv: 1,
            received: None,
        }
    }
}

/// The limits of a search, which ends at the first one reached. Without `depth`, `mate` and `wait_for_stop` it also ends when it
/// is 8 plies deeper than a mate is long, so without any limit it ends then or on a stop.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Limits {
    /// Depth in plies.
    pub depth: Option<u32>,
    /// Nodes, counted over all threads.
    pub nodes: Option<u64>,
    /// Time for this move.
    pub movetime: Option<Duration>,
    /// The clock of the game, which the engine distributes over its moves.
    pub clock: Option<Clock>,
    /// Stop when a mate within this number of the winner's moves is found.
    pub mate: Option<u32>,
    /// Hold back the result until the caller stops the search (UCI's `infinite`). UCCI's `infinite` sets no limit and leaves this
    /// false, so that the search also ends some plies beyond a mate.
    pub wait_for_stop: bool,
    /// Stop when a forced mate is found, whatever the other limits.
    pub stop_on_mate: bool,
    /// Stop when a win is found, by mate or by the rules of repetition.
    pub stop_on_win: bool,
    /// Do not weaken the search by the level, as in an analysis.
    pub full_strength: bool,
}

impl Limits {
    /// A limit on nodes alone.
    pub fn of_nodes(nodes: u64) -> Limits {
        Limits {
            nodes: Some(nodes),
            ..Limits::default()
        }
    }

    /// A limit on depth alone, in plies.
    pub fn of_depth(depth: u32) -> Limits {
        Limits {
            depth: Some(depth),
            ..Limits::default()
        }
    }
}

/// The clock of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Clock {
    /// Time left on the clock of the side to move.
    pub remaining: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Moves until time is added; `None` if the remaining time is for the rest of the game.
    pub moves_to_go: Option<u32>,
}
