//! Which pseudo-legal moves are legal.
//!
//! A move is illegal when it leaves the own general attacked, by a piece or by the other general
//! down an open file. Out of check only a general's move, a piece that leaves certain squares, or a piece that
//! arrives on certain others can do that. [`Safety`] holds these squares of a position. Only moves that
//! touch them are tested, by computing the general's lines after the move without making it.

use super::lines::squares_between;
use super::slot::{Slot, slot_kind};
use super::{Board, Move, MoveList, PieceKind, Square, SquareSet, leapers};

/// The checkers of the side to move, and the squares that matter for legality.
#[derive(Clone, Copy, Debug, Default)]
pub struct Safety {
    /// The pieces that give check.
    pub checkers: SquareSet,
    /// Squares whose piece may uncover an attack by leaving: pinned pieces, one of two screens, legs.
    leaving: SquareSet,
    /// Squares on which a piece may become a cannon's screen.
    arriving: SquareSet,
}

impl Safety {
    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

impl Board {
    /// The checkers and pins of the side to move.
    #[inline]
    pub fn safety(&self) -> Safety {
        let general = self.general(self.side);
        let enemy = !self.side;
        let mut safety = Safety::default();
        let occupied_between =
            |from| squares_between(from, general).filter(|&square| !self.is_empty(square));
        let enemy_general = self.general(enemy);
        let facing = (enemy_general.file() == general.file()).then_some(enemy_general);
        for from in self.pieces(enemy, PieceKind::Rook).chain(facing) {
            match self.count_between(from, general) {
                Some(0) => safety.checkers.insert(from),
                Some(1) => occupied_between(from).for_each(|pin| safety.leaving.insert(pin)),
                _ => {}
            }
        }
        for from in self.pieces(enemy, PieceKind::Cannon) {
            match self.count_between(from, general) {
                Some(0) => squares_between(from, general).for_each(|s| safety.arriving.insert(s)),
                Some(1) => safety.checkers.insert(from),
                Some(2) => occupied_between(from).for_each(|screen| safety.leaving.insert(screen)),
                _ => {}
            }
        }
        for from in self.pieces(enemy, PieceKind::Horse) {
            if let Some(leg) = leapers::horse_leg(from, general) {
                match self.is_empty(leg) {
                    true => safety.checkers.insert(from),
                    false => safety.leaving.insert(leg),
                }
            }
        }
        self.pawn_attackers(general, enemy)
            .for_each(|from| safety.checkers.insert(from));
        safety
    }

    /// Whether a pseudo-legal move is legal. `safety` is this position's [`Board::safety`].
    #[inline]
    pub fn is_legal(&self, mv: Move, safety: &Safety) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let harmless = safety.checkers.is_empty()
            && from != self.general(self.side)
            && !safety.leaving.contains(from)
            && !safety.arriving.contains(to);
        harmless || self.is_safe_after(mv)
    }

    /// Whether the general of the side to move is safe after the move.
    fn is_safe_after(&self, mv: Move) -> bool {
        let (general, enemy) = (self.general(self.side), self.general(!self.side));
        let stays = mv.from() != general;
        let general = if stays { general } else { mv.to() };
        let faced =
            self.between_after(mv, general)(enemy) == Some(0) && general.file() == enemy.file();
        !faced && !self.is_attacked_after(mv, general, !self.side)
    }

