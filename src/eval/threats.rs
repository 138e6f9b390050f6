//! Threats: pieces attacked by lesser ones, and pieces attacked that nothing guards.
//!
//! The search sees a capture at the next move by itself. What it does not see is that a side busy
//! saving its pieces has no time for anything else; that is what the numbers, far below the
//! pieces' values, stand for.

use super::attacks::Attacks;
use super::terms::{Sink, Term};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::explain::tests::gain;

    #[test]
    fn an_unguarded_piece_under_attack_is_a_burden() {
        // A rook attacks a horse on c4, alone or guarded by the elephant from e2.
        let hanging = "3ak4/9/9/2r6/9/2N6/9/9/9/2B2K3 w - - 0 1";
        let guarded = "3ak4/9/9/2r6/9/2N6/9/4B4/9/5K3 w - - 0 1";
        assert!(gain(Term::Threats, hanging, guarded) > 10);
    }

    #[test]
    fn a_rook_does_not_want_to_meet_a_horse() {
        // The horse on d6 attacks the rook on c4; from f8 it does not.
        let attacked = "3ak4/9/9/3n5/9/2R6/9/9/4A4/3A1K3 w - - 0 1";
        let calm = "3ak4/5n3/9/9/9/2R6/9/9/4A4/3A1K3 w - - 0 1";
        assert!(gain(Term::Threats, attacked, calm) > 10);
    }

    #[test]
    fn a_pawn_chases_any_officer() {
        let chased = "3ak4/9/9/2n6/2P6/9/9/9/9/5K3 b - - 0 1";
        let calm = "3ak4/9/9/2n6/9/2P6/9/9/9/5K3 b - - 0 1";
        assert!(gain(Term::Threats, calm, chased) > 10);
    }
}
