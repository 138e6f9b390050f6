//! Razoring: nodes far below alpha are searched by quiescence search only.
//!
//! **Idea** (Birmingham & Kent 1977). If the evaluation is so far below alpha that only captures could help, quiescence search
//! is tried. If it fails low too, its score is the node's.
//!
//! **Drawback.** Quiescence search finds no quiet threats, so a quiet move that wins material is missed.
//! Measured in `docs/measurements/techniques.md`.

use crate::eval::Score;
use crate::search::node::Node;
use crate::search::params;
use crate::search::score::is_decisive;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns the score of quiescence search if the evaluation is far below alpha and that score is at most alpha.
    pub(super) fn razoring(&mut self, node: &Node, eval: Score) -> Option<Score> {
        let applies = self.techniques.razoring
            && node.depth <= params::razor_depth()
            && !is_decisive(node.alpha)
            && eval + params::razor_margin() * node.depth <= node.alpha;
        if !applies {
            return None;
        }
        let score = self.search_leaf(node.ply, node.alpha, node.alpha + 1);
        (score <= node.alpha).then_some(score)
    }
}
