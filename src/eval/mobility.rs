//! Mobility of rooks, horses and cannons.
//!
//! Counts the squares that the piece can move to, without those attacked by an enemy pawn, advisor or elephant. The first few
//! squares are worth most.

use super::attacks::Attacks;
use super::term::{Term, TermSink};
use super::values::{CANNON_MOBILITY, HORSE_MOBILITY, ROOK_MOBILITY};
use crate::board::{Color, PieceKind};

/// Adds the mobility of `us`'s rooks, horses and cannons.
#[inline(always)]
pub fn add_terms(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl TermSink) {
    let excluded = own.all_pieces.union(enemy.by_pawns).union(enemy.by_guards);
    for officer in &own.officers {
        let squares = officer.moves.difference(excluded).len() as usize;
        match officer.kind {
            PieceKind::Rook => sink.add(Term::RookMobility, us, ROOK_MOBILITY.at(squares), 1),
            PieceKind::Horse => sink.add(Term::HorseMobility, us, HORSE_MOBILITY.at(squares), 1),
            _ => sink.add(Term::CannonMobility, us, CANNON_MOBILITY.at(squares), 1),
        }
    }
}
