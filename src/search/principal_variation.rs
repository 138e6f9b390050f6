//! Principal variation search (PVS): all moves but the first must beat it in a zero window.
//!
//! **Idea** (Marsland & Campbell 1982). If the first move is best, all that is asked of the others is whether they are worse, and
//! a window of width zero answers that with fewer nodes. Only a move that fails high is searched again for its score.
//!
//! **Drawback.** With a poor move order many moves are searched twice. Measured in `docs/search.md`.

use super::node::{Candidate, Kind, Node, NonPv};
use super::worker::Worker;
use crate::eval::Score;

impl Worker<'_> {
    /// Searches the position after a move: the first move with the whole window, others reduced and with a zero window first,
    /// then with more depth and more window as long as they fail high.
    pub(super) fn pv_search<K: Kind>(&mut self, node: Node, mv: &Candidate, depth: i32) -> Score {
        let reduction = mv.reduction.min(depth.max(1) - 1);
        let pvs = self.techniques.pvs;
        let child = node.child(depth);
        if !pvs && reduction == 0 {
            return -self.alpha_beta::<K::Child>(child);
        }
        if mv.number == 1 {
            let cut = !K::PV && !node.cut;
            return -self.alpha_beta::<K::Child>(Node { cut, ..child });
        }
        let mut score = node.alpha + 1;
        if reduction > 0 {
            let reduced = node.zero_window_child(depth - reduction);
            score = -self.alpha_beta::<NonPv>(Node {
                cut: true,
                ..reduced
            });
        }
        if score > node.alpha && pvs {
            score = -self.alpha_beta::<NonPv>(node.zero_window_child(depth));
        }
        if score > node.alpha && (K::PV || !pvs) {
            score = -self.alpha_beta::<K::Child>(child);
        }
        score
    }
}
