//! The names of the terms of the evaluation, and what receives their weights.
//!
//! Each term is written once, over a [`Sink`], and names the weights it uses. The search sums them
//! ([`Total`](super::terms::Total)), the explanation keeps a table of them, and a tuner's
//! [`trace`](mod@super::trace) keeps the weights themselves. So all three see the same evaluation.

use super::weight::Weight;
use crate::board::Color;

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

/// Receives what the terms find.
pub trait Sink {
    /// Counts the units of danger of one palace.
    type Tally: Tally;

    /// Adds a weight `times` over for `color`: a positive product is good for that side.
    fn add(&mut self, term: Term, color: Color, weight: Weight, times: i32);

    /// Adds the danger that `color`'s general is in: good for the other side.
    fn danger(&mut self, color: Color, tally: Self::Tally);
}

/// Counts units of danger, which a curve turns into a score when all are counted.
pub trait Tally: Default {
    /// Counts a weight of units `times` over.
    fn count(&mut self, weight: Weight, times: usize);
}
