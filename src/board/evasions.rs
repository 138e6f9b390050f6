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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn evasions_include_every_legal_reply_to_each_kind_of_check() {
        // (position, number of legal replies); counted by hand from the diagrams.
        let cases = [
            // A rook on the open file: only f9, because on d9 it would face the red general.
            ("4k4/9/9/9/4R4/9/9/9/9/3K5 b - - 0 1", 1),
            // A cannon over the elephant: it leaves in four ways, the advisor becomes a second
            // screen, the general goes to f9.
            ("3ak4/9/4b4/9/4C4/9/9/9/9/3K5 b - - 0 1", 6),
            // A horse: d9 (the horse is between the generals), e8 or f9.
            ("4k4/9/3N5/9/9/9/9/9/9/3K5 b - - 0 1", 3),
            // The same with an advisor that can take the horse instead of e8.
            ("4k4/4a4/3N5/9/9/9/9/9/9/3K5 b - - 0 1", 3),
            // But not when it is pinned.
            ("4k4/4a4/3N5/9/9/9/4R4/9/9/3K5 b - - 0 1", 2),
            // The rook can block the horse's leg (d8), in addition to the general's three moves.
            ("4k4/r8/3N5/9/9/9/9/9/9/3K5 b - - 0 1", 4),
            // Two checkers, rook and horse: the black rook can block only one of the checks.
            ("4k4/r8/3N5/9/9/9/4R4/9/9/3K5 b - - 0 1", 2),
        ];
        for (fen, replies) in cases {
            let board = Board::from_fen(fen).unwrap();
            assert!(board.in_check(), "{fen}");
            let check_info = board.check_info();
            let mut moves = MoveList::new();
            board.evasions(&check_info, &mut moves);
            moves.retain(|mv| board.is_legal(*mv, &check_info));
            assert_eq!(moves.len(), replies, "{fen}: {moves:?}");
        }
    }
}
