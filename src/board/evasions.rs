//! Check evasions: pseudo-legal replies to check.
//!
//! Only a few moves can end a check: the general moves away, the checker is captured, a piece moves between (or onto the
//! horse's leg), or a cannon's screen leaves. With two checkers all moves are generated, because one move may end
//! both checks.

use super::{Board, CheckInfo, Move, MoveList, Square, SquareSet, leapers, sliders};

impl Board {
    /// Appends the pseudo-legal moves that may end the check to `moves`; every legal move is among
    /// them. All pseudo-legal moves if the side to move is not in check. `check_info` is this
    /// position's [`Board::check_info`].
    pub fn evasions(&self, check_info: &CheckInfo, moves: &mut MoveList) {
        let mut checkers = check_info.checkers.iter();
        let (Some(checker), None) = (checkers.next(), checkers.next()) else {
            self.captures(moves);
            self.quiets(moves);
            return;
        };
        let general = self.general(self.side);
        let (targets, screen) = self.evasion_targets(checker, general);
        for slot in self.side_slots(self.side) {
            let from = self.slot_square(slot);
            let any_target = from == general || Some(from) == screen;
            self.slot_targets(slot, |to| {
                if any_target || targets.contains(to) {
                    moves.push(Move::new(from, to));
                }
            });
        }
    }

    /// The squares to which any piece may move to end the check of `checker`, and the cannon's screen, which
    /// may end it by moving anywhere.
    fn evasion_targets(&self, checker: Square, general: Square) -> (SquareSet, Option<Square>) {
        let mut targets = SquareSet::of(checker);
        let mut screen = None;
        // Only checks by rooks, cannons and the general have squares between; only a horse's
        // check has a leg.
        for square in sliders::squares_between(checker, general) {
            match self.is_empty(square) {
                true => targets.insert(square),
                false => screen = Some(square),
            }
        }
        if let Some(leg) = leapers::horse_leg(checker, general) {
            targets.insert(leg);
        }
        (targets, screen)
    }
}
