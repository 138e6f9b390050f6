//! The calls of all terms of the hand-crafted evaluation, and their sum.

use super::attacks::Attacks;
use super::danger::Units;
use super::tables::table_weight;
use super::tapered::Tapered;
use super::term::{Term, TermSink};
use super::values::{PIECE_VALUES, TEMPO};
use super::weight::Weight;
use super::weights::value;
use super::{danger, guards, lines, mobility, pawns, threats};
use crate::board::{Board, Color};

/// The sum of all terms, red minus black.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total(pub Tapered);

impl TermSink for Total {
    type Counter = Units;

    #[inline(always)]
    fn add(&mut self, _term: Term, color: Color, weight: Weight, times: i32) {
        match color {
            Color::Red => self.0 += value(weight) * times,
            Color::Black => self.0 += -(value(weight) * times),
        }
    }

    #[inline(always)]
    fn danger(&mut self, color: Color, units: Units) {
        match color {
            Color::Red => self.0 += -units.cost(),
            Color::Black => self.0 += units.cost(),
        }
    }
}

/// Adds all terms that depend on the pieces alone, but material and tables, which are updated from move to move.
#[inline(always)]
pub fn add_terms<S: TermSink>(board: &Board, sink: &mut S) {
    let mut attacks = [const { Attacks::EMPTY }; 2];
    Attacks::fill(board, &mut attacks);
    for us in Color::ALL {
        let (own, enemy) = (&attacks[us.index()], &attacks[us.other().index()]);
        mobility::add_terms(us, own, enemy, sink);
        pawns::add_terms(board, us, own, sink);
        threats::add_terms(board, us, own, enemy, sink);
        guards::add_terms(board, us, sink);
        lines::add_terms(board, us, own, sink);
        sink.danger(us, danger::count_units(board, us, own, enemy));
    }
}

/// Adds the term for the right to move.
#[inline(always)]
pub fn add_tempo(side: Color, sink: &mut impl TermSink) {
    sink.add(Term::Tempo, side, TEMPO.single(), 1);
}

/// Adds the terms of an [`Accumulator`](super::Accumulator): material and, with `tables`, the piece-square tables.
pub(super) fn add_piece_terms(board: &Board, tables: bool, sink: &mut impl TermSink) {
    for (piece, square) in board.all_pieces() {
        let (kind, color) = (piece.kind(), piece.color());
        sink.add(Term::Material, color, PIECE_VALUES.at(kind.index()), 1);
        if tables && let Some(weight) = table_weight(kind, color, square) {
            sink.add(Term::Tables, color, weight, 1);
        }
    }
}
