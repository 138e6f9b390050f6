//! Patterns of cannons.

use super::final_position::{FinalPosition, distance, is_between};
use crate::board::{PieceKind, Square};

/// Returns true if a cannon gives check over a piece of this side and kind.
fn checks_over(mate: &FinalPosition, by_winner: bool, kind: PieceKind) -> bool {
    mate.checking(PieceKind::Cannon).any(|cannon| {
        let screen = mate.screen(cannon);
        screen.is_some_and(|(piece, _)| {
            piece.kind() == kind && (piece.color() != mate.loser) == by_winner
        })
    })
}

pub(super) fn doubled_cannons(mate: &FinalPosition) -> bool {
    checks_over(mate, true, PieceKind::Cannon)
}

pub(super) fn smothered_palace(mate: &FinalPosition) -> bool {
    mate.participant_count() == 1 && checks_over(mate, false, PieceKind::Advisor)
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
    let mut attacks = mate.winner_moves();
    let (Some(last), Some(gift)) = (attacks.next(), attacks.next()) else {
        return false;
    };
    let Some(reply) = mate.loser_moves().next() else {
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
            && is_between(mv.from(), general, mv.to())
    })
}

pub(super) fn cannons_around_rook(mate: &FinalPosition) -> bool {
    let on_wing = |right: bool, kind| {
        let pieces = mate.participating(kind);
        pieces.filter(move |square| match right {
            true => square.file() > 5,
            false => square.file() < 3,
        })
    };
    [false, true].into_iter().any(|right| {
        let ranks: Vec<u8> = on_wing(right, PieceKind::Cannon)
            .map(|square| square.rank())
            .collect();
        let mut rooks = on_wing(right, PieceKind::Rook);
        rooks.any(|rook| {
            let is_above = ranks.iter().any(|&rank| rank > rook.rank());
            is_above && ranks.iter().any(|&rank| rank < rook.rank())
        })
    })
}

pub(super) fn cannon_behind_horse(mate: &FinalPosition) -> bool {
    mate.checking(PieceKind::Cannon).any(|cannon| {
        let screen = mate.screen(cannon);
        screen.is_some_and(|(piece, square)| {
            piece.kind() == PieceKind::Horse
                && piece.color() != mate.loser
                && distance(square, mate.general) == 2
        })
    })
}
