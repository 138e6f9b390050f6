//! The phases of the state machine, and what is remembered in each.

use crate::board::Move;
use crate::protocol::job::JobId;
use crate::search::score::Meaning;
use crate::search::{Limits, Outcome, Request};

/// What the machine is doing.
#[derive(Clone, Debug)]
pub enum Phase {
    /// Nothing: it waits for a command.
    Idle,
    /// A `go`: a search or a mate proof runs, or its answer is held back.
    Thinking(Thinking),
    /// A `perft` or a `bench` runs.
    Working(Working),
}

impl Phase {
    /// The job that runs.
    pub fn job(&self) -> Option<JobId> {
        match self {
            Phase::Idle => None,
            Phase::Thinking(thinking) => Some(thinking.job),
            Phase::Working(working) => Some(working.job),
        }
    }
}

/// A `go` that has not been answered.
#[derive(Clone, Debug)]
pub struct Thinking {
    /// The search or proof that runs.
    pub job: JobId,
    /// When it may be answered.
    pub stage: Stage,
    /// The limits of the `go`.
    pub limits: Limits,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// While a proof runs: what to do if there is no mate.
    pub fallback: Option<Box<Fallback>>,
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
    /// Our own: when the search ends.
    OnMove,
    /// It was stopped: at once.
    Stopped {
        /// It pondered on a move that was not played, so the answer is of no use.
        missed: bool,
    },
}

/// The search that follows a mate proof without a mate.
#[derive(Clone, Debug)]
pub struct Fallback {
    /// The length of the mate that the proof looks for.
    pub moves: u32,
    /// The search.
    pub request: Request,
}

/// A `perft` or a `bench` under way.
#[derive(Clone, Copy, Debug)]
pub struct Working {
    /// Its job.
    pub job: JobId,
    /// Its name.
    pub name: &'static str,
    /// It was asked to end.
    pub stopped: bool,
}
