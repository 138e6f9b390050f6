//! Mobility of rooks, horses and cannons.
//!
//! Counts the squares that the piece can go to, without those where a pawn, an advisor or an elephant would
//! capture it. The first few squares are worth most.

use super::attacks::Attacks;
use super::term::{Sink, Term};
use super::values::{CANNON_MOBILITY, HORSE_MOBILITY, ROOK_MOBILITY};
use crate::board::{Color, PieceKind};

/// Adds `us`'s mobility.
#[inline(always)]
pub fn judge(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    let closed = own.occupied.union(enemy.by_pawns).union(enemy.by_guards);
    for officer in &own.officers {
        let room = officer.moves.minus(closed).len() as usize;
        match officer.kind {
            PieceKind::Rook => sink.add(Term::RookMobility, us, ROOK_MOBILITY.at(room), 1),
            PieceKind::Horse => sink.add(Term::HorseMobility, us, HORSE_MOBILITY.at(room), 1),
            _ => sink.add(Term::CannonMobility, us, CANNON_MOBILITY.at(room), 1),
        }
    }
}
