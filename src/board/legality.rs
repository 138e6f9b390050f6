//! Legality: which pseudo-legal moves are legal.
//!
//! A move is illegal if it leaves the mover's general attacked, by a piece or by the other general along an open
//! file. If the mover is not in check, only a move of the general, a move from certain squares (pins) or a move to
//! certain squares (a cannon's screen) can do that. [`CheckInfo`] holds these squares of a position. Only moves
//! that touch them are tested, by computing the occupancy around the general after the move without making it.

use super::line::Line;
use super::slot::{Slot, slot_kind};
use super::{Board, Move, MoveList, PieceKind, Square, SquareSet, leapers, sliders};

/// The pieces that give check to the side to move, and the squares that matter for legality.
#[derive(Clone, Copy, Debug, Default)]
pub struct CheckInfo {
    /// The pieces that give check.
    pub checkers: SquareSet,
    /// Squares from which a move may expose the general: those of pinned pieces, of either of a cannon's two
    /// screens, and of pieces that block a horse's leg.
    exposing_from: SquareSet,
    /// Squares to which a move may expose the general, because the piece becomes a cannon's screen.
    exposing_to: SquareSet,
}

impl CheckInfo {
    /// Returns true if the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }

    /// Adds the checkers and pins on a rank or file of the general.
    #[inline(always)]
    fn add_line<const RANK: bool>(&mut self, board: &Board, line: Line<RANK>) {
        for (from, places) in line.attackers() {
            let (slot, between) = (board.slot_at(from), line.occupied(places));
            let at_most_one = between & between.wrapping_sub(1) == 0;
            match slot_kind(slot) {
                PieceKind::Rook | PieceKind::General => {
                    if between == 0 {
                        self.checkers.insert(from);
                    } else if at_most_one {
                        self.exposing_from = self.exposing_from.union(line.squares(between));
                    }
                }
                PieceKind::Cannon => {
                    if between == 0 {
                        self.exposing_to = self.exposing_to.union(line.squares(places));
                    } else if at_most_one {
                        self.checkers.insert(from);
                    } else if sliders::is_one(between & (between - 1)) {
                        self.exposing_from = self.exposing_from.union(line.squares(between));
                    }
                }
                PieceKind::Pawn if places == 0 && line.is_pawn_attack(slot, from) => {
                    self.checkers.insert(from);
                }
                _ => {}
            }
        }
    }
}

impl Board {
    /// The checkers and pins of the side to move.
    #[inline]
    pub fn check_info(&self) -> CheckInfo {
        let (general, enemy) = (self.general(self.side), !self.side);
        let mut check_info = CheckInfo::default();
        check_info.add_line(self, Line::<true>::of(self, general, enemy));
        check_info.add_line(self, Line::<false>::of(self, general, enemy));
        for from in self.pieces(enemy, PieceKind::Horse) {
            if let Some(leg) = leapers::horse_leg(from, general) {
                match self.is_empty(leg) {
                    true => check_info.checkers.insert(from),
                    false => check_info.exposing_from.insert(leg),
                }
            }
        }
        check_info
    }

    /// Returns true if a pseudo-legal move is legal. `check_info` is this position's [`Board::check_info`].
    #[inline]
    pub fn is_legal(&self, mv: Move, check_info: &CheckInfo) -> bool {
        let (from, to) = (mv.from(), mv.to());
        let cannot_expose = check_info.checkers.is_empty()
            && from != self.general(self.side)
            && !check_info.exposing_from.contains(from)
            && !check_info.exposing_to.contains(to);
        cannot_expose || self.is_safe_after(mv)
    }

    /// Returns true if the general of the side to move is not attacked after the move.
    fn is_safe_after(&self, mv: Move) -> bool {
        let (from, to, enemy) = (mv.from(), mv.to(), !self.side);
        let general = self.general(self.side);
        let general = if from == general { to } else { general };
        let slot_at = |square| self.slot_at(square);
        let is_free = |leg| leg != to && (leg == from || self.is_empty(leg));
        let attacks =
            |horse| horse != to && leapers::horse_leg(horse, general).is_some_and(is_free);
        !(Line::<true>::of(self, general, enemy).after(mv, false)).is_attacked(slot_at, true)
            && !(Line::<false>::of(self, general, enemy).after(mv, false))
                .is_attacked(slot_at, true)
            && !self.pieces(enemy, PieceKind::Horse).any(attacks)
    }

