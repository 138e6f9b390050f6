//! The terms of the evaluation: their names, and the ways of adding them up.
//!
//! Each term is written once, over a [`Sink`], and names the weights it uses. The search sums them
//! into a [`Total`]; the explanation keeps a ledger; a tuner's [`trace`](mod@super::trace) notes
//! the weights themselves. So what is explained and what is tuned is what is played.

use super::attacks::Attacks;
use super::danger::Units;
use super::values::TEMPO;
use super::weight::Weight;
use super::weights::value;
use super::{Tapered, danger, guards, lines, mobility, pawns, threats};
use crate::board::{Board, Color};

/// One line of an explained evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
pub enum Term {
    /// The pieces' own values.
    Material,
    /// The piece-square tables.
    Tables,
    /// Room for the rooks.
    RookMobility,
    /// Room for the horses.
    HorseMobility,
    /// Room for the cannons.
    CannonMobility,
    /// Pawns that support each other, and pawns near a bare palace.
    Pawns,
    /// Pieces attacked by lesser ones, and attacked without a guard.
    Threats,
    /// Missing advisors and elephants, weighed by what can use their absence.
    Guards,
    /// Cannons and rooks on the general's lines.
    Lines,
    /// Attack on the general's palace, and safe checks.
    Danger,
    /// The right to move.
    Tempo,
}

impl Term {
    /// All terms, in the order in which they are shown.
    pub const ALL: [Term; 11] = [
        Term::Material,
        Term::Tables,
        Term::RookMobility,
        Term::HorseMobility,
        Term::CannonMobility,
        Term::Pawns,
        Term::Threats,
        Term::Guards,
        Term::Lines,
        Term::Danger,
        Term::Tempo,
    ];

    /// What the table calls it.
    pub const fn name(self) -> &'static str {
        match self {
            Term::Material => "material",
            Term::Tables => "square tables",
            Term::RookMobility => "rook mobility",
            Term::HorseMobility => "horse mobility",
            Term::CannonMobility => "cannon mobility",
            Term::Pawns => "pawns together",
            Term::Threats => "threats",
            Term::Guards => "guards",
            Term::Lines => "lines to the general",
            Term::Danger => "danger in the palace",
            Term::Tempo => "tempo",
        }
    }
}

/// Takes what the terms find.
pub trait Sink {
    /// How it counts the units of a palace's danger.
    type Tally: Tally;

    /// So many times a weight for `color`: a positive product is good for that side.
    fn add(&mut self, term: Term, color: Color, weight: Weight, times: i32);

    /// The danger that `color`'s general is in, as it was counted: good for the other side.
    fn danger(&mut self, color: Color, tally: Self::Tally);
}

/// Counts units of danger, which a curve turns into a score when all are counted.
pub trait Tally: Default {
    /// So many times a weight of units.
    fn count(&mut self, weight: Weight, times: usize);
}

/// Adds everything up, red minus black.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total(pub Tapered);

impl Sink for Total {
    type Tally = Units;

    #[inline(always)]
    fn add(&mut self, _term: Term, color: Color, weight: Weight, times: i32) {
        match color {
            Color::Red => self.0 += value(weight) * times,
            Color::Black => self.0 -= value(weight) * times,
        }
    }

    #[inline(always)]
    fn danger(&mut self, color: Color, units: Units) {
        match color {
            Color::Red => self.0 -= units.cost(),
            Color::Black => self.0 += units.cost(),
        }
    }
}

/// All terms that are not kept from move to move.
#[inline(always)]
pub fn judge<S: Sink>(board: &Board, sink: &mut S) {
    let mut attacks = [const { Attacks::EMPTY }; 2];
    Attacks::fill(board, &mut attacks);
    for us in Color::ALL {
        let (own, enemy) = (&attacks[us.index()], &attacks[us.other().index()]);
        mobility::judge(us, own, enemy, sink);
        pawns::judge(us, own, enemy, sink);
        threats::judge(us, own, enemy, sink);
        guards::judge(us, own, enemy, sink);
        lines::judge(board, us, own, sink);
        sink.danger(us, danger::tally(board, us, own, enemy));
    }
    sink.add(Term::Tempo, board.side(), TEMPO.single(), 1);
}
