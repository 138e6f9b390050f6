//! Histories: how often each move has caused a cut, for the order of moves.
//!
//! **Idea.** A quiet move that caused a cut will probably do so again in a position nearby. The tables count this by who moves
//! from where to where (**butterfly**, Schaeffer 1983), by what was played one and two plies before (**continuation**, and the
//! **counter move** as its sharpest form), and for captures by attacker, square and victim (**capture**). A success raises an
//! entry, a move tried in vain before the one that cut lowers it, and each step is the smaller the nearer the entry is to its
//! bound ("gravity"), so that recent cuts outweigh old ones.
//!
//! **Drawback.** The tables are noisy in positions unlike those they were filled in. Measured in `docs/search.md`.

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use arrayvec::ArrayVec;

use super::params;
use crate::board::{Board, Color, Move, MoveList, Piece, PieceKind, Square};

/// No entry grows beyond this, either way.
const LIMIT: i32 = 16_384;

/// Moves an entry towards a bonus. Where two threads do so at once one of the bonuses may be lost.
#[inline]
pub(super) fn nudge(entry: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = read(entry);
    let moved = value + bonus - value * bonus.abs() / LIMIT;
    entry.store(moved as i16, Ordering::Relaxed);
}

#[inline]
fn read(entry: &AtomicI16) -> i32 {
    entry.load(Ordering::Relaxed).into()
}

/// A piece and the square it went to: what continuation history knows of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Step {
    pub piece: Piece,
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

impl Default for Histories {
    fn default() -> Histories {
        let zeroes = |size| (0..size).map(|_| AtomicI16::new(0)).collect();
        Histories {
            butterfly: zeroes(2 * Square::COUNT * Square::COUNT),
            capture: zeroes(STEPS * PieceKind::ALL.len()),
            continuation: zeroes(STEPS * STEPS),
            counter: (0..STEPS).map(|_| AtomicU16::new(0)).collect(),
        }
    }
}

impl Histories {
    #[inline]
    fn butterfly_entry(&self, color: Color, mv: Move) -> &AtomicI16 {
        let from = color.index() * Square::COUNT + mv.from().index();
        &self.butterfly[from * Square::COUNT + mv.to().index()]
    }

    #[inline]
    fn capture_entry(&self, piece: Piece, to: Square, victim: PieceKind) -> &AtomicI16 {
        &self.capture[Step { piece, to }.index() * PieceKind::ALL.len() + victim.index()]
    }

    /// The worth of a quiet move after the two moves before it: butterfly and both continuations.
    #[inline]
    pub fn quiet(&self, board: &Board, mv: Move, before: [Option<Step>; 2]) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else {
            return 0;
        };
        let step = Step { piece, to: mv.to() }.index();
        before.into_iter().flatten().fold(
            read(self.butterfly_entry(piece.color(), mv)),
            |sum, earlier| sum + read(&self.continuation[earlier.index() * STEPS + step]),
        )
    }

    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, victim: PieceKind) -> i32 {
        read(self.capture_entry(piece, to, victim))
    }

    /// The quiet move that last refuted this one.
    #[inline]
    pub fn counter(&self, before: Option<Step>) -> Option<Move> {
        Move::from_bits(self.counter[before?.index()].load(Ordering::Relaxed))
    }

    /// Raises a move that failed high, and lowers those tried before it as much. Quiet moves lose only to a quiet move.
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
        nudge(self.butterfly_entry(piece.color(), mv), bonus);
        let step = Step { piece, to: mv.to() }.index();
        for earlier in before.into_iter().flatten() {
            nudge(&self.continuation[earlier.index() * STEPS + step], bonus);
        }
    }

    fn learn_capture(&self, board: &Board, mv: Move, bonus: i32) {
        if let (Some(piece), Some(victim)) = (board.piece_at(mv.from()), board.piece_at(mv.to())) {
            nudge(self.capture_entry(piece, mv.to(), victim.kind()), bonus);
        }
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
    fn quiet_history_depends_on_the_moves_before() {
        let board = Board::startpos();
        let histories = Histories::default();
        let mv: Move = "h2e2".parse().unwrap();
        let horse_to = |to: &str| {
            let piece = Piece::from_letter('n').unwrap();
            let to = to.parse().unwrap();
            [Some(Step { piece, to }), None]
        };
        let before = horse_to("c7");
        histories.learn_cut(&board, mv, before, 1, &Tried::default());
        let bonus = params::history_bonus();
        let worth =
            [[None; 2], before, horse_to("g7")].map(|before| histories.quiet(&board, mv, before));
        assert_eq!(worth, [bonus, 2 * bonus, bonus]);
        assert_eq!(histories.counter(before[0]), Some(mv));
        assert_eq!(histories.counter(None), None);
    }
}
