//! What past cuts teach about move order: killers' larger relatives.
//!
//! A quiet move that caused a cut will probably do so again in a position nearby. The tables
//! remember how often each move did, by who moves from where to where (**butterfly**, Schaeffer
//! 1983), by what was played one and two plies before (**continuation**, and the **counter move**
//! as its sharpest form), and for captures by attacker, square and victim (**capture**). A success
//! raises an entry, a move tried in vain before the one that cut lowers it, and each step is the
//! smaller the nearer the entry is to its bound ("gravity"), so that recent cuts outweigh old ones.

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use arrayvec::ArrayVec;

use super::params;
use crate::board::{Board, Color, Move, MoveList, Piece, PieceKind, Square};

/// No entry grows beyond this, either way.
pub const LIMIT: i32 = 16_384;

/// Moves an entry towards a bonus. Where two threads do so at once one of them may be forgotten.
#[inline]
pub(super) fn nudge(entry: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = i32::from(entry.load(Ordering::Relaxed));
    let moved = value + bonus - value * bonus.abs() / LIMIT;
    entry.store(moved as i16, Ordering::Relaxed);
}

/// What an entry says.
#[inline]
fn read(entry: &AtomicI16) -> i32 {
    entry.load(Ordering::Relaxed).into()
}

/// A piece and the square it went to: what continuation history knows of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    /// What moved.
    pub piece: Piece,
    /// Where to.
    pub to: Square,
}

impl Step {
    #[inline]
    fn index(self) -> usize {
        self.piece.index() * Square::COUNT + self.to.index()
    }
}

/// The moves of a node that failed to raise alpha.
#[derive(Default)]
pub(super) struct Tried {
    quiets: MoveList,
    captures: ArrayVec<Move, 32>,
}

impl Tried {
    /// The number of quiet moves.
    #[inline]
    pub fn quiets(&self) -> usize {
        self.quiets.len()
    }

    #[inline]
    pub fn push(&mut self, mv: Move, is_capture: bool) {
        if !is_capture {
            self.quiets.push(mv);
        } else if !self.captures.is_full() {
            self.captures.push(mv);
        }
    }
}

const STEPS: usize = Piece::COUNT * Square::COUNT;

/// The tables. All threads of a search share them; entries are read and written one by one, without locks.
#[derive(Debug)]
pub struct Histories {
    butterfly: Box<[AtomicI16]>,
    capture: Box<[AtomicI16]>,
    continuation: Box<[AtomicI16]>,
    /// Bits of moves, 0 for none.
    counter: Box<[AtomicU16]>,
}

impl Histories {
    /// Empty tables.
    pub fn new() -> Histories {
        Histories {
            butterfly: zeroes(2 * Square::COUNT * Square::COUNT),
            capture: zeroes(STEPS * PieceKind::ALL.len()),
            continuation: zeroes(STEPS * STEPS),
            counter: (0..STEPS).map(|_| AtomicU16::new(0)).collect(),
        }
    }

    #[inline]
    fn butterfly_index(color: Color, mv: Move) -> usize {
        (color.index() * Square::COUNT + mv.from().index()) * Square::COUNT + mv.to().index()
    }

    #[inline]
    fn capture_index(piece: Piece, to: Square, victim: PieceKind) -> usize {
        Step { piece, to }.index() * PieceKind::ALL.len() + victim.index()
    }

    /// The worth of a quiet move after the two moves before it: butterfly and both continuations.
    #[inline]
    pub fn quiet(&self, board: &Board, mv: Move, before: [Option<Step>; 2]) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else {
            return 0;
        };
        let step = Step { piece, to: mv.to() }.index();
        let continued = before.into_iter().flatten();
        continued.fold(
            read(&self.butterfly[Self::butterfly_index(piece.color(), mv)]),
            |sum, earlier| sum + read(&self.continuation[earlier.index() * STEPS + step]),
        )
    }

    /// The worth of a capture.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, victim: PieceKind) -> i32 {
        read(&self.capture[Self::capture_index(piece, to, victim)])
    }

    /// The quiet move that last refuted this one.
    #[inline]
    pub fn counter(&self, before: Option<Step>) -> Option<Move> {
        Move::from_bits(self.counter[before?.index()].load(Ordering::Relaxed))
    }

    /// A move failed high: it gains by the depth, and the moves tried before it lose as much. Quiet moves lose only to a quiet
    /// move.
    pub(super) fn learn_cut(
        &self,
        board: &Board,
        mv: Move,
        before: [Option<Step>; 2],
        depth: i32,
        tried: &Tried,
    ) {
        let bonus = (params::history_bonus() * depth).min(params::history_max());
        if board.is_empty(mv.to()) {
            if let Some(before) = before[0] {
                self.counter[before.index()].store(mv.bits(), Ordering::Relaxed);
            }
            self.learn_quiet(board, mv, before, bonus);
            for &other in &tried.quiets {
                self.learn_quiet(board, other, before, -bonus);
            }
        } else {
            self.learn_capture(board, mv, bonus);
        }
        for &other in &tried.captures {
            self.learn_capture(board, other, -bonus);
        }
    }

    fn learn_quiet(&self, board: &Board, mv: Move, before: [Option<Step>; 2], bonus: i32) {
        let Some(piece) = board.piece_at(mv.from()) else {
            return;
        };
        nudge(
            &self.butterfly[Self::butterfly_index(piece.color(), mv)],
            bonus,
        );
        let step = Step { piece, to: mv.to() }.index();
        for earlier in before.into_iter().flatten() {
            nudge(&self.continuation[earlier.index() * STEPS + step], bonus);
        }
    }

    fn learn_capture(&self, board: &Board, mv: Move, bonus: i32) {
        if let (Some(piece), Some(victim)) = (board.piece_at(mv.from()), board.piece_at(mv.to())) {
            let index = Self::capture_index(piece, mv.to(), victim.kind());
            nudge(&self.capture[index], bonus);
        }
    }
}

fn zeroes(size: usize) -> Box<[AtomicI16]> {
    (0..size).map(|_| AtomicI16::new(0)).collect()
}

impl Default for Histories {
    fn default() -> Histories {
        Histories::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn entries_approach_their_bound_and_never_pass_it() {
        let entry = AtomicI16::new(0);
        for _ in 0..1000 {
            nudge(&entry, 2000);
            assert!(read(&entry) <= LIMIT);
        }
        assert!(read(&entry) > LIMIT * 9 / 10);
        for _ in 0..1000 {
            nudge(&entry, -2000);
        }
        assert!(read(&entry) < -LIMIT * 9 / 10);
    }

    #[test]
    fn a_move_is_known_by_what_came_before_it() {
        let board = Board::startpos();
        let histories = Histories::new();
        let mv: Move = "h2e2".parse().unwrap();
        let step = |piece, to: &str| Step {
            piece: Piece::from_letter(piece).unwrap(),
            to: to.parse().unwrap(),
        };
        let before = [Some(step('n', "c7")), None];
        histories.learn_cut(&board, mv, before, 1, &Tried::default());
        let bonus = params::history_bonus();
        assert_eq!(histories.quiet(&board, mv, [None, None]), bonus);
        assert_eq!(histories.quiet(&board, mv, before), 2 * bonus);
        assert_eq!(
            histories.quiet(&board, mv, [Some(step('n', "g7")), None]),
            bonus
        );
        assert_eq!(histories.counter(before[0]), Some(mv));
        assert_eq!(histories.counter(None), None);
    }
}
