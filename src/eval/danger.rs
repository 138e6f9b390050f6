//! King safety: attackers of the palace and safe checks.
//!
//! Several attackers together are worth more than the sum of each alone. So each attacker, each unguarded palace square and
//! each safe check counts some *units of danger*, and a convex curve ([`DANGER`]) turns the units into a score.

use super::attacks::Attacks;
use super::guards::guard_count;
use super::reach::{self, PALACE, cannon_sources, horse_sources};
use super::tapered::Tapered;
use super::term::UnitCounter;
use super::values::{
    DANGER, UNITS_OF_CANNON_CHECK, UNITS_OF_HORSE_CHECK, UNITS_OF_LOST_SQUARE,
    UNITS_OF_MISSING_GUARD, UNITS_OF_OFFICER, UNITS_OF_PAWN, UNITS_OF_ROOK_CHECK,
};
use super::weight::{Family, Weight};
use super::weights::{VALUES, plain_value};
use crate::board::{Board, Color, PieceKind, SquareSet};

/// The weights of units are multiples of a unit divided by this.
pub const PARTS_PER_UNIT: usize = 8;

/// The kind of the first weight of [`UNITS_OF_OFFICER`]; the others follow in the order of the kinds.
const FIRST_OFFICER: usize = PieceKind::Horse as usize;

/// The end of the curve in parts of a unit: more cost the same.
pub const MAX_PARTS: usize = PARTS_PER_UNIT * (DANGER.count() - 1);

/// The cost of each number of parts: [`DANGER`], interpolated linearly between whole units.
static CURVE: [Tapered; MAX_PARTS + 1] = {
    let mut curve = [VALUES[DANGER.at(0).index()]; MAX_PARTS + 1];
    let mut parts = 1;
    while parts <= MAX_PARTS {
        // The last whole unit before this number of parts, and the parts beyond it.
        let (whole, part) = (
            (parts - 1) / PARTS_PER_UNIT,
            ((parts - 1) % PARTS_PER_UNIT + 1) as i32,
        );
        let here = VALUES[DANGER.at(whole).index()];
        let next = VALUES[DANGER.at(whole + 1).index()];
        let mg = here.mg() + (next.mg() - here.mg()) * part / PARTS_PER_UNIT as i32;
        let eg = here.eg() + (next.eg() - here.eg()) * part / PARTS_PER_UNIT as i32;
        curve[parts] = Tapered::new(mg, eg);
        parts += 1;
    }
    curve
};

/// Units of danger, in parts of a unit.
#[derive(Clone, Copy, Debug, Default)]
pub struct Units(usize);

impl Units {
    /// The score that the side in danger loses.
    #[inline(always)]
    pub fn cost(self) -> Tapered {
        CURVE[self.0.min(MAX_PARTS)]
    }
}

impl UnitCounter for Units {
    #[inline(always)]
    fn count(&mut self, weight: Weight, times: usize) {
        self.0 += plain_value(weight) as usize * times;
    }
}

/// Counts the units of danger of `us`'s general.
#[inline(always)]
pub fn count_units<T: UnitCounter>(board: &Board, us: Color, own: &Attacks, enemy: &Attacks) -> T {
    let palace = PALACE[us.index()];
    let general = board.general(us);
    // A cannon on the general's file counts as an attacker even if it attacks nothing.
    let aligned = enemy.cannons.intersection(reach::file(general));
    let mut attackers = enemy.by_pawns.intersects(palace) as usize;
    let mut counter = T::default();
    counter.count(UNITS_OF_PAWN.single(), attackers);
    for officer in &enemy.officers {
        let hits = officer.attacks.intersection(palace);
        let is_attacker = !hits.union(officer.at.intersection(aligned)).is_empty() as usize;
        attackers += is_attacker;
        let kind = officer.kind.index();
        counter.count(UNITS_OF_OFFICER.at(kind - FIRST_OFFICER), is_attacker);
    }

    // Checks on squares where the checking piece cannot be captured.
    let unsafe_squares = own.by_any.union(enemy.all_pieces);
    let occupied = own.all_pieces.union(enemy.all_pieces);
    let by_rook = reach::rook(board, general);
    let by_cannon = cannon_sources(board, general, by_rook);
    let by_horse = horse_sources(general, occupied);
    let mut count_check = |family: Family, moves: SquareSet, sources: SquareSet| {
        let checks = moves.difference(unsafe_squares).intersects(sources);
        counter.count(family.single(), checks as usize);
    };
    count_check(UNITS_OF_ROOK_CHECK, enemy.rook_moves, by_rook);
    count_check(UNITS_OF_CANNON_CHECK, enemy.cannon_moves, by_cannon);
    count_check(UNITS_OF_HORSE_CHECK, enemy.horse_moves, by_horse);

    if attackers >= 2 {
        let attacked = enemy
            .by_pawns
            .union(enemy.by_minors)
            .union(enemy.rook_moves);
        let lost = attacked
            .intersection(palace)
            .difference(own.by_guards)
            .difference(own.all_pieces)
            .len();
        counter.count(UNITS_OF_LOST_SQUARE.single(), lost as usize);
        let missing = 4 - guard_count(board, us);
        counter.count(UNITS_OF_MISSING_GUARD.single(), missing as usize);
    }
    counter
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_curve_is_linear_between_whole_units() {
        for units in 0..DANGER.count() {
            let point = VALUES[DANGER.at(units).index()];
            assert_eq!(Units(PARTS_PER_UNIT * units).cost(), point);
            let (before, after) = (
                Units(PARTS_PER_UNIT * units),
                Units(PARTS_PER_UNIT * units + PARTS_PER_UNIT / 2),
            );
            let next = Units(PARTS_PER_UNIT * (units + 1)).cost();
            let middle = (before.cost().mg() + next.mg()) / 2;
            assert!((after.cost().mg() - middle).abs() <= 1, "{units}");
        }
        assert_eq!(Units(10_000).cost(), Units(MAX_PARTS).cost());
    }
}
