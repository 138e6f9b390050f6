//! Futility pruning: quiet moves that cannot raise the evaluation to alpha are skipped.
//!
//! **Idea** (Schaeffer 1986; Heinz 1998). A quiet move changes the evaluation by little. If the evaluation is below alpha by more
//! than a margin, the move is skipped. The margin grows with the depth that the move's reduction leaves, and with its history. After
//! a bad history it may be negative: then the move is skipped even though the evaluation is a little above alpha.
//!
//! **Drawback.** Quiet moves with a strong threat are skipped too. Measured in `docs/measurements/techniques.md`.

use crate::eval::Score;
use crate::search::node::Node;
use crate::search::params;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns an upper bound of the score of a quiet move if it is at most alpha.
    pub(super) fn futility(
        &self,
        node: &Node,
        static_eval: Score,
        reduced_depth: i32,
        history: i32,
    ) -> Option<Score> {
        let purpose = self.techniques.purpose;
        let margin = params::futility_base(purpose)
            + params::futility_margin(purpose) * reduced_depth.max(0)
            + history / params::futility_history(purpose);
        let applies = self.techniques.futility && reduced_depth <= params::futility_depth();
        (applies && static_eval + margin <= node.alpha).then_some(static_eval + margin)
    }
}
