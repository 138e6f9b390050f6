//! Checks: the pseudo-legal moves that give check.
//!
//! A move gives check with its piece, or it opens a line, unblocks a horse's leg or becomes a cannon's screen. Each of
//! these touches the general's rank or file, one of the four squares diagonal to it (the legs of horses that
//! attack it), or a square from which a horse attacks it. Only moves that touch such squares are tested.

use super::slot::slot_kind;
use super::{Board, Move, MoveList, PieceKind, Square, leapers, sliders};

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
        let enemy_general = self.general(!self.side());
        let on_lines = |square: Square| {
            square.file() == enemy_general.file() || square.rank() == enemy_general.rank()
        };
        let on_leg = |square: Square| {
            square.file().abs_diff(enemy_general.file()) == 1
                && square.rank().abs_diff(enemy_general.rank()) == 1
        };
        for slot in self.side_slots(self.side()) {
            let from = self.slot_square(slot);
            let may_uncover = on_lines(from) || on_leg(from);
            let mut push_if_check = |to: Square| {
                let mv = Move::new(from, to);
                if self.gives_check(mv) {
                    moves.push(mv);
                }
            };
            match slot_kind(slot) {
                _ if may_uncover => self.slot_targets(slot, push_if_check),
                PieceKind::Rook | PieceKind::Cannon => {
                    // Both quiet moves and captures.
                    let (files, ranks) = self.line_targets::<true, true>(slot);
                    for file in sliders::bits(files & 1 << enemy_general.file()) {
                        push_if_check(Square::new(file, from.rank()));
                    }
                    for rank in sliders::bits(ranks & 1 << enemy_general.rank()) {
                        push_if_check(Square::new(from.file(), rank));
                    }
                }
                PieceKind::Horse => self.slot_targets(slot, |to| {
                    if on_lines(to) || leapers::horse_leg(to, enemy_general).is_some() {
                        push_if_check(to);
                    }
                }),
                _ => self.slot_targets(slot, |to| {
                    if on_lines(to) {
                        push_if_check(to);
                    }
                }),
            }
        }
    }
}
