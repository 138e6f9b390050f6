//! Patterns of rooks.

use super::final_position::FinalPosition;
use crate::board::{PieceKind, Square};

pub(super) fn alternating_rooks(mate: &FinalPosition) -> bool {
    let general = mate.general;
    let is_beside = |checker: Square, other: Square| match checker.rank() == general.rank() {
        true => other.rank().abs_diff(general.rank()) == 1,
        false => other.file().abs_diff(general.file()) == 1,
    };
    mate.checking(PieceKind::Rook).any(|checker| {
        let mut others = mate.participating(PieceKind::Rook);
        others.any(|other| other != checker && is_beside(checker, other))
    })
}

pub(super) fn rooks_on_both_ribs(mate: &FinalPosition) -> bool {
    [3, 5].into_iter().all(|file| {
        let mut rooks = mate.participating(PieceKind::Rook);
        rooks.any(|rook| rook.file() == file)
    })
}

pub(super) fn three_rooks(mate: &FinalPosition) -> bool {
    let mut pawns = mate.participating(PieceKind::Pawn);
    mate.participating(PieceKind::Rook).count() == 2
        && pawns.any(|pawn| pawn.is_in_palace(mate.loser))
}

pub(super) fn heart_piercing(mate: &FinalPosition) -> bool {
    mate.winner_moves().take(2).any(|played| {
        let to = played.mv.to();
        played.is_by(PieceKind::Rook)
            && played.captured() == Some(PieceKind::Advisor)
            && (to.file(), mate.depth(to)) == (4, 1)
    })
}

pub(super) fn iron_bolt(mate: &FinalPosition) -> bool {
    let general = mate.general;
    let beside = |square: Square| {
        square.rank() == general.rank() && square.file().abs_diff(general.file()) == 1
    };
    let mut bolts = mate
        .checking(PieceKind::Rook)
        .chain(mate.checking(PieceKind::Pawn));
    let mut cannons = mate.participating(PieceKind::Cannon);
    general.file() == 4
        && bolts.any(beside)
        && cannons.any(|cannon| cannon.file() == 4 && mate.depth(cannon) > mate.depth(general))
}

pub(super) fn moon_from_the_sea(mate: &FinalPosition) -> bool {
    let mut checkers = mate
        .checking(PieceKind::Rook)
        .chain(mate.checking(PieceKind::Cannon));
    mate.depth(mate.general) > 0
        && checkers.any(|piece| mate.depth(piece) == 0 && piece.file() == mate.general.file())
}
