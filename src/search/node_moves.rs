//! The legal moves of a node in the order in which they are searched ([`super::ordering`]), with their numbers.

use super::node::NodeType;
use super::ordering::{Hints, Picker};
use super::worker::Worker;
use crate::board::{Board, Move};

/// The moves of a node that are still to be searched.
pub(super) struct NodeMoves {
    picker: Picker,
    /// The number of legal moves that the picker has returned, and of quiet moves left out because they give no check: late moves
    /// keep their numbers.
    count: usize,
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
        }
    }

    /// Returns the next legal move that is not excluded, with its number from 1.
    #[inline]
    pub(super) fn next_move<T: NodeType>(
        &self,
        moves: &mut NodeMoves,
        ply: usize,
    ) -> Option<(Move, usize)> {
        let frame = &self.frames[ply];
        while let Some(mv) = moves
            .picker
            .next(&self.board, &frame.check_info, self.histories)
        {
            if Some(mv) != frame.excluded
                && !(T::ROOT && self.root_moves.is_skipped(mv))
                && self.board.is_legal(mv, &frame.check_info)
            {
                moves.count += 1;
                return Some((mv, moves.count));
            }
        }
        None
    }
}
