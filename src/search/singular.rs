//! Singular extension: a move that is much better than all others is searched deeper.
//!
//! **Idea** (Anantharaman, Campbell & Hsu 1988, in its modern form). A search of half the depth excludes the table move and tests
//! whether any other move reaches a bound just below its stored score. If none does, the move is singular: it is extended by one
//! ply, or by two off the principal variation if the others score far less. If the bound itself reaches beta, another move reaches
//! beta too, and off the principal variation the node is cut at once (**multi-cut**, Björnsson & Marsland 2001). Otherwise, if the
//! stored score reaches beta, the table move is searched one ply less deep.
//!
//! **Drawback.** Each test costs an extra search. Measured in `docs/measurements/techniques.md`.

use super::node::{Node, NodeInfo, NodeResult, NodeType, NonPv};
use super::params;
use super::report::Bound;
use super::score;
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::Move;

/// The result of the search without the table move.
#[derive(Clone, Copy, Debug)]
pub(super) enum SingularResult {
    /// Search the move this many plies deeper, or less deep if negative.
    AdjustDepth(i32),
    /// Cut the node: several moves reach beta.
    MultiCut(NodeResult),
}

impl Worker<'_> {
    /// Tests whether a move is singular; only the table move can be.
    #[inline]
    pub(super) fn singular_extension<T: NodeType>(
        &mut self,
        node: Node,
        mv: Move,
        info: &NodeInfo,
    ) -> SingularResult {
        match info.entry {
            Some(entry) if !T::ROOT && self.may_be_singular(&node, mv, &entry) => {
                self.search_others::<T>(node, mv, &entry)
            }
            _ => SingularResult::AdjustDepth(0),
        }
    }

    /// Returns true if the test is made for a move: the table move, whose table entry is deep enough.
    fn may_be_singular(&self, node: &Node, mv: Move, entry: &Entry) -> bool {
        self.techniques.singular
            && node.depth >= params::singular_depth()
            && entry.mv == Some(mv)
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - 3
            && !score::is_decisive(entry.score)
            && self.frames[node.ply].excluded.is_none()
            // At plies beyond the root depth the line has already been extended; there the test costs as much as it gains.
            && node.ply < self.root_depth as usize
    }

    /// Searches all moves but the table move with a zero window below its score.
    fn search_others<T: NodeType>(
        &mut self,
        node: Node,
        mv: Move,
        entry: &Entry,
    ) -> SingularResult {
        let bound = entry.score - params::singular_margin() * node.depth;
        let depth = (node.depth - 1) / 2;
        self.frames[node.ply].excluded = Some(mv);
        let others = self.alpha_beta::<NonPv>(Node {
            depth,
            alpha: bound - 1,
            beta: bound,
            // More is reduced at a cut node.
            cut: T::PV || node.cut,
            ..node
        });
        self.frames[node.ply].excluded = None;
        if others < bound {
            let double = !T::PV && others < bound - params::singular_double_margin();
            SingularResult::AdjustDepth(1 + i32::from(double))
        } else if bound >= node.beta && !T::PV {
            SingularResult::MultiCut(NodeResult {
                score: bound,
                mv: Some(mv),
                depth,
            })
        } else {
            SingularResult::AdjustDepth(-i32::from(entry.score >= node.beta))
        }
    }
}
