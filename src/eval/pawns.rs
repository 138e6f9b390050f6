//! Pawn structure: crossed pawns that are linked or doubled, and pawns against a palace without guards.
//!
//! The value of a single crossed pawn is in its piece-square table. Two side by side guard each other as they advance.

use super::attacks::Attacks;
use super::guards::guard_count;
use super::reach::HOME;
use super::term::{Term, TermSink};
use super::values::{PAWN_BEFORE_BARE_PALACE, PAWNS_IN_FILE, PAWNS_LINKED};
use super::weight::Family;
use crate::board::{Board, Color, SquareSet};

/// The enemy's back rank, seen from each side.
const LAST_RANK: [SquareSet; 2] = [SquareSet::of_rank(9, 0x1ff), SquareSet::of_rank(0, 0x1ff)];

/// Adds the terms of `us`'s crossed pawns.
#[inline(always)]
pub fn add_terms(board: &Board, us: Color, own: &Attacks, sink: &mut impl TermSink) {
    // Pawns on the last rank are left out: they cannot advance.
    let crossed = own
        .pawns
        .difference(HOME[us.index()])
        .difference(LAST_RANK[us.index()]);
    if crossed.is_empty() {
        return;
    }
    let linked = crossed.intersection(crossed.shifted::<1, 0>());
    let in_file = crossed.intersection(crossed.shifted::<0, 1>());
    let guards = guard_count(board, !us);
    let mut add = |family: Family, times: u32| {
        sink.add(Term::Pawns, us, family.single(), times as i32);
    };
    add(PAWN_BEFORE_BARE_PALACE, crossed.len() * (4 - guards));
    add(PAWNS_LINKED, linked.len());
    add(PAWNS_IN_FILE, in_file.len());
}
