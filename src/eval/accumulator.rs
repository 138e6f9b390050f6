//! Incremental material, piece-square tables and phase.

use super::tables;
use super::tapered::Tapered;
use crate::board::{Board, Piece, Square};

/// The phase of one piece of each kind, K A B N R C P. The pieces of both sides add up to [`super::FULL_PHASE`].
const PHASE_OF_KIND: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];

/// Material, tables and phase of a position, updated from move to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub struct Accumulator {
    /// The sum of the pieces' values, red minus black.
    pub material: Tapered,
    /// The sum of the piece-square tables, red minus black.
    pub placed: Tapered,
    /// See [`phase`].
    pub phase: i32,
}

impl Accumulator {
    /// Computes the sums of a position.
    pub fn of(board: &Board) -> Accumulator {
        let mut sums = Accumulator::default();
        for (piece, square) in board.all_pieces() {
            sums.material += tables::material(piece);
            sums.placed += tables::placed(piece, square);
            sums.phase += PHASE_OF_KIND[piece.kind().index()];
        }
        sums
    }

    /// Returns the sums after a move of `piece`. `captured` is the piece that stood on `to`.
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
            self.material += -tables::material(victim);
            self.placed += -tables::placed(victim, to);
            self.phase -= PHASE_OF_KIND[victim.kind().index()];
        }
        self
    }
}

/// Returns the phase of a position: [`super::FULL_PHASE`] at the start, 0 without rooks, horses and cannons.
pub fn phase(board: &Board) -> i32 {
    Accumulator::of(board).phase
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::samples;

    #[test]
    fn updated_sums_equal_those_computed_from_the_board() {
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
    fn the_start_position_has_the_full_phase() {
        assert_eq!(phase(&Board::startpos()), crate::eval::FULL_PHASE);
    }
}
