//! Internal iterative reduction (IIR): nodes without a table move are searched a ply less deep.
//!
//! **Idea** (Schröder). Where the transposition table has no move to try first, the order is poor and a
//! search is dear. It is made a ply shallower; the next iteration finds the move in the table then.
//!
//! **Drawback.** A new line is seen an iteration later. Measured in `docs/search.md`.

use super::node::{Kind, Node};
use super::params;
use super::worker::Worker;
use crate::board::Move;

impl Worker<'_> {
    /// By how many plies a node with this table move is searched less deep. All nodes are not reduced.
    #[inline]
    pub(super) fn internal_reduction<K: Kind>(&self, node: &Node, table_move: Option<Move>) -> i32 {
        let applies = self.techniques.iir
            && node.depth >= params::iir_depth()
            && table_move.is_none()
            && (K::PV || node.cut)
            && self.frames[node.ply].excluded.is_none();
        i32::from(applies)
    }
}
