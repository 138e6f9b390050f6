//! The names of the terms of the evaluation, and the trait that receives their weights.
//!
//! The code of a term passes the weights that apply to a [`TermSink`]. There are three sinks: the search adds up all values
//! ([`Total`](super::terms::Total)), an explanation adds them up by term, and a [`trace`](mod@super::trace) records the
//! weights for the tuner.

use super::weight::Weight;
use crate::board::Color;

/// A term of the hand-crafted evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
pub enum Term {
    /// The values of the pieces.
    Material,
    /// Piece-square tables.
    Tables,
    /// The squares that rooks can move to.
    RookMobility,
    /// The squares that horses can move to.
    HorseMobility,
    /// The squares that cannons can move to.
    CannonMobility,
    /// Pawns that support each other, and pawns near a bare palace.
    Pawns,
    /// Pieces attacked by less valuable ones, and unguarded pieces that are attacked.
    Threats,
    /// Missing advisors and elephants, weighted by the enemy's rooks, horses and cannons.
    Guards,
    /// Cannons and rooks on the general's lines.
    Lines,
    /// King safety: attacks on the general's palace, and safe checks.
    Danger,
    /// The right to move.
    Tempo,
}

impl Term {
    /// All terms and their names, in the order of an explanation.
    pub const ALL: [(Term, &str); 11] = [
        (Term::Material, "material"),
        (Term::Tables, "square tables"),
        (Term::RookMobility, "rook mobility"),
        (Term::HorseMobility, "horse mobility"),
        (Term::CannonMobility, "cannon mobility"),
        (Term::Pawns, "pawns together"),
        (Term::Threats, "threats"),
        (Term::Guards, "guards"),
        (Term::Lines, "lines to the general"),
        (Term::Danger, "danger in the palace"),
        (Term::Tempo, "tempo"),
    ];
}

/// Receives the weights of the terms.
pub trait TermSink {
    /// The counter for the units of danger of one general.
    type Counter: UnitCounter;

    /// Adds `times` times a weight for `color`. A positive product favours that side.
    fn add(&mut self, term: Term, color: Color, weight: Weight, times: i32);

    /// Adds the danger of `color`'s general, which favours the other side.
    fn danger(&mut self, color: Color, counter: Self::Counter);
}

/// Counts units of danger; see [`super::danger`].
pub trait UnitCounter: Default {
    /// Adds `times` times a weight.
    fn count(&mut self, weight: Weight, times: usize);
}
