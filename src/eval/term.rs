//! The names of the terms of the evaluation, and the trait that receives their weights.
//!
//! Each term is written once, over a [`Sink`], and names the weights it uses. The search sums them
//! ([`Total`](super::terms::Total)), an explanation sums them by term, and a tuner's
//! [`trace`](mod@super::trace) keeps the weights themselves.

use super::weight::Weight;
use crate::board::Color;

/// One line of an explained evaluation.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[repr(usize)]
pub enum Term {
    Material,
    Tables,
    RookMobility,
    HorseMobility,
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
    Tempo,
}

impl Term {
    /// All terms and their names, in the order in which they are shown.
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
pub trait Sink {
    /// Counts the units of danger of one palace.
    type Tally: Tally;

    /// Adds a weight `times` over for `color`: a positive product is good for that side.
    fn add(&mut self, term: Term, color: Color, weight: Weight, times: i32);

    /// Adds the danger that `color`'s general is in: good for the other side.
    fn danger(&mut self, color: Color, tally: Self::Tally);
}

/// Counts units of danger.
pub trait Tally: Default {
    /// Counts a weight of units `times` over.
    fn count(&mut self, weight: Weight, times: usize);
}
