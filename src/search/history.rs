//! History heuristic: how often each move has caused a cut, for move ordering.
//!
//! **Idea.** A quiet move that caused a cut will probably cause one in similar positions. There are four tables:
//!
//! - **butterfly history** (Schaeffer 1983), by colour, origin and target square;
//! - **continuation history**, by the moved piece and its target square, and the same of the move one or two plies before;
//! - **counter moves** (Uiterwijk 1992), the last move that refuted the move before;
//! - **capture history**, by moved piece, target square and kind of the victim.
//!
//! A move that cuts raises its entry. The captures tried before it lower theirs, and the quiet moves too if it is quiet. A quiet
//! move also gains or loses by how much the static evaluation rose after it, and gains if the node after it fails low. The nearer
//! an entry is to its bound, the less it changes (the "gravity" formula), so recent results outweigh old ones.
//!
//! **Drawback.** The tables are noisy in positions unlike those that filled them.
//! Measured in `docs/measurements/techniques.md`.

use std::sync::atomic::{AtomicI16, AtomicU16, Ordering};

use arrayvec::ArrayVec;

use super::params;
use super::techniques::Purpose;
use crate::board::{Board, Color, Move, MoveList, Piece, PieceKind, Square};
use crate::eval::Score;

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

/// Entries by moved piece and target square.
type PieceToTable = [[AtomicI16; Square::COUNT]; Piece::COUNT];

/// Entries by origin and target square.
type FromToTable = [[AtomicI16; Square::COUNT]; Square::COUNT];

/// The tables that hold the history of the quiet moves of a node.
#[derive(Clone, Copy)]
pub struct QuietHistory<'a> {
    butterfly: &'a FromToTable,
    /// After the moves one and two plies before.
    continuation: [Option<&'a PieceToTable>; 2],
}

impl<'a> QuietHistory<'a> {
    /// The entries of a move of `piece`.
    #[inline]
    fn entries(self, piece: Piece, mv: Move) -> impl Iterator<Item = &'a AtomicI16> {
        let (from, to) = (mv.from().index(), mv.to().index());
        let after = self.continuation.into_iter().flatten();
        let after = after.map(move |table| &table[piece.index()][to]);
        std::iter::once(&self.butterfly[from][to]).chain(after)
    }

    /// Returns the history of a move of `piece`: the sum of its entries.
    #[inline]
    pub fn of(self, piece: Piece, mv: Move) -> i32 {
        self.entries(piece, mv).map(read).sum()
    }

    fn add(self, piece: Piece, mv: Move, bonus: i32) {
        (self.entries(piece, mv)).for_each(|entry| add_bonus(entry, bonus));
    }
}

/// The moves of a node that were searched and did not raise alpha.
#[derive(Default)]
pub(super) struct TriedMoves {
    quiets: MoveList,
    captures: ArrayVec<Move, 32>,
}

impl TriedMoves {
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

/// The bonus of a search of this depth.
fn bonus(depth: i32) -> i32 {
    (params::history_bonus() * depth).min(params::history_max())
}

/// The history tables for move ordering. All threads of a search share them without locks.
#[derive(Debug)]
pub struct Histories {
    /// By colour.
    butterfly: Box<[FromToTable]>,
    capture: Box<[AtomicI16]>,
    /// By the earlier move's [`PieceTo::index`].
    continuation: Box<[PieceToTable]>,
    /// Bits of moves, 0 for none.
    counter: Box<[AtomicU16]>,
}

fn zeroes<const N: usize>() -> [[AtomicI16; Square::COUNT]; N] {
    [const { [const { AtomicI16::new(0) }; Square::COUNT] }; N]
}

impl Default for Histories {
    fn default() -> Histories {
        let captures = PIECE_TO_COUNT * PieceKind::ALL.len();
        Histories {
            butterfly: Color::ALL.map(|_| zeroes()).into(),
            capture: (0..captures).map(|_| AtomicI16::new(0)).collect(),
            continuation: (0..PIECE_TO_COUNT).map(|_| zeroes()).collect(),
            counter: (0..PIECE_TO_COUNT).map(|_| AtomicU16::new(0)).collect(),
        }
    }
}

impl Histories {
    #[inline]
    fn capture_entry(&self, piece: Piece, to: Square, victim: PieceKind) -> &AtomicI16 {
        &self.capture[PieceTo { piece, to }.index() * PieceKind::ALL.len() + victim.index()]
    }

