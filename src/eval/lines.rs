//! Lines to the general: cannons and rooks that look at it along its file or its rank.
//!
//! - A **hollow cannon** stands on the general's file with nothing between: whatever the defender
//!   puts there becomes a screen, so no piece of his can help by stepping between, and any enemy
//!   piece that steps there checks. With a rook left it often decides.
//! - With **two pieces between**, neither may leave: a middle cannon ties down the whole defence.
//!   Is one of them its own rook or cannon, then that piece gives check by leaving.
//! - A cannon on the general's **own rank** does the same from the side, with the elephant and the
//!   advisor between.
//! - A rook with one piece between **pins** it.

use super::attacks::Attacks;
use super::term::{Sink, Term};
use super::values::{
    BATTERY, CANNON_BINDS_FILE, CANNON_BINDS_RANK, HOLLOW_CANNON, HOLLOW_CANNON_WITH_ROOK,
    HOLLOW_ON_RANK, ROOK_PINS,
};
use super::weight::Family;
use crate::board::{Board, Color, PieceKind, Square, SquareSet, lines};

/// Adds what `us`'s rooks and cannons do along the lines of the enemy's general.
#[inline(always)]
pub fn judge(board: &Board, us: Color, own: &Attacks, sink: &mut impl Sink) {
    let general = board.general(!us);
    let (file, rank) = (general.file(), general.rank());
    let (rooks, cannons) = (own.set(PieceKind::Rook), own.set(PieceKind::Cannon));
    let on_lines = SquareSet::of_rank(rank, 0x1ff)
        .union(SquareSet::of_file(file, 0x3ff))
        .intersection(rooks.union(cannons));
    if on_lines.is_empty() {
        return;
    }
    let mut add = |family: Family, times: i32| sink.add(Term::Lines, us, family.single(), times);
    for square in on_lines.iter() {
        let Some(between) = board.count_between(square, general) else {
            continue;
        };
        // A cannon next to the general leaves no square for a screen.
        let distance = square.file().abs_diff(file) + square.rank().abs_diff(rank);
        match (cannons.contains(square), square.file() == file, between) {
            (true, true, 0) if distance > 1 => {
                add(HOLLOW_CANNON, 1);
                add(HOLLOW_CANNON_WITH_ROOK, rooks.len() as i32);
            }
            (true, true, 2) if own_officer_between(board, us, square, general) => {
                add(CANNON_BINDS_FILE, 1);
                add(BATTERY, 1);
            }
            (true, true, 2) => add(CANNON_BINDS_FILE, 1),
            (true, false, 0) if distance > 1 => add(HOLLOW_ON_RANK, 1),
            (true, false, 2) => add(CANNON_BINDS_RANK, 1),
            (false, _, 1) => add(ROOK_PINS, 1),
            _ => (),
        }
    }
}

/// Whether a rook or cannon of `us` stands between the two squares of one file.
#[inline(always)]
fn own_officer_between(board: &Board, us: Color, cannon: Square, general: Square) -> bool {
    let word = board.file_word(cannon) & lines::between(cannon.rank(), general.rank());
    lines::bits(word).any(|rank| {
        board
            .piece_at(Square::new(cannon.file(), rank))
            .is_some_and(|piece| {
                piece.color() == us && matches!(piece.kind(), PieceKind::Rook | PieceKind::Cannon)
            })
    })
}
