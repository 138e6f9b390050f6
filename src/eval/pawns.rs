//! Pawns across the river: linked ones, and ones before a palace without guards.
//!
//! The worth of a single crossed pawn is in its table. Two side by side guard each other as they advance.

use super::attacks::{Attacks, HOME, LAST_RANK};
use super::term::{Sink, Term};
use super::values::{PAWN_BEFORE_BARE_PALACE, PAWNS_IN_FILE, PAWNS_LINKED};
use super::weight::Family;
use crate::board::{Color, PieceKind};

/// Adds what `us`'s crossed pawns are worth together.
#[inline(always)]
pub fn judge(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    // A pawn on the last rank supports no advance.
    let crossed = own
        .set(PieceKind::Pawn)
        .minus(HOME[us.index()])
        .minus(LAST_RANK[us.index()]);
    let linked = crossed.intersection(crossed.stepped::<1, 0>());
    let in_file = crossed.intersection(crossed.stepped::<0, 1>());
    let guards = enemy
        .set(PieceKind::Advisor)
        .union(enemy.set(PieceKind::Elephant));
    let mut add = |family: Family, times: u32| {
        sink.add(Term::Pawns, us, family.single(), times as i32);
    };
    add(PAWN_BEFORE_BARE_PALACE, crossed.len() * (4 - guards.len()));
    add(PAWNS_LINKED, linked.len());
    add(PAWNS_IN_FILE, in_file.len());
}
