//! Mobility: an officer that can go nowhere is hardly there.
//!
//! Counted are the squares a rook, horse or cannon can go to, less those of its own side's pieces
//! and those where a pawn, an advisor or an elephant would take it. The first few squares are worth
//! most: a horse with its legs tied is the difference between a piece and none, a rook's fifteenth
//! square is luxury.

use super::attacks::Attacks;
use super::terms::{Sink, Term};
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::explain::tests::gain;

    #[test]
    fn a_tied_horse_is_worth_less() {
        // The same horse, its forward legs free or taken by its own cannons.
        let free = "3ak4/9/9/9/9/9/4N4/9/C7C/5K3 w - - 0 1";
        let tied = "3ak4/9/9/9/9/4C4/4N4/4C4/9/5K3 w - - 0 1";
        assert!(gain(Term::HorseMobility, tied, free) > 10);
    }

    #[test]
    fn a_rook_wants_open_lines() {
        let open = "3ak4/9/9/9/9/P8/9/9/9/R4K3 w - - 0 1";
        let shut = "3ak4/9/9/9/9/9/P8/9/9/RN3K3 w - - 0 1";
        assert!(gain(Term::RookMobility, shut, open) > 10);
    }

    #[test]
    fn a_cannon_wants_room() {
        let open = "3ak4/9/9/9/9/9/9/1C7/9/5K3 w - - 0 1";
        let shut = "3ak4/9/9/9/9/9/1N7/RCR6/1N7/5K3 w - - 0 1";
        assert!(gain(Term::CannonMobility, shut, open) > 10);
    }
}
