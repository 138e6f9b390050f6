//! A move about to be searched, as reductions and pruning rules see it.

use crate::board::Move;

/// A legal move of a node.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number among the node's moves, from 1.
    pub number: usize,
    pub is_capture: bool,
    pub gives_check: bool,
    /// Quiet moves searched before it.
    pub quiets_before: usize,
    /// Whether the mover's evaluation is better than two plies before.
    pub improving: bool,
    /// Whether it answers a check or a mate threat.
    pub answers_threat: bool,
}
