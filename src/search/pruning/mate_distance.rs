//! Mate distance pruning: a node is cut if no mate from there can be shorter than one already found.
//!
//! **Idea** (Chess Programming Wiki, "Mate Distance Pruning"). A node at ply n can mate at ply n + 1 at the earliest, and be
//! mated at ply n. If a shorter mate is already found, nothing below the node matters. The pruning is exact: the score at the
//! root stays the same.
//!
//! **Drawback.** It loses nothing, but gains little outside of mate problems. Measured in `docs/measurements/techniques.md`.

use crate::eval::Score;
use crate::search::node::Node;
use crate::search::score::{MATE, mated_in};
use crate::search::worker::Worker;

/// Narrows the window of a node. Returns its score if no window is left.
fn narrow(node: &mut Node) -> Option<Score> {
    node.alpha = node.alpha.max(mated_in(node.ply));
    node.beta = node.beta.min(MATE - node.ply as Score - 1);
    (node.alpha >= node.beta).then_some(node.alpha)
}

impl Worker<'_> {
    /// Narrows the window to the scores that are possible at the node. Returns the node's score if no window is left.
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
        for (ply, window, expected) in [
            (3, (-100, 100), Ok((-100, 100))),
            (3, (-MATE, MATE), Ok((3 - MATE, MATE - 4))),
            // A mate in three plies is already found; no node at ply ten can have a better score.
            (10, (MATE - 3, MATE), Err(MATE - 3)),
        ] {
            let mut node = Node {
                ply,
                depth: 1,
                alpha: window.0,
                beta: window.1,
                cut: false,
                verify_null_move: false,
            };
            let narrowed = narrow(&mut node).map_or(Ok((node.alpha, node.beta)), Err);
            assert_eq!(narrowed, expected, "{window:?} at ply {ply}");
        }
    }
}
