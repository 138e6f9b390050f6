//! Reverse futility pruning (static null move): nodes far above beta fail high at once.
//!
//! **Idea** (Chess Programming Wiki, "Reverse Futility Pruning"). If the evaluation is above beta by a margin that grows with the
//! depth, the node is cut without a search.
//!
//! **Drawback.** A threat that costs more than the margin is missed.
//! Measured in `docs/measurements/techniques.md`.

use crate::eval::Score;
use crate::search::node::{Node, NodeInfo};
use crate::search::params;
use crate::search::score::is_decisive;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns the mean of beta and the evaluation if the evaluation is far enough above beta.
    pub(super) fn reverse_futility(
        &self,
        node: Node,
        eval: Score,
        info: &NodeInfo,
    ) -> Option<Score> {
        let applies = self.techniques.reverse_futility
            && node.depth <= params::reverse_futility_depth()
            && !is_decisive(node.beta);
        let margin = params::reverse_futility_margin(self.techniques.purpose)
            * (node.depth - i32::from(info.improving));
        (applies && eval - margin >= node.beta).then_some((eval + node.beta) / 2)
    }
}
