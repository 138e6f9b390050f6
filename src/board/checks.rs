//! Moves that give check.
//!
//! A move gives check by its piece, or by opening a line, freeing a leg or becoming a cannon's screen. All of that
//! happens on the general's own rank and file, on the four squares diagonal to it (the legs of the horses that aim at it),
//! or on the squares that a horse would aim from. Only moves that touch these are tested.

use super::slot::slot_kind;
use super::{Board, Move, MoveList, PieceKind, Square, leapers, lines};

impl Board {
    /// The pseudo-legal moves of the side to move that give check, appended to `moves`, slot by slot.
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
        let target = self.general(!self.side());
        let on_lines =
            |square: Square| square.file() == target.file() || square.rank() == target.rank();
        let on_leg = |square: Square| {
            square.file().abs_diff(target.file()) == 1 && square.rank().abs_diff(target.rank()) == 1
        };
        for slot in self.side_slots(self.side()) {
            let from = self.slot_square(slot);
            let uncovers = on_lines(from) || on_leg(from);
            let mut offer = |to: Square| {
                let mv = Move::new(from, to);
                if self.gives_check(mv) {
                    moves.push(mv);
                }
            };
            match slot_kind(slot) {
                _ if uncovers => self.slot_targets(slot, offer),
                PieceKind::Rook | PieceKind::Cannon => {
                    let (files, ranks) = self.line_targets::<true, true>(slot);
                    for file in lines::bits(files & 1 << target.file()) {
                        offer(Square::new(file, from.rank()));
                    }
                    for rank in lines::bits(ranks & 1 << target.rank()) {
                        offer(Square::new(from.file(), rank));
                    }
                }
                PieceKind::Horse => self.slot_targets(slot, |to| {
                    if on_lines(to) || leapers::horse_leg(to, target).is_some() {
                        offer(to);
                    }
                }),
                _ => self.slot_targets(slot, |to| {
                    if on_lines(to) {
                        offer(to);
                    }
                }),
            }
        }
    }
}
