//! The legal moves of a node in the order in which they are searched: those of [`super::ordering`], [deferred](super::deferral)
//! ones last.

use arrayvec::ArrayVec;

use super::node::{Node, NodeType};
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
}
