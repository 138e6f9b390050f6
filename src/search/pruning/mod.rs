//! Forward pruning: nodes and moves that are unlikely to matter are not searched.
//!
//! Near the leaves the static evaluation predicts the score of a small search. Futility and reverse futility compare it with the
//! window by a margin that grows with the remaining depth; the other rules use history or the exchange. Each can be wrong. So no
//! rule applies in check, except mate distance, which is exact. Nodes are pruned only off the principal variation, and moves only
//! after one that does not lose by force. This also holds where a mate is known, so a shorter one can be missed.
//! `docs/architecture.md` describes how to add a rule.

mod futility;
mod history;
mod mate_distance;
mod reverse_futility;
mod see;

use super::node::{Candidate, Node, NodeInfo};
use super::score::INFINITY;
use super::worker::Worker;
use crate::eval::Score;

impl Worker<'_> {
    /// Returns the score of a node if its moves need not be searched. `refined_eval` is what [`Worker::evaluate_node`] returned.
    pub(super) fn prune_node(
        &self,
        node: Node,
        refined_eval: Score,
        info: &NodeInfo,
    ) -> Option<Score> {
        self.reverse_futility(node, refined_eval, info)
    }

    /// Returns an upper bound of the score of a quiet move that gives no check, if it need not be searched; `-INFINITY` when no
    /// bound is known. If a move is pruned, so is each later one, which has a lower history and a larger reduction, unless histories
    /// changed meanwhile.
    pub(super) fn prune_quiet(
        &self,
        node: &Node,
        mv: &Candidate,
        static_eval: Score,
    ) -> Option<Score> {
        if mv.is_capture || mv.gives_check {
            return None;
        }
        let reduced_depth = node.depth - 1 - mv.reduction;
        if self.has_bad_history(node.depth, reduced_depth, mv.history) {
            return Some(-INFINITY);
        }
        self.futility(node, static_eval, reduced_depth, mv.history)
    }
}
