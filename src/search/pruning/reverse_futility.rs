//! Reverse futility pruning (static null move): nodes far above beta fail high at once.
//!
//! **Idea.** Where the evaluation stands above beta by a margin that grows with the depth, the node is cut without a search.
//!
//! **Drawback.** A threat that costs more than the margin is not seen. Measured in `docs/search.md`: it saves most of all rules.

use crate::eval::Score;
use crate::search::node::{Known, Node};
use crate::search::params;
use crate::search::score::is_decisive;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns a score between beta and the evaluation if that stands far enough above beta.
    pub(super) fn reverse_futility(&self, node: Node, eval: Score, known: &Known) -> Option<Score> {
        let applies = self.techniques.reverse_futility
            && node.depth <= params::reverse_futility_depth()
            && !is_decisive(node.beta)
            && !is_decisive(eval);
        let margin = params::reverse_futility_margin() * (node.depth - i32::from(known.improving));
        (applies && eval - margin >= node.beta).then_some((eval + node.beta) / 2)
    }
}
