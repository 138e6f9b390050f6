//! The phases of the state machine, and what is remembered in each.

use crate::board::Move;
use crate::search::score::Meaning;
use crate::search::{Limits, Outcome, Request};

/// What the machine is doing.
#[derive(Clone, Debug, Default)]
pub enum Phase {
    /// It waits for a command.
    #[default]
    Idle,
    /// A `go`: a search or a mate proof runs, or its answer is held back.
    Thinking(Thinking),
    /// A `perft` or a `bench` runs.
    Working {
        /// Its name.
        name: &'static str,
        /// It was asked to end.
        stopped: bool,
    },
}

/// A `go` that has not been answered.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// When it may be answered.
    pub stage: Stage,
    /// The limits of the `go`.
    pub limits: Limits,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// While a proof runs: the length of the mate, and the search to start if there is none.
    pub fallback: Option<(u32, Box<Request>)>,
    /// The answer, if it came before it may be given.
    pub held: Option<Outcome>,
    /// The best variation that was last reported.
    pub variation: Vec<Move>,
    /// The forced end that was last reported.
    pub forced_end: Meaning,
}

/// Whose time runs, and so when a `go` may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// The opponent's: not before `ponderhit` or `stop`.
    Pondering,
    /// The engine's own: when the search ends.
    OnMove,
    /// It was stopped: at once.
    Stopped {
        /// It pondered on a move that was not played.
        missed: bool,
    },
}

/// True if no limit ends a search.
pub fn is_unlimited(limits: &Limits) -> bool {
    let stop_on_mate = limits.stop_on_mate;
    *limits
        == Limits {
            stop_on_mate,
            ..Limits::default()
        }
}
