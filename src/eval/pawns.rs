//! Pawns across the river: linked ones, and ones before a bare palace.
//!
//! What a crossed pawn is worth by itself is in its table. Two side by side guard each other as
//! they advance, which one alone must beg from a piece. Where the guards are gone, pawns take the
//! palace by themselves.

use super::attacks::{Attacks, HOME, LAST_RANK};
use super::term::{Sink, Term};
use super::values::{PAWN_BEFORE_BARE_PALACE, PAWNS_IN_FILE, PAWNS_LINKED};
use super::weight::Family;
use crate::board::{Color, PieceKind};

/// Adds what `us`'s crossed pawns are worth together.
#[inline(always)]
pub fn judge(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl Sink) {
    // On the last rank a pawn supports nothing that comes after it.
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
