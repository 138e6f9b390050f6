//! Threats: pieces attacked by lesser ones, and pieces attacked that nothing guards.
//!
//! The search sees a capture at the next move by itself. What it does not see is that a side busy
//! saving its pieces has no time for anything else; that is what the numbers, far below the
//! pieces' values, stand for.

use super::attacks::Attacks;
use super::term::{Sink, Term};
use super::values::{HANGING, OFFICER_ATTACKED_BY_PAWN, ROOK_ATTACKED_BY_LESSER};
use super::weight::Weight;
use crate::board::{Color, PieceKind, SquareSet};

/// Adds what hangs over `us`'s pieces: never positive.
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
    burden(
        OFFICER_ATTACKED_BY_PAWN.single(),
        officers.intersection(enemy.by_pawns),
    );
    burden(
        ROOK_ATTACKED_BY_LESSER.single(),
        rooks.intersection(by_lesser),
    );
    let hanging = own.occupied.intersection(enemy.by_any).minus(own.by_any);
    if !hanging.is_empty() {
        for kind in PieceKind::ALL {
            burden(
                HANGING.at(kind.index()),
                own.set(kind).intersection(hanging),
            );
        }
    }
}
