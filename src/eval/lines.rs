//! Lines to the general: cannons and rooks on its file or rank (hollow cannon, battery, pin).
//!
//! - A **hollow cannon** stands on the general's file with nothing between: any piece that steps between becomes a
//!   screen, so the defender cannot block. Together with a rook it often wins.
//! - With **two pieces between** (`CANNON_BINDS_FILE`) neither may leave: the other one would be the screen. If one is a rook
//!   or cannon of the cannon's side (`BATTERY`), it discovers check by leaving.
//! - A cannon on the general's **rank** has the same effects.
//! - A rook with one piece between **pins** it.

use super::attacks::Attacks;
use super::reach;
use super::term::{Term, TermSink};
use super::values::{
    BATTERY, CANNON_BINDS_FILE, CANNON_BINDS_RANK, HOLLOW_CANNON, HOLLOW_CANNON_WITH_ROOK,
    HOLLOW_ON_RANK, ROOK_PINS,
};
use super::weight::Family;
use crate::board::{Board, Color, Piece, PieceKind, Square, sliders};

/// Adds the terms of `us`'s rooks and cannons on the file and rank of the enemy's general.
#[inline(always)]
pub fn add_terms(board: &Board, us: Color, own: &Attacks, sink: &mut impl TermSink) {
    let general = board.general(!us);
    let (file, rank) = (general.file(), general.rank());
    let (rooks, cannons) = (own.rooks, own.cannons);
    let on_lines = reach::lines(general).intersection(rooks.union(cannons));
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

/// Returns true if a rook or cannon of `us` stands between a cannon and the general on one file.
#[inline(always)]
fn own_officer_between(board: &Board, us: Color, cannon: Square, general: Square) -> bool {
    let word = board.file_occupancy(cannon) & sliders::between(cannon.rank(), general.rank());
    let mut pieces =
        sliders::bits(word).map(|rank| board.piece_at(Square::new(cannon.file(), rank)));
    let (rook, cannon) = (
        Piece::new(us, PieceKind::Rook),
        Piece::new(us, PieceKind::Cannon),
    );
    pieces.any(|piece| piece == Some(rook) || piece == Some(cannon))
}
