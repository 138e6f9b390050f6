//! What a search reports while it runs and when it ends.

use std::time::Duration;

use crate::board::Move;
use crate::eval::Score;

/// What a running search reports, in the order it happens.
///
/// The line of [`Event::Finished`] was always reported before, as the last [`Event::Line`] of rank 1.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    Line(Line),
    /// The root move that is being searched; only reported after the first second or so.
    CurrentMove {
        /// The depth of the iteration, in plies.
        depth: u32,
        mv: Move,
        /// Its number, from 1.
        number: usize,
    },
    /// The end; always the last event, and always sent.
    Finished(Outcome),
}

/// Whether a score is exact or a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Bound {
    /// The score is exact.
    #[default]
    Exact,
    /// The true score is at least this: the iteration failed high, or was stopped before all moves were searched.
    Lower,
    /// The true score is at most this: it failed low.
    Upper,
}

impl Bound {
    /// The kind of a node's best score; `exact` if a score inside the window is.
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

    /// Whether a score of this kind is nearer the truth than an evaluation.
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
pub struct Line {
    /// Depth of the iteration, plies.
    pub depth: u32,
    pub seldepth: u32,
    /// 1 for the best line, 2 for the second best with MultiPV, and so on.
    pub rank: usize,
    /// Score for the side to move at the root; see [`super::score::meaning`].
    pub score: Score,
    /// Whether the score is exact.
    pub bound: Bound,
    /// Nodes of all threads since the search began.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
    /// Part of the hash table that holds entries of this search, in thousandths.
    pub hashfull: u32,
    /// The variation; the first move is played.
    pub pv: Vec<Move>,
}

/// The result of a search.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Outcome {
    /// The move to play; `None` when there is none that is legal and allowed.
    pub best: Option<Move>,
    /// The answer expected to it.
    pub ponder: Option<Move>,
    pub score: Score,
    /// Depth of the iteration that found the best line; a stop may have cut it short.
    pub depth: u32,
    pub pv: Vec<Move>,
    /// Nodes of all threads.
    pub nodes: u64,
    /// Time since the search began.
    pub elapsed: Duration,
}
