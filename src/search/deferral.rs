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
//! **Drawback.** Each move of a node costs a look-up; with one thread there is none.
//! Measured with two threads in `docs/measurements/techniques.md`.

use arrayvec::ArrayVec;

use super::node::{Candidate, Node, NodeType};
use super::ordering::{Hints, Picker};
use super::worker::Worker;
use crate::board::{Board, Move};

/// The moves of a node that are still to be searched: those of a [`Picker`], deferred ones last.
pub(super) struct NodeMoves {
    picker: Picker,
    /// The number of legal moves that the picker has returned, and of quiet moves left out because they give no check: late moves
    /// keep their numbers.
    count: usize,
    /// Deferred moves, with their numbers.
    deferred: ArrayVec<(Move, usize), 16>,
}

impl NodeMoves {
    /// Returns true if there was a legal move so far.
    pub fn any(&self) -> bool {
        self.count > 0
    }

    /// Leaves out the quiet moves that the picker has not returned yet.
    pub fn skip_quiets(&mut self) {
        self.picker.skip_quiets();
    }

    /// Leaves out the remaining quiet moves that do not give check, if the last move came in the order of history.
    pub fn skip_quiets_without_check(&mut self, board: &Board) {
        self.count += self.picker.skip_quiets_without_check(board);
    }
}

impl Worker<'_> {
    /// Returns the moves of the node at `ply`, in order.
    pub(super) fn moves(&self, ply: usize, table_move: Option<Move>) -> NodeMoves {
        let hints = Hints {
            table: table_move,
            killers: self.frames[ply].killers,
            previous: self.previous_moves(ply),
        };
        let in_check = self.frames[ply].check_info.in_check();
        NodeMoves {
            picker: Picker::new(hints, in_check, false, &self.techniques),
            count: 0,
            deferred: ArrayVec::new(),
        }
    }

    /// Returns the next legal move that is not excluded, with its number from 1.
    #[inline]
    pub(super) fn next_move<T: NodeType>(
        &self,
        moves: &mut NodeMoves,
        node: &Node,
    ) -> Option<(Move, usize)> {
        let frame = &self.frames[node.ply];
        while let Some(mv) = moves
            .picker
            .next(&self.board, &frame.check_info, self.histories)
        {
            if Some(mv) == frame.excluded
                || (T::ROOT && self.root_moves.is_skipped(mv))
                || !self.board.is_legal(mv, &frame.check_info)
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

    /// Returns true if a move may be deferred and another thread is searching the position after it.
    #[inline]
    fn is_busy(&self, depth: i32, mv: Move, number: usize) -> bool {
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
