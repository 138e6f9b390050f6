//! Danger in the palace: how much of the enemy's force has arrived, and what checks he has.
//!
//! One attacker frightens nobody; three together mate. So nothing is added up piece by piece:
//! each attacker, each palace square lost and each safe check counts some *units*, and a
//! curve that steepens turns the units into a score.

use super::attacks::{Attacks, PALACE, cannon_sources, horse_sources, rook_reach};
use super::terms::{Sink, Term};
use super::weights::{
    DANGER, UNITS_OF_CANNON_CHECK, UNITS_OF_HORSE_CHECK, UNITS_OF_LOST_SQUARE,
    UNITS_OF_MISSING_GUARD, UNITS_OF_OFFICER, UNITS_OF_PAWN, UNITS_OF_ROOK_CHECK,
};
use crate::board::{Board, Color, PieceKind, SquareSet};

/// Adds the danger that `us`'s general is in: never positive.
#[inline(always)]
pub fn judge(board: &Board, us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    let units = units(board, us, own, enemy);
    sink.add(Term::Danger, us, -DANGER[units.min(DANGER.len() - 1)]);
}

#[inline(always)]
fn units(board: &Board, us: Color, own: &Attacks, enemy: &Attacks) -> usize {
    let palace = PALACE[us.index()];
    let general = board.general(us);
    let by_pawns = enemy.by_pawns.intersection(palace);
    // A cannon on the general's file presses without attacking anything yet.
    let aligned = enemy
        .set(PieceKind::Cannon)
        .intersection(SquareSet::of_file(general.file(), 0x3ff));
    // The squares that the attackers of each kind can go to.
    let mut goes = [SquareSet::EMPTY; 7];
    let mut pressed = by_pawns;
    let mut near = !by_pawns.is_empty() as usize;
    let mut units = UNITS_OF_PAWN * near;
    for officer in &enemy.officers {
        let kind = officer.kind.index();
        let hits = officer.attacks.intersection(palace);
        let presses = !hits.union(officer.at.intersection(aligned)).is_empty() as usize;
        goes[kind] = goes[kind].union(officer.moves);
        pressed = pressed.union(hits);
        near += presses;
        units += UNITS_OF_OFFICER[kind] * presses;
    }

    // Checks on squares where the checker is not taken at once.
    let safe = SquareSet::BOARD.minus(own.by_any).minus(enemy.occupied);
    let both = own.occupied.union(enemy.occupied);
    let checks = |kind: PieceKind, sources: SquareSet| {
        goes[kind.index()].intersection(safe).meets(sources) as usize
    };
    let by_rook = rook_reach(board, general);
    let by_cannon = cannon_sources(board, general, by_rook);
    let by_horse = horse_sources(general, both);
    units += UNITS_OF_ROOK_CHECK * checks(PieceKind::Rook, by_rook)
        + UNITS_OF_CANNON_CHECK * checks(PieceKind::Cannon, by_cannon)
        + UNITS_OF_HORSE_CHECK * checks(PieceKind::Horse, by_horse);

    if near >= 2 {
        let lost = pressed.minus(own.by_guards).minus(own.occupied).len();
        let guards = own
            .set(PieceKind::Advisor)
            .union(own.set(PieceKind::Elephant));
        units += UNITS_OF_LOST_SQUARE * lost as usize
            + UNITS_OF_MISSING_GUARD * (4 - guards.len()) as usize;
    }
    units
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::explain::tests::gain;

    #[test]
    fn attackers_together_are_worth_more_than_apart() {
        let none = "2bakab2/9/9/9/9/9/9/9/9/R2A1K1N1 w - - 0 1";
        let rook = "2bakab2/3R5/9/9/9/9/9/9/9/3A1K1N1 w - - 0 1";
        let horse = "2bakab2/9/6N2/9/9/9/9/9/9/R2A1K3 w - - 0 1";
        let both = "2bakab2/3R5/6N2/9/9/9/9/9/9/3A1K3 w - - 0 1";
        let danger = |after| gain(Term::Danger, none, after);
        assert!(danger(rook) > 0 && danger(horse) > 0);
        assert!(danger(both) > danger(rook) + danger(horse));
    }

    #[test]
    fn a_horse_that_can_check_is_near() {
        // From c7 the horse checks on d7 next (over the free leg d8); from a7 nowhere.
        let near = "3k5/9/9/2N6/9/9/9/9/9/4K4 w - - 0 1";
        let far = "3k5/9/9/9/9/9/9/9/9/N3K4 w - - 0 1";
        assert!(gain(Term::Danger, far, near) > 0);
    }

    #[test]
    fn missing_guards_make_it_worse() {
        let whole = "2bakab2/3R5/6N2/9/9/9/9/9/9/3A1K3 w - - 0 1";
        let bare = "4k4/3R5/6N2/9/9/9/9/9/9/3A1K3 w - - 0 1";
        assert!(gain(Term::Danger, whole, bare) > 0);
    }
}
