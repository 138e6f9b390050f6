//! Mate-distance pruning: no better score is possible than the shortest mate.
//!
//! **Idea.** A node at ply n can win by a mate at n + 1 at the earliest, and lose by being mated at n. Where a shorter mate is
//! known already, nothing below the node matters. The pruning is exact: the score at the root stays the same.
//!
//! **Drawback.** None, and little gain outside of mate problems. Measured in `docs/search.md`.

use crate::eval::Score;
use crate::search::node::Node;
use crate::search::score::{MATE, mated_in};
use crate::search::worker::Worker;

fn narrow(node: &mut Node) -> Option<Score> {
    node.alpha = node.alpha.max(mated_in(node.ply));
    node.beta = node.beta.min(MATE - node.ply as Score - 1);
    (node.alpha >= node.beta).then_some(node.alpha)
}

impl Worker<'_> {
    /// Narrows the window to the scores possible at the node. Returns the score of the node if no window is left.
    #[inline]
    pub(in crate::search) fn mate_distance(&self, node: &mut Node) -> Option<Score> {
        if self.techniques.mate_distance {
            narrow(node)
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn window_narrows_to_the_mates_still_possible() {
        for (ply, window, want) in [
            (3, (-100, 100), Ok((-100, 100))),
            (3, (-MATE, MATE), Ok((3 - MATE, MATE - 4))),
            // A mate in three plies is known; ten plies deep nothing better can come.
            (10, (MATE - 3, MATE), Err(MATE - 3)),
        ] {
            let mut node = Node {
                ply,
                depth: 1,
                alpha: window.0,
                beta: window.1,
                cut: false,
                verify: false,
            };
            let narrowed = narrow(&mut node).map_or(Ok((node.alpha, node.beta)), Err);
            assert_eq!(narrowed, want, "{window:?} at ply {ply}");
        }
    }
}
