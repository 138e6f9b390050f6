//! The part of the evaluation that a move changes in two or three places: material and tables.

use super::tables;
use super::{Score, Tapered};
use crate::board::{Board, Color, Piece, Square};

/// What each piece counts towards the phase, in the order K A B N R C P: what can attack.
/// Both sides' pieces together make [`super::FULL_PHASE`].
pub const PHASE_OF_KIND: [i32; 7] = [0, 0, 0, 2, 4, 2, 0];

/// Material, tables and phase of a position, red minus black, kept from move to move.
///
/// It is a value: a search passes `after` down the tree and forgets it on the way up, so there is
/// nothing to undo.
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

    /// The sums of one side's pieces alone, still counted for red.
    pub fn of_side(board: &Board, color: Color) -> Accumulator {
        let mut sums = Accumulator::default();
        for (piece, square) in board.all_pieces() {
            if piece.color() == color {
                sums.put(piece, square);
            }
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

    /// How much of the attacking force is on the board: 32 at the start, 0 with only pawns left.
    #[inline]
    pub fn phase(&self) -> Score {
        self.phase
    }
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
    fn the_sides_add_up() {
        let board = samples::positions(1).pop().unwrap();
        let (red, black) = Color::ALL
            .map(|color| Accumulator::of_side(&board, color))
            .into();
        let all = Accumulator::of(&board);
        assert_eq!(red.material + black.material, all.material);
        assert_eq!(red.placed + black.placed, all.placed);
        assert_eq!(red.phase + black.phase, all.phase);
    }

    #[test]
    fn a_full_board_has_the_full_phase() {
        assert_eq!(
            Accumulator::of(&Board::startpos()).phase(),
            super::super::FULL_PHASE
        );
    }
}
