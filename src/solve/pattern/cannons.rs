//! Patterns of cannons.

use super::final_position::{FinalPosition, WINGS, distance};
use crate::board::sliders::squares_between;
use crate::board::{Piece, PieceKind, Square};

pub(super) fn doubled_cannons(mate: &FinalPosition) -> bool {
    let cannon = Piece::new(!mate.loser, PieceKind::Cannon);
    mate.screens().any(|(piece, _)| piece == cannon)
}

pub(super) fn smothered_palace(mate: &FinalPosition) -> bool {
    let advisor = Piece::new(mate.loser, PieceKind::Advisor);
    mate.participants.len() == 1 && mate.screens().any(|(piece, _)| piece == advisor)
}

pub(super) fn heaven_and_earth_cannons(mate: &FinalPosition) -> bool {
    let mut cannons = mate.participating(PieceKind::Cannon);
    let mut others = mate.participating(PieceKind::Cannon);
    mate.general.file() == 4
        && cannons.any(|cannon| mate.depth(cannon) == 0)
        && others.any(|cannon| cannon.file() == 4 && mate.depth(cannon) > 2)
}

pub(super) fn bare_cannon(mate: &FinalPosition) -> bool {
    let mut cannons = mate.participating(PieceKind::Cannon);
    let faces = |cannon: Square| {
        cannon.file() == 4 && mate.board.count_between(cannon, mate.general) == Some(0)
    };
    mate.general.file() == 4 && cannons.any(faces)
}

pub(super) fn double_toast(mate: &FinalPosition) -> bool {
    let Some([gift, reply, last]) = mate.last_three() else {
        return false;
    };
    last.is_by(PieceKind::Cannon)
        && gift.is_by(PieceKind::Cannon)
        && gift.before.gives_check(gift.mv)
        && reply.mv.to() == gift.mv.to()
        && smothered_palace(mate)
}

pub(super) fn grinding_cannon(mate: &FinalPosition) -> bool {
    mate.winner_moves().take(3).any(|played| {
        let (mv, general) = (played.mv, played.before.general(mate.loser));
        played.is_by(PieceKind::Cannon)
            && played.captured().is_some()
            && mv.from().rank() == mv.to().rank()
            && squares_between(mv.from(), mv.to()).any(|square| square == general)
    })
}

pub(super) fn cannons_around_rook(mate: &FinalPosition) -> bool {
    WINGS.into_iter().any(|is_on_wing| {
        let on_wing = |kind| {
            let pieces = mate.participating(kind);
            pieces.filter(move |square| is_on_wing(square.file()))
        };
        let ranks: Vec<u8> = on_wing(PieceKind::Cannon)
            .map(|square| square.rank())
            .collect();
        on_wing(PieceKind::Rook).any(|rook| {
            let is_above = ranks.iter().any(|&rank| rank > rook.rank());
            is_above && ranks.iter().any(|&rank| rank < rook.rank())
        })
    })
}

pub(super) fn cannon_behind_horse(mate: &FinalPosition) -> bool {
    let horse = Piece::new(!mate.loser, PieceKind::Horse);
    let mut screens = mate.screens();
    screens.any(|(piece, square)| piece == horse && distance(square, mate.general) == 2)
}
