//! SEE pruning: moves that lose material on their target square are skipped.
//!
//! **Idea** (Chess Programming Wiki, "Static Exchange Evaluation"). A move that loses more than a margin by static exchange
//! evaluation ([`crate::search::see`]) is skipped. The margin grows with the depth: with more plies left, the search can find
//! what a sacrifice gains.
//!
//! **Drawback.** Sacrifices near the leaves are missed. Measured in `docs/measurements/techniques.md`.

use crate::search::node::{Candidate, Node};
use crate::search::params;
use crate::search::see::see_at_least;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns true if the move loses more than the margin by static exchange evaluation.
    pub(in crate::search) fn loses_exchange(&self, node: &Node, mv: &Candidate) -> bool {
        if !self.techniques.see_pruning || node.depth > params::see_depth() {
            return false;
        }
        let purpose = self.techniques.purpose;
        let margin = if mv.is_capture {
            params::see_capture_margin(purpose) * node.depth
        } else {
            params::see_quiet_margin(purpose) * (node.depth - 1 - mv.reduction).max(1)
        };
        !see_at_least(&self.board, mv.mv, -margin)
    }
}
