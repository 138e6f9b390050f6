//! Deferred moves (simplified ABDADA): a move that another thread is searching is searched last.
//!
//! **Idea** (Weill's ABDADA 1996, in the simplified form that Kerrigan published in 2017). Threads that share only the
//! transposition table often search the same moves of a node at the same time. So a thread adds the position after a move to a
//! small table ([`super::busy`]) while it searches it. Another thread that comes to the same move defers it until it has
//! searched the node's other moves. By then the result is usually in the transposition table.
//!
//! The first move of a node is never deferred, because its score sets the window of the others. Near the leaves no move is
//! deferred, because the look-up costs as much as the search.
//!
//! **Drawback.** Each move of a node costs a look-up; with one thread there is none. With two threads it shows no gain
//! (`docs/measurements/strength.md`).

use super::node::{Candidate, Node};
use super::worker::Worker;
use crate::board::Move;

impl Worker<'_> {
    /// Returns true if a move may be deferred and another thread is searching the position after it.
    #[inline]
    pub(super) fn is_busy(&self, depth: i32, mv: Move, number: usize) -> bool {
        let busy = &self.control.busy;
        number > 1 && busy.applies_at(depth) && busy.contains(self.board.key_after(mv))
    }

    /// Adds the position after a move to the table if other threads may defer the move. Returns its key in that case.
    #[inline]
    pub(super) fn mark_busy(&self, node: &Node, candidate: &Candidate) -> Option<u64> {
        let busy = &self.control.busy;
        let may_be_deferred = candidate.number > 1 && busy.applies_at(node.depth);
        may_be_deferred.then(|| {
            let key = self.board.key_after(candidate.mv);
            busy.insert(key);
            key
        })
    }
}
