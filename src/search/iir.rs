//! Internal iterative reduction (IIR): nodes without a table move are searched one ply less deep, on the principal variation and
//! where a cut is expected.
//!
//! **Idea** (Ed Schröder). Without a move from the transposition table the move order is poor and the search expensive. So it
//! is one ply shallower, and the next iteration finds a move in the table.
//!
//! **Drawback.** A new variation is found an iteration later. Measured in `docs/measurements/techniques.md`.

use super::node::{Node, NodeType};
use super::params;
use super::worker::Worker;
use crate::board::Move;

impl Worker<'_> {
    /// Returns the reduction of a node in plies, 0 or 1. Nodes that are expected to fail low (all nodes) are not reduced.
    #[inline]
    pub(super) fn internal_reduction<T: NodeType>(
        &self,
        node: &Node,
        table_move: Option<Move>,
    ) -> i32 {
        let applies = self.techniques.iir
            && node.depth >= params::iir_depth()
            && table_move.is_none()
            && (T::PV || node.cut)
            && self.frames[node.ply].excluded.is_none();
        i32::from(applies)
    }
}
