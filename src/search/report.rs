//! Events of a search: variations with their bounds, and the result.

use std::time::Duration;

use crate::board::Move;
use crate::eval::Score;

/// An event of a running search.
///
/// The line of [`Event::Finished`] is reported before it, as the last [`Event::Line`] of rank 1, unless no move is allowed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A variation of a finished iteration, or one with a bound.
    Line(PvLine),
    /// The root move that is being searched; reported only after the first second.
    CurrentMove {
        /// The depth of the iteration, in plies.
        depth: u32,
        /// The root move.
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// The end of the search: always sent, as the last event.
    Finished(SearchResult),
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least this: the iteration failed high, or was stopped before all moves were searched.
    Lower,
    /// The true score is at most this: the iteration failed low.
    Upper,
}

impl Bound {
    /// Its name in machine-readable output, which does not change between versions.
    pub const fn name(self) -> &'static str {
        ["exact", "lower", "upper"][self as usize]
    }

    /// Returns the kind of a node's best score. `exact` says whether a score below beta is exact.
    #[inline]
    pub(super) fn of(best: Score, beta: Score, exact: bool) -> Bound {
        if best >= beta {
            Bound::Lower
        } else if exact {
            Bound::Exact
        } else {
            Bound::Upper
        }
    }

    /// Returns true if a score of this kind shows that the true score differs from an evaluation in its direction.
    #[inline]
    pub(super) fn corrects(self, score: Score, eval: Score) -> bool {
        match self {
            Bound::Exact => true,
            Bound::Lower => score > eval,
            Bound::Upper => score < eval,
        }
    }
}

/// A principal variation with its score.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct PvLine {
    /// Depth of the iteration, in plies.
    pub depth: u32,
    /// The largest distance from the root reached in the iteration, in plies.
    pub seldepth: u32,
    /// 1 for the best line, 2 for the second best with MultiPV, and so on.
    pub rank: usize,
    /// Score for the side to move at the root; see [`super::score::classify`].
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Part of the transposition table that holds entries of this search, in thousandths.
    pub hashfull: u32,
    /// The variation; the first move is the one to play.
    pub pv: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct SearchResult {
    /// The move to play; `None` if no legal move is allowed.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub ponder: Option<Move>,
    /// Score for the side to move at the root; see [`super::score::classify`].
    pub score: Score,
    /// Depth in plies of the iteration that found the best line, which may have been stopped.
    pub depth: u32,
    /// The best line.
    pub pv: Vec<Move>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// The part of that time which counts against the limits: after a ponder hit only the time since then, otherwise all.
    pub spent: Duration,
}
