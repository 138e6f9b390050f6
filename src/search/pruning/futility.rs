//! Futility pruning: quiet moves that cannot lift the evaluation to alpha.
//!
//! **Idea** (Schaeffer 1986; Heinz 1998). A quiet move changes the evaluation by little. Where it stands below alpha by more than
//! a margin, which grows with the depth left after the move's reduction, the move is skipped.
//!
//! **Drawback.** Quiet moves that threaten something large are skipped too. Measured in `docs/search.md`.

use crate::eval::Score;
use crate::search::node::Node;
use crate::search::params;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns the score that a quiet move can reach at most, if that is not above alpha.
    pub(super) fn futility(&self, node: &Node, eval: Score, reduced_depth: i32) -> Option<Score> {
        let margin = params::futility_base() + params::futility_margin() * reduced_depth.max(0);
        let applies = self.techniques.futility && reduced_depth <= params::futility_depth();
        (applies && eval + margin <= node.alpha).then_some(eval + margin)
    }
}
