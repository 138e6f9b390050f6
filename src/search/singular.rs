//! Singular extension: a move that is much better than all others is searched deeper.
//!
//! **Idea** (Anantharaman, Campbell & Hsu 1988, in its modern form). A search of half the depth leaves out the table's move and
//! asks whether any other reaches a bound just below its score. If none does, the move is singular and is extended by a ply, or
//! by two where the others fall far behind. If another reaches beta too, the node is cut at once (**multi-cut**). If the table's
//! move is good but not singular, it is searched a ply less deep.
//!
//! **Drawback.** The extra search costs time at every node that asks. Measured in `docs/search.md`.

use super::node::{Best, Kind, Known, Node, NonPv};
use super::params;
use super::report::Bound;
use super::score;
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::Move;

/// The result of the search without the table's move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Singular {
    /// Search the move this much deeper (or, negative, less deep).
    Extend(i32),
    /// Cut the node: several moves reach beta.
    MultiCut(Best),
}

impl Worker<'_> {
    /// By how much to extend a move; 0 for all but the table's.
    #[inline]
    pub(super) fn singular<K: Kind>(&mut self, node: Node, mv: Move, known: &Known) -> Singular {
        match known.entry {
            Some(entry) if !K::ROOT && self.may_be_singular(&node, mv, &entry) => {
                self.search_others::<K>(node, mv, &entry)
            }
            _ => Singular::Extend(0),
        }
    }

    fn may_be_singular(&self, node: &Node, mv: Move, entry: &Entry) -> bool {
        self.techniques.singular
            && node.depth >= params::singular_depth()
            && entry.mv == Some(mv)
            && entry.bound != Bound::Upper
            && entry.depth >= node.depth - 3
            && !score::is_decisive(entry.score)
            && self.frames[node.ply].excluded.is_none()
            // Deeper than this a line has been extended often already, and asking costs as much as it may bring.
            && node.ply < self.root_depth.max(1) as usize
    }

    /// Searches all moves but the table's.
    fn search_others<K: Kind>(&mut self, node: Node, mv: Move, entry: &Entry) -> Singular {
        let bound = entry.score - params::singular_margin() * node.depth;
        let depth = (node.depth - 1) / 2;
        self.frames[node.ply].excluded = Some(mv);
        let others = self.alpha_beta::<NonPv>(Node {
            depth,
            alpha: bound - 1,
            beta: bound,
            cut: K::PV || node.cut,
            ..node
        });
        self.frames[node.ply].excluded = None;
        if others < bound {
            let double = !K::PV && others < bound - params::singular_double();
            Singular::Extend(1 + i32::from(double))
        } else if bound >= node.beta && !K::PV {
            Singular::MultiCut(Best {
                score: bound,
                mv: Some(mv),
                depth,
            })
        } else {
            Singular::Extend(-i32::from(entry.score >= node.beta))
        }
    }
}
