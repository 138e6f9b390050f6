//! The legal moves of a node in the order in which they are searched ([`super::ordering`]).

use super::node::NodeType;
use super::ordering::{Hints, Picker};
use super::worker::Worker;
use crate::board::Move;

impl Worker<'_> {
    /// Returns a picker of the moves of the node at `ply`.
    pub(super) fn picker(&self, ply: usize, table_move: Option<Move>) -> Picker {
        let hints = Hints {
            table: table_move,
            killers: self.frames[ply].killers,
            previous: self.previous_moves(ply),
        };
        let in_check = self.frames[ply].check_info.in_check();
        Picker::new(hints, in_check, false, &self.techniques)
    }

    /// Returns the next legal move that is not excluded.
    #[inline]
    pub(super) fn next_move<T: NodeType>(&self, picker: &mut Picker, ply: usize) -> Option<Move> {
        let frame = &self.frames[ply];
        while let Some(mv) = picker.next(&self.board, &frame.check_info, self.histories) {
            if Some(mv) != frame.excluded
                && !(T::ROOT && self.root_moves.is_skipped(mv))
                && self.board.is_legal(mv, &frame.check_info)
            {
                return Some(mv);
            }
        }
        None
    }
}
