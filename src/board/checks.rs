//! Moves that give check.
//!
//! A move gives check where its piece lands, or by what it uncovers or becomes: a line opened, a leg freed, a
//! cannon's screen. All of that happens on the general's own rank and file, on the four squares diagonal to
//! it (the legs of the horses that aim at it), or on the squares that a horse would aim from. Most moves touch
//! none of these and need no further look.

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
                    let (files, ranks) = self.slot_line_targets(slot);
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Walks a tree and compares with asking every move.
    fn compare(board: &mut Board, depth: u32) {
        let mut all = MoveList::new();
        board.captures(&mut all);
        board.quiets(&mut all);
        let mut expected: Vec<Move> = all
            .into_iter()
            .filter(|&mv| board.gives_check(mv))
            .collect();
        let mut found = MoveList::new();
        board.checks(&mut found);
        let by_squares = |mv: &Move| (mv.from(), mv.to());
        expected.sort_by_key(by_squares);
        found.sort_by_key(by_squares);
        assert_eq!(found.as_slice(), expected, "{board:?}");
        if depth > 0 {
            for mv in board.legal_moves() {
                board.after(mv, |board| compare(board, depth - 1));
            }
        }
    }

    #[test]
    fn agrees_with_asking_every_move() {
        for fen in [
            crate::board::START_FEN,
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "3k1a3/4C4/4R4/9/4r4/9/4n4/3A5/4c4/4K4 w - - 0 1",
            "3k5/9/9/3N1N3/9/9/9/3n1n3/9/3AKA3 w - - 0 1",
            "3akab2/9/4b1n2/3PpN3/4C4/9/9/3c1p3/9/3AK4 w - - 0 1",
        ] {
            compare(&mut Board::from_fen(fen).unwrap(), 2);
        }
    }
}
