//! Guards: missing advisors and elephants, weighted by the enemy's rooks, horses and cannons.
//!
//! Missing advisors favour rooks and horses, missing elephants favour rooks and cannons. Guards are also screens for their side's
//! cannons.

use super::term::{Term, TermSink};
use super::values::{
    ADVISOR_MISSING_AGAINST_HORSE, ADVISOR_MISSING_AGAINST_ROOK, CANNON_WITH_SCREENS,
    ELEPHANT_MISSING_AGAINST_CANNON, ELEPHANT_MISSING_AGAINST_ROOK, NO_ADVISORS_AGAINST_ROOK,
};
use super::weight::Family;
use crate::board::{Board, Color, PieceKind};

/// Returns how many advisors and elephants a side has.
#[inline(always)]
pub fn guard_count(board: &Board, color: Color) -> u32 {
    board.count(color, PieceKind::Advisor) + board.count(color, PieceKind::Elephant)
}

/// Adds `us`'s guards as screens for its cannons, and the guards that it lacks.
#[inline(always)]
pub fn add_terms(board: &Board, us: Color, sink: &mut impl TermSink) {
    let advisors = board.count(us, PieceKind::Advisor);
    let elephants = board.count(us, PieceKind::Elephant);
    let rooks = board.count(!us, PieceKind::Rook);
    let horses = board.count(!us, PieceKind::Horse);
    let cannons = board.count(!us, PieceKind::Cannon);
    let (lost_advisors, lost_elephants) = (2 - advisors, 2 - elephants);
    let mut add = |family: Family, times: i32| sink.add(Term::Guards, us, family.single(), times);
    let own_cannons = board.count(us, PieceKind::Cannon);
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
