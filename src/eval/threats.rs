//! Threats: pieces attacked by less valuable ones, and unguarded pieces that are attacked (hanging pieces).
//!
//! The weights are far below the pieces' values, because the search finds captures by itself. They stand for the tempo that it
//! costs to save the piece.

use super::attacks::Attacks;
use super::term::{Term, TermSink};
use super::values::{HANGING, OFFICER_ATTACKED_BY_PAWN, ROOK_ATTACKED_BY_LESSER};
use super::weight::Weight;
use crate::board::{Board, Color, SquareSet};

/// Adds the threats against `us`'s pieces, which count against `us`.
#[inline(always)]
pub fn add_terms(
    board: &Board,
    us: Color,
    own: &Attacks,
    enemy: &Attacks,
    sink: &mut impl TermSink,
) {
    let rooks = own.rooks;
    let officers = rooks.union(own.horses).union(own.cannons);
    let by_lesser = enemy.by_pawns.union(enemy.by_guards).union(enemy.by_minors);
    let mut subtract = |weight: Weight, pieces: SquareSet| {
        if !pieces.is_empty() {
            sink.add(Term::Threats, us, weight, -(pieces.len() as i32));
        }
    };
    let by_pawns = officers.intersection(enemy.by_pawns);
    subtract(OFFICER_ATTACKED_BY_PAWN.single(), by_pawns);
    let rooks_by_lesser = rooks.intersection(by_lesser);
    subtract(ROOK_ATTACKED_BY_LESSER.single(), rooks_by_lesser);
    let hanging = own
        .all_pieces
        .intersection(enemy.by_any)
        .difference(own.by_any);
    for piece in hanging.iter().filter_map(|square| board.piece_at(square)) {
        sink.add(Term::Threats, us, HANGING.at(piece.kind().index()), -1);
    }
}