    /// Returns the history of the quiet moves of a side after the moves one and two plies before.
    #[inline]
    pub fn quiet(&self, color: Color, before: [Option<PieceTo>; 2]) -> QuietHistory<'_> {
        QuietHistory {
            butterfly: &self.butterfly[color.index()],
            continuation: before.map(|earlier| Some(&self.continuation[earlier?.index()])),
        }
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

    /// Raises or lowers a quiet move by the points that the evaluation rose for its mover.
    pub(super) fn update_by_eval(&self, color: Color, mv: Move, rise: Score, purpose: Purpose) {
        let most = params::history_max();
        let bonus = (params::history_eval(purpose) * rise).clamp(-most, most);
        let [from, to] = [mv.from(), mv.to()].map(Square::index);
        add_bonus(&self.butterfly[color.index()][from][to], bonus);
    }

    /// Raises a quiet move of `piece` after which a search of `depth` plies failed low for the opponent. `before` are the moves
    /// before it.
    pub(super) fn update_made_move(
        &self,
        mv: Move,
        piece: Piece,
        before: [Option<PieceTo>; 2],
        depth: i32,
    ) {
        self.quiet(piece.color(), before)
            .add(piece, mv, bonus(depth));
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
        let bonus = bonus(depth);
        if board.is_empty(mv.to()) {
            if let Some(before) = before[0] {
                self.counter[before.index()].store(mv.bits(), Ordering::Relaxed);
            }
            let history = self.quiet(board.side(), before);
            let update = |mv: Move, bonus| {
                if let Some(piece) = board.piece_at(mv.from()) {
                    history.add(piece, mv, bonus);
                }
            };
            update(mv, bonus);
            tried.quiets.iter().for_each(|&other| update(other, -bonus));
        } else {
            self.update_capture(board, mv, bonus);
        }
        for &other in &tried.captures {
            self.update_capture(board, other, -bonus);
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
    fn a_move_that_raised_the_evaluation_gains_history() {
        let board = Board::startpos();
        let mv: Move = "h2e2".parse().unwrap();
        let piece = board.piece_at(mv.from()).unwrap();
        for rise in [-40, 0, 40] {
            let histories = Histories::default();
            histories.update_by_eval(Color::Red, mv, rise, Purpose::Games);
            let history = histories.quiet(Color::Red, [None; 2]).of(piece, mv);
            assert_eq!(history.signum(), rise.signum());
        }
    }

    #[test]
    fn quiet_history_depends_on_the_moves_before() {
        let board = Board::startpos();
        let mv: Move = "h2e2".parse().unwrap();
        let horse_to = |to: &str| {
            let piece = Piece::from_letter('n').unwrap();
            let to = to.parse().unwrap();
            [Some(PieceTo { piece, to }), None]
        };
        let before = horse_to("c7");
        let piece = board.piece_at(mv.from()).unwrap();
        let bonus = params::history_bonus();
        for cuts in [false, true] {
            let histories = Histories::default();
            if cuts {
                histories.update_histories(&board, mv, before, 1, &TriedMoves::default());
            } else {
                histories.update_made_move(mv, piece, before, 1);
            }
            let values = [[None; 2], before, horse_to("g7")]
                .map(|before| histories.quiet(Color::Red, before).of(piece, mv));
            assert_eq!(values, [bonus, 2 * bonus, bonus]);
            assert_eq!(histories.counter(before[0]), cuts.then_some(mv));
            assert_eq!(histories.counter(None), None);
        }
    }
}
