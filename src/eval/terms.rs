//! The terms of the evaluation: their names, and the two ways of adding them up.
//!
//! Each term is written once, over a [`Sink`]. The search sums into a [`Total`]; the explanation
//! keeps a ledger. So what is explained is what is played.

use super::attacks::Attacks;
use super::{Tapered, danger, guards, lines, mobility, pawns, threats, weights};
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
    /// `value` for `color`: positive is good for that side.
    fn add(&mut self, term: Term, color: Color, value: Tapered);
}

/// Adds everything up, red minus black.
#[derive(Clone, Copy, Debug, Default)]
pub struct Total(pub Tapered);

impl Sink for Total {
    #[inline(always)]
    fn add(&mut self, _term: Term, color: Color, value: Tapered) {
        match color {
            Color::Red => self.0 += value,
            Color::Black => self.0 -= value,
        }
    }
}

/// All terms that are not kept from move to move.
#[inline(always)]
pub fn judge(board: &Board, sink: &mut impl Sink) {
    let mut attacks = [const { Attacks::EMPTY }; 2];
    Attacks::fill(board, &mut attacks);
    for us in Color::ALL {
        let (own, enemy) = (&attacks[us.index()], &attacks[us.other().index()]);
        mobility::judge(us, own, enemy, sink);
        pawns::judge(us, own, enemy, sink);
        threats::judge(us, own, enemy, sink);
        guards::judge(us, own, enemy, sink);
        lines::judge(board, us, own, sink);
        danger::judge(board, us, own, enemy, sink);
    }
    sink.add(Term::Tempo, board.side(), weights::TEMPO);
}
