//! Danger in the palace: how much of the enemy's force has arrived, and what checks he has.
//!
//! One attacker frightens nobody; three together mate. So nothing is added up piece by piece:
//! each attacker, each palace square lost and each safe check counts some *units*, and a
//! curve that steepens turns the units into a score.

use super::attacks::{Attacks, PALACE, cannon_sources, horse_sources, rook_reach};
use super::tapered::Tapered;
use super::term::Tally;
use super::values::{
    DANGER, UNITS_OF_CANNON_CHECK, UNITS_OF_HORSE_CHECK, UNITS_OF_LOST_SQUARE,
    UNITS_OF_MISSING_GUARD, UNITS_OF_OFFICER, UNITS_OF_PAWN, UNITS_OF_ROOK_CHECK,
};
use super::weight::Weight;
use super::weights::{VALUES, number};
use crate::board::{Board, Color, PieceKind, SquareSet};

/// The weights of units count in such parts of a unit.
pub const PARTS: usize = 8;

/// Horses, rooks and cannons follow each other among the kinds; their units are in that order.
const FIRST_OFFICER: usize = PieceKind::Horse as usize;

/// The most parts of a unit that make a difference.
pub const MOST: usize = PARTS * (DANGER.count() - 1);

/// What so many parts of a unit cost: the curve, straight from one whole unit to the next.
static CURVE: [Tapered; MOST + 1] = {
    let mut curve = [Tapered::ZERO; MOST + 1];
    let mut parts = 0;
    while parts <= MOST {
        let (whole, part) = (parts / PARTS, (parts % PARTS) as i32);
        let here = VALUES[DANGER.at(whole).index()];
        curve[parts] = here;
        if part > 0 {
            let next = VALUES[DANGER.at(whole + 1).index()];
            curve[parts] = Tapered::new(
                between(here.mg(), next.mg(), part),
                between(here.eg(), next.eg(), part),
            );
        }
        parts += 1;
    }
    curve
};

const fn between(here: i32, next: i32, part: i32) -> i32 {
    here + (next - here) * part / PARTS as i32
}

/// Parts of units of danger, added up.
#[derive(Clone, Copy, Debug, Default)]
pub struct Units(usize);

impl Units {
    /// What they cost the side in danger.
    #[inline(always)]
    pub fn cost(self) -> Tapered {
        CURVE[self.0.min(MOST)]
    }
}

impl Tally for Units {
    #[inline(always)]
    fn count(&mut self, weight: Weight, times: usize) {
        self.0 += number(weight) as usize * times;
    }
}

/// Counts the danger that `us`'s general is in.
#[inline(always)]
pub fn tally<T: Tally>(board: &Board, us: Color, own: &Attacks, enemy: &Attacks) -> T {
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
    let mut tally = T::default();
    tally.count(UNITS_OF_PAWN.single(), near);
    for officer in &enemy.officers {
        let kind = officer.kind.index();
        let hits = officer.attacks.intersection(palace);
        let presses = !hits.union(officer.at.intersection(aligned)).is_empty() as usize;
        goes[kind] = goes[kind].union(officer.moves);
        pressed = pressed.union(hits);
        near += presses;
        tally.count(UNITS_OF_OFFICER.at(kind - FIRST_OFFICER), presses);
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
    tally.count(
        UNITS_OF_ROOK_CHECK.single(),
        checks(PieceKind::Rook, by_rook),
    );
    tally.count(
        UNITS_OF_CANNON_CHECK.single(),
        checks(PieceKind::Cannon, by_cannon),
    );
    tally.count(
        UNITS_OF_HORSE_CHECK.single(),
        checks(PieceKind::Horse, by_horse),
    );

    if near >= 2 {
        let lost = pressed.minus(own.by_guards).minus(own.occupied).len();
        let guards = own
            .set(PieceKind::Advisor)
            .union(own.set(PieceKind::Elephant));
        tally.count(UNITS_OF_LOST_SQUARE.single(), lost as usize);
        tally.count(UNITS_OF_MISSING_GUARD.single(), 4 - guards.len() as usize);
    }
    tally
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_goes_through_its_points() {
        for units in 0..DANGER.count() {
            let point = VALUES[DANGER.at(units).index()];
            assert_eq!(Units(PARTS * units).cost(), point);
            let (before, after) = (Units(PARTS * units), Units(PARTS * units + PARTS / 2));
            let next = Units(PARTS * (units + 1)).cost();
            let middle = (before.cost().mg() + next.mg()) / 2;
            assert!((after.cost().mg() - middle).abs() <= 1, "{units}");
        }
        assert_eq!(Units(10_000).cost(), Units(MOST).cost());
    }
}
