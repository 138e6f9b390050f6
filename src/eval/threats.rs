//! Threats: pieces attacked by lesser ones, and pieces attacked that nothing guards.
//!
//! The weights are far below the pieces' values, as the search finds captures by itself: they stand for the
//! time that saving the pieces costs.

use super::attacks::Attacks;
use super::term::{Sink, Term};
use super::values::{HANGING, OFFICER_ATTACKED_BY_PAWN, ROOK_ATTACKED_BY_LESSER};
use super::weight::Weight;
use crate::board::{Color, PieceKind, SquareSet};

/// Adds the threats against `us`'s pieces.
#[inline(always)]
pub fn judge(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    let rooks = own.set(PieceKind::Rook);
    let officers = rooks
        .union(own.set(PieceKind::Horse))
        .union(own.set(PieceKind::Cannon));
    let by_lesser = enemy.by_pawns.union(enemy.by_guards).union(enemy.by_minors);
    let mut burden = |weight: Weight, on: SquareSet| {
        if !on.is_empty() {
            sink.add(Term::Threats, us, weight, -(on.len() as i32));
        }
    };
    let by_pawns = officers.intersection(enemy.by_pawns);
    burden(OFFICER_ATTACKED_BY_PAWN.single(), by_pawns);
    let rooks_by_lesser = rooks.intersection(by_lesser);
    burden(ROOK_ATTACKED_BY_LESSER.single(), rooks_by_lesser);
    let hanging = own.occupied.intersection(enemy.by_any).minus(own.by_any);
    if !hanging.is_empty() {
        for kind in PieceKind::ALL {
            let pieces = own.set(kind).intersection(hanging);
            burden(HANGING.at(kind.index()), pieces);
        }
    }
}
