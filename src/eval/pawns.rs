//! Pawn structure: crossed pawns that are linked or doubled, and pawns against a palace without guards.
//!
//! The value of a single crossed pawn is in its piece-square table. Two side by side guard each other as they advance.

use super::attacks::{Attacks, HOME, LAST_RANK};
use super::term::{Term, TermSink};
use super::values::{PAWN_BEFORE_BARE_PALACE, PAWNS_IN_FILE, PAWNS_LINKED};
use super::weight::Family;
use crate::board::{Color, PieceKind};

/// Adds the terms of `us`'s crossed pawns.
#[inline(always)]
pub fn add_terms(us: Color, own: &Attacks, enemy: &Attacks, sink: &mut impl TermSink) {
    // Pawns on the last rank are left out: they cannot advance.
    let crossed = own
        .set(PieceKind::Pawn)
        .difference(HOME[us.index()])
        .difference(LAST_RANK[us.index()]);
    let linked = crossed.intersection(crossed.shifted::<1, 0>());
    let in_file = crossed.intersection(crossed.shifted::<0, 1>());
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
