//! Pseudo-legal answers to check.
//!
//! Of all moves only a few can end a check, and which they are depends on the piece that gives it:
//! the general steps away; the checker is captured; something steps between (or on the horse's
//! leg); a cannon's screen walks off. With two checkers at once no simple list is complete, for one
//! move can answer both, and every move is offered to the legality test.

use super::{Board, Move, MoveList, PieceKind, Safety, Square, SquareSet, leapers, lines};

impl Board {
    /// Pseudo-legal moves that may answer the check that the side to move stands in, appended to
    /// `moves`: every legal move is among them. `safety` is this position's [`Board::safety`].
    pub fn evasions(&self, safety: &Safety, moves: &mut MoveList) {
        let mut checkers = safety.checkers().iter();
        let (Some(checker), None) = (checkers.next(), checkers.next()) else {
            self.captures(moves);
            self.quiets(moves);
            return;
        };
        let general = self.general(self.side);
        let (targets, screen) = self.answers(checker, general);
        for slot in self.side_slots(self.side) {
            let from = self.places[slot as usize];
            let any_target = from == general || Some(from) == screen;
            self.slot_targets(slot, |to| {
                if any_target || targets.contains(to) {
                    moves.push(Move::new(from, to));
                }
            });
        }
    }

    /// The squares on which a piece ends the check of `checker`, and the cannon's screen, which
    /// may end it by going anywhere.
    fn answers(&self, checker: Square, general: Square) -> (SquareSet, Option<Square>) {
        let mut targets = SquareSet::of(checker);
        let mut screen = None;
        match self.piece_at(checker).map(|piece| piece.kind()) {
            Some(PieceKind::Horse) => {
                targets = targets.union(leapers::horse_leg(checker, general).into_iter().collect());
            }
            Some(PieceKind::Rook | PieceKind::Cannon | PieceKind::General) => {
                for square in lines::squares_between(checker, general) {
                    if self.is_empty(square) {
                        targets.insert(square);
                    } else {
                        screen = Some(square);
                    }
                }
            }
            _ => {}
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