    /// All legal moves of the side to move; none means the game is lost.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let mated = Board::from_fen("3k1P3/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1").unwrap();
    /// assert!(mated.legal_moves().is_empty());
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let safety = self.safety();
        let mut moves = MoveList::new();
        if safety.in_check() {
            self.evasions(&safety, &mut moves);
        } else {
            self.captures(&mut moves);
            self.quiets(&mut moves);
        }
        moves.retain(|mv| self.is_legal(*mv, &safety));
        moves
    }

    /// Whether the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let general = self.general(self.side);
        let is_legal_step = |&to: &Square| {
            !self.has_color(to, self.side) && self.is_safe_after(Move::new(general, to))
        };
        let mut steps = leapers::general(self.side, general).iter();
        if steps.any(is_legal_step) {
            return true;
        }
        let safety = self.safety();
        let mut moves = MoveList::new();
        if safety.in_check() {
            self.evasions(&safety, &mut moves);
            return moves.iter().any(|&mv| self.is_safe_after(mv));
        }
        self.side_slots(self.side).any(|slot| {
            moves.clear();
            let from = self.slot_square(slot);
            self.slot_targets(slot, |to| moves.push(Move::new(from, to)));
            moves.iter().any(|&mv| self.is_legal(mv, &safety))
        })
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let safety = self.safety();
        if safety.in_check() {
            let mut moves = MoveList::new();
            self.evasions(&safety, &mut moves);
            return moves.iter().filter(|&&mv| self.is_safe_after(mv)).count() as u64;
        }
        let slots = self.side_slots(self.side);
        let counts = slots.map(|slot| self.count_slot_moves(slot, &safety));
        counts.sum::<u32>().into()
    }

    #[inline(always)]
    fn count_slot_moves(&self, slot: Slot, safety: &Safety) -> u32 {
        let (from, kind) = (self.slot_square(slot), slot_kind(slot));
        let free = safety.arriving.is_empty() && !safety.leaving.contains(from);
        if free && matches!(kind, PieceKind::Rook | PieceKind::Cannon) {
            let (files, ranks) = self.line_targets::<true, true>(slot);
            return (u32::from(files) | u32::from(ranks) << 16).count_ones();
        }
        let mut count = 0;
        if free && kind != PieceKind::General {
            self.slot_targets(slot, |_| count += 1);
        } else {
            self.slot_targets(slot, |to| {
                count += u32::from(self.is_legal(Move::new(from, to), safety));
            });
        }
        count
    }

    /// Whether a move from elsewhere is legal here, pseudo-legal or not.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let board = Board::startpos();
    /// assert!(board.is_legal_move("h0g2".parse().unwrap()));
    /// assert!(!board.is_legal_move("h0g1".parse().unwrap()));
    /// ```
    pub fn is_legal_move(&self, mv: Move) -> bool {
        self.is_pseudo_legal(mv) && self.is_safe_after(mv)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sorted(mut moves: MoveList) -> MoveList {
        moves.sort_by_key(|mv| (mv.from(), mv.to()));
        moves
    }

    /// All moves between two squares that are pseudo-legal.
    fn slow_pseudo_legal_moves(board: &Board) -> MoveList {
        let squares = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        let moves = squares.filter(|(from, to)| from != to);
        let moves = moves.map(|(from, to)| Move::new(from, to));
        moves.filter(|&mv| board.is_pseudo_legal(mv)).collect()
    }

    /// Walks a tree and compares the generators with testing every move.
    fn compare(board: &mut Board, depth: u32) {
        let mut slow = slow_pseudo_legal_moves(board);
        let (mut generated, mut checks) = (MoveList::new(), MoveList::new());
        board.captures(&mut generated);
        board.quiets(&mut generated);
        assert_eq!(sorted(generated), slow, "{board:?}");
        board.checks(&mut checks);
        let mut slow_checks = slow.clone();
        slow_checks.retain(|mv| board.gives_check(*mv));
        assert_eq!(sorted(checks), slow_checks, "{board:?}");
        let us = board.side;
        slow.retain(|mv| board.after(*mv, |board| !board.is_checked(us)));
        let legal = board.legal_moves();
        assert_eq!(board.count_legal_moves(), legal.len() as u64, "{board:?}");
        assert_eq!(board.has_legal_move(), !legal.is_empty(), "{board:?}");
        assert_eq!(sorted(legal), slow, "{board:?}");
        assert_eq!(board.in_check(), board.safety().in_check());
        let attackers = board.attackers(board.general(us), !us);
        assert_eq!(board.in_check(), !attackers.is_empty());
        assert_eq!(board.key(), board.computed_key());
        if depth > 0 {
            let before = board.clone();
            for mv in slow {
                let expected = board.key_after(mv);
                let undo = board.make(mv);
                assert_eq!(board.key(), expected);
                compare(board, depth - 1);
                board.undo(undo);
                assert_eq!(*board, before);
                assert_eq!(board.key(), before.key());
            }
        }
    }

    #[test]
    fn generators_agree_with_testing_every_move() {
        for fen in [
            crate::board::START_FEN,
            // Pins, double screens, legs and hollow cannons of every sort.
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "3k1a3/4C4/4R4/9/4r4/9/4n4/3A5/4c4/4K4 w - - 0 1",
            "4k4/4a4/4C4/9/9/9/9/4c4/9/4K4 b - - 0 1",
            "3k5/9/9/3N1N3/9/9/9/3n1n3/9/3AKA3 w - - 0 1",
            "3akab2/9/4b1n2/3PpN3/4C4/9/9/3c1p3/9/3AK4 w - - 0 1",
        ] {
            compare(&mut Board::from_fen(fen).unwrap(), 2);
        }
    }
}
