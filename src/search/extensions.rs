//! Extensions: look further where it matters.
//!
//! - **Check extension**: a node in check is searched a ply deeper: its few evasions cost little,
//!   and a sequence of checks would else push the mate behind it over the horizon.
//! - **Singular extension** (Anantharaman, Campbell & Hsu 1988, in its modern form): when all moves
//!   but the table's fail low against a bound just below its score, in a search of half the depth
//!   without it, it is the only good one, and is searched deeper: by one ply, by two where the
//!   others fall far behind. When another also reaches beta, the node is cut at once (multi-cut);
//!   when the table's move is good but not singular, it is searched less deep.

use super::alpha_beta::{Kind, Node};
use super::params;
use super::report::Bound;
use super::score;
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Score;

/// What the singular search says of the table's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Singular {
    /// Search it this much deeper (or, negative, less deep).
    Extend(i32),
    /// Cut the node: several moves reach beta.
    MultiCut(Score),
}

impl Worker<'_> {
    /// How much deeper a node in check is searched.
    pub(super) fn check_extension(&self, ply: usize, in_check: bool) -> i32 {
        // Twice the iteration's depth is deep enough for any run of checks.
        let may = self.techniques.check_extension && in_check && ply > 0;
        i32::from(may && ply < 2 * self.root_depth.max(1) as usize)
    }

    /// Whether the table's move is the only good one at the node.
    pub(super) fn singular(&mut self, node: Node, mv: Move, entry: &Entry) -> Singular {
        let Node {
            ply, depth, beta, ..
        } = node;
        let worth_asking = self.techniques.singular
            && ply > 0
            && depth >= params::singular_depth()
            && entry.mv == Some(mv)
            && entry.bound != Bound::Upper
            && entry.depth >= depth - 3
            && !score::is_decisive(entry.score)
            && self.frames[ply].excluded.is_none()
            // Further down a line has been extended as often as not, and to ask costs as much as it may bring.
            && ply < self.root_depth.max(1) as usize;
        if !worth_asking {
            return Singular::Extend(0);
        }
        let bound = entry.score - params::singular_margin() * depth;
        self.frames[ply].excluded = Some(mv);
        let others = self.alpha_beta(Node {
            depth: (depth - 1) / 2,
            alpha: bound - 1,
            beta: bound,
            kind: if node.kind == Kind::All {
                Kind::All
            } else {
                Kind::Cut
            },
            ..node
        });
        self.frames[ply].excluded = None;
        if others < bound {
            let double = !node.kind.is_pv() && others < bound - params::singular_double();
            Singular::Extend(1 + i32::from(double))
        } else if bound >= beta && !node.kind.is_pv() {
            Singular::MultiCut(bound)
        } else if entry.score >= beta {
            Singular::Extend(-1)
        } else {
            Singular::Extend(0)
        }
    }
}
