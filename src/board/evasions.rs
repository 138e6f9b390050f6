//! Check evasions: pseudo-legal answers to check.
//!
//! Only a few moves can end a check: the general steps away, the checker is captured, a piece steps between (or on the
//! horse's leg), or a cannon's screen leaves. With two checkers a single move may answer both, so all moves
//! are generated.

use super::{Board, Move, MoveList, Safety, Square, SquareSet, leapers, lines};

impl Board {
    /// Pseudo-legal moves that may answer the check, appended to `moves`; every legal move is among
    /// them. `safety` is this position's [`Board::safety`].
    pub fn evasions(&self, safety: &Safety, moves: &mut MoveList) {
        let mut checkers = safety.checkers.iter();
        let (Some(checker), None) = (checkers.next(), checkers.next()) else {
            self.captures(moves);
            self.quiets(moves);
            return;
        };
        let general = self.general(self.side);
        let (targets, screen) = self.answers(checker, general);
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

    /// The squares on which a piece ends the check of `checker`, and the cannon's screen, which
    /// may end it by moving anywhere.
    fn answers(&self, checker: Square, general: Square) -> (SquareSet, Option<Square>) {
        let mut targets = SquareSet::of(checker);
        let mut screen = None;
        // Only rooks, cannons and the general have squares between, only horses a leg.
        for square in lines::squares_between(checker, general) {
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
    fn every_kind_of_check_is_answered() {
        // (position, number of legal answers); counted by hand from the diagrams.
        let cases = [
            // A rook on the open file: only f9, for d9 would face the red general.
            ("4k4/9/9/9/4R4/9/9/9/9/3K5 b - - 0 1", 1),
            // A cannon over the elephant: it steps off four ways, the advisor doubles the
            // screen, the general goes to f9.
            ("3ak4/9/4b4/9/4C4/9/9/9/9/3K5 b - - 0 1", 6),
            // A horse: d9 (the horse hides the red general), e8 or f9.
            ("4k4/9/3N5/9/9/9/9/9/9/3K5 b - - 0 1", 3),
            // The same with an advisor that can take the horse instead of e8.
            ("4k4/4a4/3N5/9/9/9/9/9/9/3K5 b - - 0 1", 3),
            // But not when it is pinned.
            ("4k4/4a4/3N5/9/9/9/4R4/9/9/3K5 b - - 0 1", 2),
            // A rook that steps on the horse's leg or takes it, beside the general's three.
            ("4k4/r8/3N5/9/9/9/9/9/9/3K5 b - - 0 1", 4),
            // Two checkers, rook and horse: the rook can answer only one of them.
            ("4k4/r8/3N5/9/9/9/4R4/9/9/3K5 b - - 0 1", 2),
        ];
        for (fen, answers) in cases {
            let board = Board::from_fen(fen).unwrap();
            assert!(board.in_check(), "{fen}");
            let safety = board.safety();
            let mut moves = MoveList::new();
            board.evasions(&safety, &mut moves);
            moves.retain(|mv| board.is_legal(*mv, &safety));
            assert_eq!(moves.len(), answers, "{fen}: {moves:?}");
        }
    }
}
