//! Which pseudo-legal moves are legal.
//!
//! A move is illegal when it leaves the own general attacked, by a piece or by the other general
//! down an open file. To try every move on the board would be slow, and nearly always needless:
//! away from check, only a general's move, a piece leaving a few squares, or a piece arriving on a
//! few others can matter.
//! [`Safety`] knows these squares for a position; only the moves that touch them are looked at closely,
//! and that look computes what the general's lines would hold, without making the move.

use super::lines::squares_between;
use super::slot::{Slot, slot_kind};
use super::{Board, Move, MoveList, PieceKind, Square, SquareSet, leapers};

/// What threatens the general of the side to move, found once a position.
#[derive(Clone, Copy, Debug, Default)]
pub struct Safety {
    checkers: SquareSet,
    /// Squares whose piece, by leaving, may uncover an attack: pinned pieces, one of two screens,
    /// legs.
    leaving: SquareSet,
    /// Squares on which a piece may become a cannon's screen.
    arriving: SquareSet,
}

impl Safety {
    /// The pieces that give check.
    #[inline]
    pub fn checkers(&self) -> SquareSet {
        self.checkers
    }

    /// Whether the side to move is in check.
    #[inline]
    pub fn in_check(&self) -> bool {
        !self.checkers.is_empty()
    }
}

impl Board {
    /// Finds checkers and pins of the side to move.
    #[inline]
    pub fn safety(&self) -> Safety {
        let general = self.general(self.side);
        let enemy = !self.side;
        let mut safety = Safety {
            checkers: SquareSet::EMPTY,
            leaving: SquareSet::EMPTY,
            arriving: SquareSet::EMPTY,
        };
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
                if self.is_empty(leg) {
                    safety.checkers.insert(from);
                } else {
                    safety.leaving.insert(leg);
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

    /// Whether the general of the side to move is safe after the move: the close look.
    fn is_safe_after(&self, mv: Move) -> bool {
        let (us, enemy) = (self.side, !self.side);
        let general = if mv.from() == self.general(us) {
            mv.to()
        } else {
            self.general(us)
        };
        let faced = self.lines_after(mv, general).word_to(self.general(enemy)) == Some(0)
            && general.file() == self.general(enemy).file();
        !faced && !self.is_attacked_after(mv, general, enemy)
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

    /// Whether the side to move has any legal move: the first one found ends the look.
    pub fn has_legal_move(&self) -> bool {
        let general = self.general(self.side);
        let steps = leapers::general(self.side, general);
        let walks = |&to: &Square| {
            !self.has_color(to, self.side) && self.is_safe_after(Move::new(general, to))
        };
        if steps.iter().any(walks) {
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
            let from = self.places[slot as usize];
            self.slot_targets(slot, |to| moves.push(Move::new(from, to)));
            moves.iter().any(|&mv| self.is_legal(mv, &safety))
        })
    }

    /// The number of legal moves, counted without listing most of them.
    #[inline]
    pub fn count_legal_moves(&self) -> u64 {
        let safety = self.safety();
        if safety.in_check() {
            let mut moves = MoveList::new();
            self.evasions(&safety, &mut moves);
            return moves.iter().filter(|&&mv| self.is_safe_after(mv)).count() as u64;
        }
        let mut count = 0;
        for slot in self.side_slots(self.side) {
            count += self.count_slot_moves(slot, &safety);
        }
        u64::from(count)
    }

    #[inline(always)]
    fn count_slot_moves(&self, slot: Slot, safety: &Safety) -> u32 {
        let from = self.places[slot as usize];
        let kind = slot_kind(slot);
        let free = safety.arriving.is_empty() && !safety.leaving.contains(from);
        if free && matches!(kind, PieceKind::Rook | PieceKind::Cannon) {
            return self.count_line_targets(slot);
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

    /// Whether the side to move could capture the opponent's general: a position no game reaches.
    pub(super) fn can_capture_general(&self) -> Option<Square> {
        let target = self.general(!self.side);
        self.side_slots(self.side)
            .map(|slot| (slot, self.places[slot as usize]))
            .find(|&(slot, from)| {
                slot_kind(slot) != PieceKind::General && self.slot_attacks(slot, from, target)
            })
            .map(|(_, from)| from)
    }

    /// As [`Board::is_legal`] and [`Board::is_pseudo_legal`] together, for a move from outside.
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

    /// The legal moves found by trying everything on the board.
    fn slow_legal_moves(board: &Board) -> Vec<Move> {
        let us = board.side();
        let mut found = Vec::new();
        for from in Square::all() {
            for to in Square::all().filter(|&to| to != from) {
                let mv = Move::new(from, to);
                if board.is_pseudo_legal(mv) {
                    let mut after = board.clone();
                    let _ = after.make(mv);
                    if !after.is_checked(us) {
                        found.push(mv);
                    }
                }
            }
        }
        found
    }

    /// Walks a tree and compares the quick generator with the slow one everywhere.
    fn compare(board: &mut Board, depth: u32) {
        let mut quick = board.legal_moves();
        assert_eq!(board.count_legal_moves(), quick.len() as u64, "{board:?}");
        assert_eq!(board.has_legal_move(), !quick.is_empty(), "{board:?}");
        assert_eq!(board.in_check(), board.safety().in_check());
        assert_eq!(
            board.in_check(),
            !board
                .attackers(board.general(board.side), !board.side)
                .is_empty()
        );
        assert_eq!(board.key(), board.computed_key());
        quick.sort_by_key(|mv| (mv.from(), mv.to()));
        assert_eq!(quick.as_slice(), slow_legal_moves(board), "{board:?}");
        if depth > 0 {
            let before = board.clone();
            for mv in quick {
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
    fn agrees_with_trying_every_move() {
        for fen in [
            crate::board::START_FEN,
            // Pins, double screens, legs and hollow cannons of every sort.
            "r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1",
            "3k1a3/4C4/4R4/9/4r4/9/4n4/3A5/4c4/4K4 w - - 0 1",
            "4k4/4a4/4C4/9/9/9/9/4c4/9/4K4 b - - 0 1",
            "3k5/9/9/3N1N3/9/9/9/3n1n3/9/3AKA3 w - - 0 1",
        ] {
            compare(&mut Board::from_fen(fen).unwrap(), 2);
        }
    }
}
