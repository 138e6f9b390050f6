//! Advisors and elephants, weighed by what the enemy has left to attack with.
//!
//! Without advisors fear the rook, without elephants fear the cannon, the saying goes; and an
//! advisor missing opens the palace to horses too. The other use of guards is as screens:
//! a cannon in the endgame shoots from home over its own.

use super::attacks::Attacks;
use super::terms::{Sink, Term};
use super::values::{
    ADVISOR_MISSING_AGAINST_HORSE, ADVISOR_MISSING_AGAINST_ROOK, BARE_AGAINST_ROOK,
    CANNON_WITH_SCREENS, ELEPHANT_MISSING_AGAINST_CANNON, ELEPHANT_MISSING_AGAINST_ROOK,
};
use super::weight::Family;
use crate::board::{Color, PieceKind};

/// Adds what `us`'s guards do for it, and their absence against it.
#[inline(always)]
pub fn judge(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    let advisors = own.set(PieceKind::Advisor).len();
    let elephants = own.set(PieceKind::Elephant).len();
    let rooks = enemy.set(PieceKind::Rook).len();
    let horses = enemy.set(PieceKind::Horse).len();
    let cannons = enemy.set(PieceKind::Cannon).len();
    let (no_advisors, no_elephants) = (2 - advisors, 2 - elephants);
    let mut add = |family: Family, times: i32| sink.add(Term::Guards, us, family.single(), times);
    add(
        CANNON_WITH_SCREENS,
        (own.set(PieceKind::Cannon).len() * (advisors + elephants)) as i32,
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::eval::explain::tests::gain;

    #[test]
    fn guards_matter_by_what_attacks() {
        let whole = "2bakab2/9/9/9/9/9/9/9/9/R2A1K3 w - - 0 1";
        let no_advisors = "2b1k1b2/9/9/9/9/9/9/9/9/R2A1K3 w - - 0 1";
        let no_elephants = "3aka3/9/9/9/9/9/9/9/9/R2A1K3 w - - 0 1";
        let rook = |after| gain(Term::Guards, whole, after);
        assert!(rook(no_advisors) > rook(no_elephants));
        let cannon = |fen: &str| fen.replace('R', "C");
        let cannons = |after: &str| gain(Term::Guards, &cannon(whole), &cannon(after));
        assert!(cannons(no_elephants) > cannons(no_advisors));
    }

    #[test]
    fn a_cannon_likes_its_own_guards() {
        let with = "4k4/9/9/9/9/9/9/9/4A4/C2A1K3 w - - 0 1";
        let without = "4k4/9/9/9/9/9/9/9/9/C4K3 w - - 0 1";
        assert!(gain(Term::Guards, without, with) > 0);
    }
}
