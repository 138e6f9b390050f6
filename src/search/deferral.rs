//! Deferred moves: a move that another thread is searching comes last.
//!
//! **Idea** (Weill's ABDADA 1996, in the simplified form that Kerrigan published in 2017). Threads that share nothing but the
//! transposition table search much twice: both come to a node, and both start with the same moves. So a thread enters the
//! position after a move into a small table ([`super::busy`]) while it searches it. Another thread that comes to the same move
//! defers it until it has searched the node's others; by then the result is mostly in the transposition table.
//!
//! The first move of a node is never deferred, since its score is the window of all others, nor is any move near the leaves,
//! where the look-up costs as much as the search.
//!
//! **Drawback.** None with one thread, which has no such table. The gain with two is measured in `docs/search.md`.

use arrayvec::ArrayVec;

use super::node::{Candidate, Kind, Node};
use super::ordering::{Hints, Picker};
use super::worker::Worker;
use crate::board::Move;

/// The moves of a node that are still to be searched: those of a [`Picker`], deferred ones last.
pub(super) struct Moves {
    picker: Picker,
    /// How many legal moves the picker has returned.
    count: usize,
    /// Moves that other threads were searching when their turn came, with their numbers.
    deferred: ArrayVec<(Move, usize), 16>,
}

impl Moves {
    /// Whether the node has had a legal move so far.
    pub fn any(&self) -> bool {
        self.count > 0
    }
}

impl Worker<'_> {
    /// Starts with the moves of the node at `ply`.
    pub(super) fn moves(&self, ply: usize, table_move: Option<Move>) -> Moves {
        let hints = Hints {
            table: table_move,
            killers: self.frames[ply].killers,
            before: self.before(ply),
        };
        let in_check = self.frames[ply].safety.in_check();
        Moves {
            picker: Picker::new(hints, in_check, false, &self.techniques),
            count: 0,
            deferred: ArrayVec::new(),
        }
    }

    /// The next legal move that is not excluded, with its number from 1.
    #[inline]
    pub(super) fn next_move<K: Kind>(
        &self,
        moves: &mut Moves,
        node: &Node,
    ) -> Option<(Move, usize)> {
        let frame = &self.frames[node.ply];
        while let Some(mv) = moves
            .picker
            .next(&self.board, &frame.safety, self.histories)
        {
            if Some(mv) == frame.excluded
                || (K::ROOT && self.root_moves.skips(mv))
                || !self.board.is_legal(mv, &frame.safety)
            {
                continue;
            }
            moves.count += 1;
            if !moves.deferred.is_full() && self.is_busy(node.depth, mv, moves.count) {
                moves.deferred.push((mv, moves.count));
            } else {
                return Some((mv, moves.count));
            }
        }
        moves.deferred.pop_at(0)
    }

    /// Whether another thread is searching the position after a move that may be deferred.
    #[inline]
    fn is_busy(&self, depth: i32, mv: Move, number: usize) -> bool {
        let busy = &self.control.busy;
        number > 1 && busy.matters(depth) && busy.has(self.board.key_after(mv))
    }

    /// Enters the position after a move into the table if other threads may defer the move. Returns its key then.
    #[inline]
    pub(super) fn announce(&self, node: &Node, candidate: &Candidate) -> Option<u64> {
        let busy = &self.control.busy;
        let wanted = candidate.number > 1 && busy.matters(node.depth);
        wanted.then(|| {
            let key = self.board.key_after(candidate.mv);
            busy.begin(key);
            key
        })
    }
}
