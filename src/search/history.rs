//! History heuristic: how often each move has caused a cut, for move ordering.
//!
//! **Idea.** A quiet move that caused a cut will probably cause one in similar positions. There are four tables:
//!
//! - **butterfly history** (Schaeffer 1983), by colour, origin and target square;
//! - **continuation history**, by the moved piece and its target square, and the same of the move one or two plies before;
//! - **counter moves** (Uiterwijk 1992), the last move that refuted the move before;
//! - **capture history**, by moved piece, target square and kind of the victim.
//!
//! A move that cuts raises its entry, and the moves tried before it lower theirs. The nearer an entry is to its bound, the less it
//! changes (the "gravity" formula), so recent results outweigh old ones.
//!
//! **Drawback.** The tables are noisy in positions unlike those that filled them.
//! Measured in `docs/measurements/techniques.md`.

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use arrayvec::ArrayVec;

use super::params;
use crate::board::{Board, Color, Move, MoveList, Piece, PieceKind, Square};

/// The bound of the absolute value of an entry.
const LIMIT: i32 = 16_384;

/// Adds a bonus to an entry by the gravity formula. If two threads do so at once, one of the bonuses may be lost.
#[inline]
pub(super) fn add_bonus(entry: &AtomicI16, bonus: i32) {
    let bonus = bonus.clamp(-LIMIT, LIMIT);
    let value = read(entry);
    let moved = value + bonus - value * bonus.abs() / LIMIT;
    entry.store(moved as i16, Ordering::Relaxed);
}

#[inline]
fn read(entry: &AtomicI16) -> i32 {
    entry.load(Ordering::Relaxed).into()
}

/// A move as continuation history indexes it: the piece and its target square.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTo {
    pub piece: Piece,
    pub to: Square,
}

impl PieceTo {
    #[inline]
    fn index(self) -> usize {
        self.piece.index() * Square::COUNT + self.to.index()
    }
}

/// The moves of a node that were searched and did not raise alpha.
#[derive(Default)]
pub(super) struct TriedMoves {
    quiets: MoveList,
    captures: ArrayVec<Move, 32>,
}

impl TriedMoves {
    /// The number of quiet moves.
    #[inline]
    pub fn quiets(&self) -> usize {
        self.quiets.len()
    }

    /// Adds a move; captures beyond the capacity are left out.
    #[inline]
    pub fn push(&mut self, mv: Move, is_capture: bool) {
        if !is_capture {
            self.quiets.push(mv);
        } else if !self.captures.is_full() {
            self.captures.push(mv);
        }
    }
}

const PIECE_TO_COUNT: usize = Piece::COUNT * Square::COUNT;

/// The history tables for move ordering. All threads of a search share them without locks.
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
            capture: zeroes(PIECE_TO_COUNT * PieceKind::ALL.len()),
            continuation: zeroes(PIECE_TO_COUNT * PIECE_TO_COUNT),
            counter: (0..PIECE_TO_COUNT).map(|_| AtomicU16::new(0)).collect(),
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
        &self.capture[PieceTo { piece, to }.index() * PieceKind::ALL.len() + victim.index()]
    }

    /// Returns the history of a quiet move: its butterfly entry plus the continuation entries after the moves one and two plies
    /// before.
    #[inline]
    pub fn quiet(&self, board: &Board, mv: Move, before: [Option<PieceTo>; 2]) -> i32 {
        let Some(piece) = board.piece_at(mv.from()) else {
            return 0;
        };
        let step = PieceTo { piece, to: mv.to() }.index();
        before.into_iter().flatten().fold(
            read(self.butterfly_entry(piece.color(), mv)),
            |sum, earlier| sum + read(&self.continuation[earlier.index() * PIECE_TO_COUNT + step]),
        )
    }

    /// Returns the history of a capture.
    #[inline]
    pub fn capture(&self, piece: Piece, to: Square, victim: PieceKind) -> i32 {
        read(self.capture_entry(piece, to, victim))
    }

    /// Returns the counter move: the quiet move that last cut after this one.
    #[inline]
    pub fn counter(&self, before: Option<PieceTo>) -> Option<Move> {
        Move::from_bits(self.counter[before?.index()].load(Ordering::Relaxed))
    }

    /// Raises a move that failed high by a bonus that grows with `depth`, and lowers the moves tried before it as much. Quiet
    /// moves are lowered only if the move itself is quiet.
    pub(super) fn update_histories(
        &self,
        board: &Board,
        mv: Move,
        before: [Option<PieceTo>; 2],
        depth: i32,
        tried: &TriedMoves,
    ) {
        let bonus = (params::history_bonus() * depth).min(params::history_max());
        if board.is_empty(mv.to()) {
            if let Some(before) = before[0] {
                self.counter[before.index()].store(mv.bits(), Ordering::Relaxed);
            }
            self.update_quiet(board, mv, before, bonus);
            for &other in &tried.quiets {
                self.update_quiet(board, other, before, -bonus);
            }
        } else {
            self.update_capture(board, mv, bonus);
        }
        for &other in &tried.captures {
            self.update_capture(board, other, -bonus);
        }
    }

    fn update_quiet(&self, board: &Board, mv: Move, before: [Option<PieceTo>; 2], bonus: i32) {
        let Some(piece) = board.piece_at(mv.from()) else {
            return;
        };
        add_bonus(self.butterfly_entry(piece.color(), mv), bonus);
        let step = PieceTo { piece, to: mv.to() }.index();
        for earlier in before.into_iter().flatten() {
            add_bonus(
                &self.continuation[earlier.index() * PIECE_TO_COUNT + step],
                bonus,
            );
        }
    }

    fn update_capture(&self, board: &Board, mv: Move, bonus: i32) {
        if let (Some(piece), Some(victim)) = (board.piece_at(mv.from()), board.piece_at(mv.to())) {
            add_bonus(self.capture_entry(piece, mv.to(), victim.kind()), bonus);
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
            add_bonus(&entry, 2000);
            assert!(read(&entry) <= LIMIT);
        }
        assert!(read(&entry) > LIMIT * 9 / 10);
        for _ in 0..1000 {
            add_bonus(&entry, -2000);
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
            [Some(PieceTo { piece, to }), None]
        };
        let before = horse_to("c7");
        histories.update_histories(&board, mv, before, 1, &TriedMoves::default());
        let bonus = params::history_bonus();
        let values =
            [[None; 2], before, horse_to("g7")].map(|before| histories.quiet(&board, mv, before));
        assert_eq!(values, [bonus, 2 * bonus, bonus]);
        assert_eq!(histories.counter(before[0]), Some(mv));
        assert_eq!(histories.counter(None), None);
    }
}
