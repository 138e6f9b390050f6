//! Patterns of the general's situation: stalemate, double check, facing generals, smothered mate, pieces on one wing.

use super::final_position::{FinalPosition, WINGS};
use crate::board::{MoveList, PieceKind, SquareSet, leapers};

pub(super) fn stalemate(mate: &FinalPosition) -> bool {
    mate.checkers.is_empty()
}

pub(super) fn double_check(mate: &FinalPosition) -> bool {
    mate.checkers.len() >= 2
}

/// A move of the loser is illegal only because the generals would face each other.
pub(super) fn facing_generals(mate: &FinalPosition) -> bool {
    let mut board = mate.board.clone();
    let mut moves = MoveList::new();
    board.captures(&mut moves);
    board.quiets(&mut moves);
    let (winner, loser) = (!mate.loser, mate.loser);
    let only_general = SquareSet::of(board.general(winner));
    moves.into_iter().any(|mv| {
        mv.to() != board.general(winner)
            && board.after(mv, |board| {
                board.attackers(board.general(loser), winner) == only_general
            })
    })
}

pub(super) fn smothered_mate(mate: &FinalPosition) -> bool {
    !mate.checkers.is_empty()
        && (leapers::general(mate.loser, mate.general).iter())
            .all(|&exit| mate.board.has_color(exit, mate.loser))
}

pub(super) fn three_on_a_wing(mate: &FinalPosition) -> bool {
    let kinds = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon].into_iter();
    let files: Vec<u8> = (kinds.flat_map(|kind| mate.participating(kind)))
        .map(|square| square.file())
        .collect();
    let count = |on_wing: fn(u8) -> bool| files.iter().filter(|file| on_wing(**file)).count();
    WINGS.into_iter().any(|on_wing| count(on_wing) >= 3)
}
