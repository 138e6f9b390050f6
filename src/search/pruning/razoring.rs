//! Razoring: nodes far below alpha are left to quiescence search.
//!
//! **Idea** (Birmingham & Kent 1977). Where the evaluation stands so far below alpha that only captures could help, a
//! quiescence search is asked, and its score is the node's if it confirms that alpha is out of reach.
//!
//! **Drawback.** Quiescence sees no quiet threats: a quiet move that wins material is missed. Measured in `docs/search.md`.

use crate::eval::Score;
use crate::search::node::Node;
use crate::search::params;
use crate::search::score::is_decisive;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns the score of quiescence search if that and the evaluation are at most alpha.
    pub(super) fn razoring(&mut self, node: &Node, eval: Score) -> Option<Score> {
        let applies = self.techniques.razoring
            && node.depth <= params::razor_depth()
            && !is_decisive(node.alpha)
            && eval + params::razor_margin() * node.depth <= node.alpha;
        if !applies {
            return None;
        }
        let score = self.leaf(node.ply, node.alpha, node.alpha + 1);
        (score <= node.alpha).then_some(score)
    }
}
