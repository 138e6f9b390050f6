//! Advisors and elephants, weighed by what the enemy has left to attack with.
//!
//! Missing advisors favour rooks and horses, missing elephants favour cannons. Guards are also screens for
//! cannons at home.

use super::attacks::Attacks;
use super::term::{Sink, Term};
use super::values::{
    ADVISOR_MISSING_AGAINST_HORSE, ADVISOR_MISSING_AGAINST_ROOK, BARE_AGAINST_ROOK,
    CANNON_WITH_SCREENS, ELEPHANT_MISSING_AGAINST_CANNON, ELEPHANT_MISSING_AGAINST_ROOK,
};
use super::weight::Family;
use crate::board::{Color, PieceKind};

/// Adds `us`'s guards as screens, and the missing ones.
#[inline(always)]
pub fn judge(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    let advisors = own.set(PieceKind::Advisor).len();
    let elephants = own.set(PieceKind::Elephant).len();
    let rooks = enemy.set(PieceKind::Rook).len();
    let horses = enemy.set(PieceKind::Horse).len();
    let cannons = enemy.set(PieceKind::Cannon).len();
    let (no_advisors, no_elephants) = (2 - advisors, 2 - elephants);
    let mut add = |family: Family, times: i32| sink.add(Term::Guards, us, family.single(), times);
    let own_cannons = own.set(PieceKind::Cannon).len();
    add(
        CANNON_WITH_SCREENS,
        (own_cannons * (advisors + elephants)) as i32,
    );
    let mut lack = |family, times: u32| add(family, -(times as i32));
    lack(ADVISOR_MISSING_AGAINST_ROOK, no_advisors * rooks);
    lack(ADVISOR_MISSING_AGAINST_HORSE, no_advisors * horses);
    lack(ELEPHANT_MISSING_AGAINST_ROOK, no_elephants * rooks);
    lack(ELEPHANT_MISSING_AGAINST_CANNON, no_elephants * cannons);
    if advisors == 0 {
        lack(BARE_AGAINST_ROOK, rooks);
    }
}
