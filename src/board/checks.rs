//! Checks: the pseudo-legal moves that give check.

use super::{Board, Move, MoveList};

impl Board {
    /// The pseudo-legal moves of the side to move that give check, appended to `moves`, in the
    /// order of the piece list.
    ///
    /// ```
    /// use chuhe::board::{Board, MoveList};
    /// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    /// let mut checks = MoveList::new();
    /// board.checks(&mut checks);
    /// let texts: Vec<_> = checks.iter().map(|mv| mv.to_string()).collect();
    /// assert_eq!(texts, ["a8d8", "a8a9", "b0d0", "b0b9"]);
    /// ```
    pub fn checks(&self, moves: &mut MoveList) {
        for slot in self.side_slots(self.side()) {
            let from = self.slot_square(slot);
            self.slot_targets(slot, |to| {
                let mv = Move::new(from, to);
                if self.gives_check(mv) {
                    moves.push(mv);
                }
            });
        }
    }
}
