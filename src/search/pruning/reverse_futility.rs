//! Reverse futility pruning (static null move): nodes far above beta fail high at once.
//!
//! **Idea** (Chess Programming Wiki, "Reverse Futility Pruning"). If the refined evaluation is above beta by a margin that grows
//! with the depth, the node is cut without a search.
//!
//! **Drawback.** A threat that costs more than the margin is missed.
//! Measured in `docs/measurements/techniques.md`.

use crate::eval::Score;
use crate::search::node::{Node, NodeInfo};
use crate::search::params;
use crate::search::score::is_decisive;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns the mean of beta and the refined evaluation if that is far enough above beta.
    pub(super) fn reverse_futility(
        &self,
        node: Node,
        refined_eval: Score,
        info: &NodeInfo,
    ) -> Option<Score> {
        let applies = self.techniques.reverse_futility
            && node.depth <= params::reverse_futility_depth()
            && !is_decisive(node.beta);
        let margin = params::reverse_futility_margin(self.techniques.purpose)
            * (node.depth - i32::from(info.improving));
        (applies && refined_eval - margin >= node.beta).then_some((refined_eval + node.beta) / 2)
    }
}
