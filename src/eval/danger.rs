//! King safety: attackers of the palace and safe checks.
//!
//! Attackers together are worth more than apart. So each attacker, each palace square lost and each
//! safe check counts some *units*, and a curve that steepens turns the units into a score.

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

/// The weights of units are in these parts of a unit.
pub const PARTS: usize = 8;

/// The weights of officers are in the order of the kinds.
const FIRST_OFFICER: usize = PieceKind::Horse as usize;

/// The most parts of a unit that make a difference.
pub const MOST: usize = PARTS * (DANGER.count() - 1);

/// The cost of each number of parts: the curve, linear from one whole unit to the next.
static CURVE: [Tapered; MOST + 1] = {
    let mut curve = [VALUES[DANGER.at(0).index()]; MOST + 1];
    let mut parts = 1;
    while parts <= MOST {
        // The last unit before this number of parts, and the parts beyond it.
        let (whole, part) = ((parts - 1) / PARTS, ((parts - 1) % PARTS + 1) as i32);
        let here = VALUES[DANGER.at(whole).index()];
        let next = VALUES[DANGER.at(whole + 1).index()];
        let mg = here.mg() + (next.mg() - here.mg()) * part / PARTS as i32;
        let eg = here.eg() + (next.eg() - here.eg()) * part / PARTS as i32;
        curve[parts] = Tapered::new(mg, eg);
        parts += 1;
    }
    curve
};

/// A sum of parts of units.
#[derive(Clone, Copy, Debug, Default)]
pub struct Units(usize);

impl Units {
    /// The cost to the side in danger.
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

/// Counts the danger of `us`'s general.
#[inline(always)]
pub fn tally<T: Tally>(board: &Board, us: Color, own: &Attacks, enemy: &Attacks) -> T {
    let palace = PALACE[us.index()];
    let general = board.general(us);
    let by_pawns = enemy.by_pawns.intersection(palace);
    // A cannon on the general's file presses even if it attacks nothing.
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
    let (rook, cannon) = (
        checks(PieceKind::Rook, by_rook),
        checks(PieceKind::Cannon, by_cannon),
    );
    tally.count(UNITS_OF_ROOK_CHECK.single(), rook);
    tally.count(UNITS_OF_CANNON_CHECK.single(), cannon);
    let horse = checks(PieceKind::Horse, by_horse);
    tally.count(UNITS_OF_HORSE_CHECK.single(), horse);

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
