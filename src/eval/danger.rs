//! Danger in the palace: how much of the enemy's force has arrived, and what checks he has.
//!
//! One attacker frightens nobody; three together mate. So nothing is added up piece by piece:
//! each attacker, each palace square lost and each safe check counts some *units*, and a
//! curve that steepens turns the units into a score.

use super::attacks::{self, Attacks, PALACE};
use super::terms::{Sink, Term};
use super::weights::{
    DANGER, UNITS_OF_CANNON, UNITS_OF_CANNON_CHECK, UNITS_OF_HORSE, UNITS_OF_HORSE_CHECK,
    UNITS_OF_LOST_SQUARE, UNITS_OF_MISSING_GUARD, UNITS_OF_PAWN, UNITS_OF_ROOK,
    UNITS_OF_ROOK_CHECK,
};
use crate::board::{Board, Color, PieceKind, SquareSet};

/// Adds the danger that `us`'s general is in: never positive.
#[inline(always)]
pub fn judge(board: &Board, us: Color, attacks: &Attacks, sink: &mut impl Sink) {
    let value = DANGER[units(board, us, attacks).min(DANGER.len() - 1)];
    sink.add(Term::Danger, us, -value);
}

#[inline(always)]
fn units(board: &Board, us: Color, attacks: &Attacks) -> usize {
    let (own, enemy) = (us.index(), us.other().index());
    let palace = PALACE[own];
    let general = board.general(us);
    let mut near = 0;
    let mut units = 0;
    let mut pressed = SquareSet::EMPTY;
    // Where he may go without being taken at once.
    let safe = attacks.all[own].union(attacks.occupied[enemy]);
    let mut rook_checks = false;
    let mut cannon_checks = false;
    let mut horse_checks = false;
    let occupied = attacks.occupied[own].union(attacks.occupied[enemy]);
    let rook_sources = attacks::rook_reach(board, general);
    let cannon_sources = attacks::cannon_sources(board, general);
    let horse_sources = attacks::horse_sources(general, occupied);
    for officer in &attacks.officers[enemy] {
        let hits = officer.attacks.intersection(palace);
        pressed = pressed.union(hits);
        let arrivals = officer.moves.minus(safe);
        let (presses, weight) = match officer.kind {
            PieceKind::Rook => {
                rook_checks |= arrivals.meets(rook_sources);
                (!hits.is_empty(), UNITS_OF_ROOK)
            }
            PieceKind::Horse => {
                horse_checks |= arrivals.meets(horse_sources);
                (!hits.is_empty(), UNITS_OF_HORSE)
            }
            _ => {
                cannon_checks |= arrivals.meets(cannon_sources);
                let aligned = officer.square.file() == general.file();
                (aligned || !hits.is_empty(), UNITS_OF_CANNON)
            }
        };
        if presses {
            near += 1;
            units += weight;
        }
    }
    let by_pawns = attacks.pawns[enemy].intersection(palace);
    if !by_pawns.is_empty() {
        near += 1;
        units += UNITS_OF_PAWN;
        pressed = pressed.union(by_pawns);
    }
    units += UNITS_OF_ROOK_CHECK * rook_checks as usize
        + UNITS_OF_HORSE_CHECK * horse_checks as usize
        + UNITS_OF_CANNON_CHECK * cannon_checks as usize;
    if near >= 2 {
        let lost = pressed
            .minus(attacks.guards[own])
            .minus(attacks.occupied[own]);
        let guards = board.count(us, PieceKind::Advisor) + board.count(us, PieceKind::Elephant);
        units += UNITS_OF_LOST_SQUARE * lost.len() as usize
            + UNITS_OF_MISSING_GUARD * (4 - guards) as usize;
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
