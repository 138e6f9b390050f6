//! Principal variation search (PVS): all moves but the first are searched with a zero window first.
//!
//! **Idea** (Marsland & Campbell 1982). If the first move is best, it suffices to show that the others are no better, and a zero
//! window shows that with fewer nodes. Only a move that fails high is searched again for its score.
//!
//! **Drawback.** With a poor move order many moves are searched twice. Measured in `docs/measurements/techniques.md`.

use super::node::{Candidate, Node, NodeType, NonPv};
use super::worker::Worker;
use crate::eval::Score;

impl Worker<'_> {
    /// Searches the position after a move to `depth` plies. The first move has the whole window. Others are searched reduced with a
    /// zero window, then at full depth with a zero window, then with the whole window, as long as they fail high.
    pub(super) fn pv_search<T: NodeType>(
        &mut self,
        node: Node,
        candidate: &Candidate,
        depth: i32,
    ) -> Score {
        let reduction = candidate.reduction.min(depth.max(1) - 1);
        let pvs = self.techniques.pvs;
        let child = Node {
            // On the principal variation the child is on it too.
            cut: !T::PV && !node.cut,
            ..node.child(depth)
        };
        if candidate.number == 1 || (!pvs && reduction == 0) {
            return -self.alpha_beta::<T::Child>(child);
        }
        let mut score = node.alpha + 1;
        if reduction > 0 {
            let reduced = node.zero_window_child(depth - reduction);
            score = -self.alpha_beta::<NonPv>(Node {
                // A late move is expected to fail low, also at an all node.
                cut: true,
                ..reduced
            });
        }
        if score > node.alpha && pvs {
            score = -self.alpha_beta::<NonPv>(node.zero_window_child(depth));
        }
        if score > node.alpha && (T::PV || !pvs) {
            score = -self.alpha_beta::<T::Child>(child);
        }
        score
    }
}
