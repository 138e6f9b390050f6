//! The phases of the state machine, and the data of each.

use crate::board::Move;
use crate::eval::Score;
use crate::search::{Limits, Request, SearchResult};

/// The phase of the state machine.
#[derive(Clone, Debug, Default)]
pub enum Phase {
    /// No job runs.
    #[default]
    Idle,
    /// A `go` has not been answered: its search or mate proof runs, or its answer is held back.
    Thinking(Box<Thinking>),
    /// A `perft` or a `bench` runs.
    Working {
        /// Its name.
        name: &'static str,
        /// True after a `stop`.
        stopped: bool,
    },
}

/// A `go` that has not been answered.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// When it may be answered.
    pub stage: Stage,
    /// What its answer waits for.
    pub awaited: AwaitedEvent,
    /// The limits of the `go`.
    pub limits: Limits,
    /// The moves that the search may not play.
    pub banned: Vec<Move>,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// The best variation that was last reported.
    pub variation: Vec<Move>,
    /// The last exact score, to report a forced result only when it is new.
    pub last_score: Score,
}

/// What the answer to a `go` waits for.
#[derive(Clone, Debug, Default)]
pub enum AwaitedEvent {
    /// The end of a search.
    #[default]
    Search,
    /// The end of a mate proof: the length of the mate, and the search to start if there is none.
    Proof(u32, Box<Request>),
    /// The verification of the mate with which a search ended.
    Verification(SearchResult),
    /// A `ponderhit` or `stop` of the GUI, after the end of the search or proof.
    Gui(SearchResult),
}

/// When a `go` may be answered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stage {
    /// On the opponent's time: not before `ponderhit` or `stop`.
    Pondering,
    /// On the engine's own time: when the search ends.
    OnMove,
    /// After a `stop`: at once.
    Stopped {
        /// True if it pondered on a move that was not played.
        ponder_miss: bool,
    },
}

/// True if no limit ends a search.
pub fn is_unlimited(mut limits: Limits) -> bool {
    limits.stop_on_mate = false;
    limits == Limits::default()
}
