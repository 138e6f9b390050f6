//! The part of the evaluation that a move changes in two or three places: material and tables.

use super::tables;
use super::tapered::Tapered;
use crate::board::{Board, Piece, Square};

/// What each piece counts towards the phase, in the order K A B N R C P: what can attack.
/// Both sides' pieces together make [`super::FULL_PHASE`].
pub const PHASE_OF_KIND: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];

/// Material, tables and phase of a position, red minus black, kept from move to move.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::eval::Accumulator;
/// let mut board = Board::startpos();
/// let sums = Accumulator::of(&board);
/// let mv: chuhe::board::Move = "b2b9".parse().unwrap();
/// let piece = board.piece_at(mv.from()).unwrap();
/// let after = sums.after(piece, mv.from(), mv.to(), board.piece_at(mv.to()));
/// let _ = board.make(mv);
/// assert_eq!(after, Accumulator::of(&board));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Accumulator {
    material: Tapered,
    placed: Tapered,
    phase: i32,
}

impl Accumulator {
    /// The sums of a position, from nothing.
    pub fn of(board: &Board) -> Accumulator {
        let mut sums = Accumulator::default();
        for (piece, square) in board.all_pieces() {
            sums.put(piece, square);
        }
        sums
    }

    #[inline]
    fn put(&mut self, piece: Piece, square: Square) {
        self.material += tables::material(piece);
        self.placed += tables::placed(piece, square);
        self.phase += PHASE_OF_KIND[piece.kind().index()];
    }

    /// The sums after a move of `piece` that captures what stood on `to`.
    #[inline]
    #[must_use]
    pub fn after(
        mut self,
        piece: Piece,
        from: Square,
        to: Square,
        captured: Option<Piece>,
    ) -> Accumulator {
        self.placed += tables::placed(piece, to) - tables::placed(piece, from);
        if let Some(victim) = captured {
            self.material -= tables::material(victim);
            self.placed -= tables::placed(victim, to);
            self.phase -= PHASE_OF_KIND[victim.kind().index()];
        }
        self
    }

    /// Red's material less black's.
    #[inline]
    pub fn material(&self) -> Tapered {
        self.material
    }

    /// The piece-square tables' sum, red's less black's, without the pieces' own values.
    #[inline]
    pub fn placed(&self) -> Tapered {
        self.placed
    }

    /// The phase, see [`phase`].
    #[inline]
    pub fn phase(&self) -> i32 {
        self.phase
    }
}

/// How much of the attacking force is on the board: [`super::FULL_PHASE`] at the start, 0 with only pawns left.
pub fn phase(board: &Board) -> i32 {
    Accumulator::of(board).phase
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::samples;

    #[test]
    fn kept_sums_are_the_fresh_ones() {
        for seed in 0..20 {
            let mut board = Board::startpos();
            let mut sums = Accumulator::of(&board);
            samples::play(&mut board, seed, 150, |before, mv, after| {
                let piece = before.piece_at(mv.from()).unwrap();
                sums = sums.after(piece, mv.from(), mv.to(), before.piece_at(mv.to()));
                assert_eq!(sums, Accumulator::of(after), "{after:?}");
            });
        }
    }

    #[test]
    fn a_full_board_has_the_full_phase() {
        assert_eq!(phase(&Board::startpos()), crate::eval::FULL_PHASE);
    }
}
