//! Guards: missing advisors and elephants, weighted by the enemy's rooks, horses and cannons.
//!
//! Missing advisors favour rooks and horses, missing elephants favour rooks and cannons. Guards are also screens for their side's
//! cannons.

use super::attacks::Attacks;
use super::term::{Term, TermSink};
use super::values::{
    ADVISOR_MISSING_AGAINST_HORSE, ADVISOR_MISSING_AGAINST_ROOK, CANNON_WITH_SCREENS,
    ELEPHANT_MISSING_AGAINST_CANNON, ELEPHANT_MISSING_AGAINST_ROOK, NO_ADVISORS_AGAINST_ROOK,
};
use super::weight::Family;
use crate::board::{Color, PieceKind};

/// Adds `us`'s guards as screens for its cannons, and the guards that it lacks.
#[inline(always)]
pub fn add_terms(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl TermSink) {
    let advisors = own.set(PieceKind::Advisor).len();
    let elephants = own.set(PieceKind::Elephant).len();
    let rooks = enemy.set(PieceKind::Rook).len();
    let horses = enemy.set(PieceKind::Horse).len();
    let cannons = enemy.set(PieceKind::Cannon).len();
    let (lost_advisors, lost_elephants) = (2 - advisors, 2 - elephants);
    let mut add = |family: Family, times: i32| sink.add(Term::Guards, us, family.single(), times);
    let own_cannons = own.set(PieceKind::Cannon).len();
    add(
        CANNON_WITH_SCREENS,
        (own_cannons * (advisors + elephants)) as i32,
    );
    let mut lack = |family, times: u32| add(family, -(times as i32));
    lack(ADVISOR_MISSING_AGAINST_ROOK, lost_advisors * rooks);
    lack(ADVISOR_MISSING_AGAINST_HORSE, lost_advisors * horses);
    lack(ELEPHANT_MISSING_AGAINST_ROOK, lost_elephants * rooks);
    lack(ELEPHANT_MISSING_AGAINST_CANNON, lost_elephants * cannons);
    if advisors == 0 {
        lack(NO_ADVISORS_AGAINST_ROOK, rooks);
    }
}