    /// All legal moves of the side to move; none means the game is lost.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// let mated = Board::from_fen("3k1P3/9/3R5/9/9/9/9/9/9/4K4 b - - 0 1").unwrap();
    /// assert!(mated.legal_moves().is_empty());
    /// ```
    pub fn legal_moves(&self) -> MoveList {
        let check_info = self.check_info();
        let mut moves = MoveList::new();
        self.evasions(&check_info, &mut moves);
        moves.retain(|mv| self.is_legal(*mv, &check_info));
        moves
    }

    /// Returns true if the side to move has any legal move.
    pub fn has_legal_move(&self) -> bool {
        let general = self.general(self.side);
        let is_legal_step = |&to: &Square| {
            !self.has_color(to, self.side) && self.is_safe_after(Move::new(general, to))
        };
        let mut steps = leapers::general(self.side, general).iter();
        if steps.any(is_legal_step) {
            return true;
        }
        let check_info = self.check_info();
        let mut moves = MoveList::new();
        if check_info.in_check() {
            self.evasions(&check_info, &mut moves);
            return moves.iter().any(|&mv| self.is_safe_after(mv));
        }
        self.side_slots(self.side).any(|slot| {
            moves.clear();
            let from = self.slot_square(slot);
            self.slot_targets(slot, |to| moves.push(Move::new(from, to)));
            moves.iter().any(|&mv| self.is_legal(mv, &check_info))
        })
    }

    /// The number of legal moves.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let check_info = self.check_info();
        if check_info.in_check() {
            let mut moves = MoveList::new();
            self.evasions(&check_info, &mut moves);
            return moves.iter().filter(|&&mv| self.is_safe_after(mv)).count() as u64;
        }
        let slots = self.side_slots(self.side);
        let counts = slots.map(|slot| self.count_slot_moves(slot, &check_info));
        counts.sum::<u32>().into()
    }

    /// The number of legal moves of a piece whose side is not in check.
    #[inline(always)]
    fn count_slot_moves(&self, slot: Slot, check_info: &CheckInfo) -> u32 {
        let (from, kind) = (self.slot_square(slot), slot_kind(slot));
        let is_free = check_info.exposing_to.is_empty() && !check_info.exposing_from.contains(from);
        if is_free && matches!(kind, PieceKind::Rook | PieceKind::Cannon) {
            // Both quiet moves and captures.
            let (files, ranks) = self.line_targets::<true, true>(slot);
            return (u32::from(files) | u32::from(ranks) << 16).count_ones();
        }
        let mut count = 0;
        if is_free && kind != PieceKind::General {
            self.slot_targets(slot, |_| count += 1);
        } else {
            self.slot_targets(slot, |to| {
                count += u32::from(self.is_legal(Move::new(from, to), check_info));
            });
        }
        count
    }

    /// Returns true if a move, which may be any two squares that a user typed, is legal in this position.
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

    /// All pseudo-legal moves, found by testing every pair of squares.
    fn slow_pseudo_legal_moves(board: &Board) -> MoveList {
        let squares = Square::all().flat_map(|from| Square::all().map(move |to| (from, to)));
        let moves = squares.filter(|(from, to)| from != to);
        let moves = moves.map(|(from, to)| Move::new(from, to));
        moves.filter(|&mv| board.is_pseudo_legal(mv)).collect()
    }

    /// Compares the generators with testing every move, in each position of a tree.
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
        for &mv in &slow {
            let in_check = board.after(mv, |board| board.in_check());
            assert_eq!(board.gives_check(mv), in_check, "{board:?} {mv}");
        }
        let legal = board.legal_moves();
        assert_eq!(board.count_legal_moves(), legal.len() as u64, "{board:?}");
        assert_eq!(board.has_legal_move(), !legal.is_empty(), "{board:?}");
        assert_eq!(sorted(legal), slow, "{board:?}");
        assert_eq!(board.in_check(), board.check_info().in_check());
        let attackers = board.attackers(board.general(us), !us);
        assert_eq!(board.in_check(), !attackers.is_empty());
        let placed = Board::from_fen(&board.to_fen()).unwrap();
        assert_eq!(board.key(), placed.key(), "{board:?}");
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
            // Pins, cannons with two screens, blocked horses, and cannons without a screen before a general.
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
