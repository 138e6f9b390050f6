//! Patterns of pawns.

use super::final_position::FinalPosition;
use crate::board::PieceKind;

pub(super) fn two_pawns_at_the_gates(mate: &FinalPosition) -> bool {
    [3, 5].into_iter().all(|file| {
        let mut pawns = mate.participating(PieceKind::Pawn);
        pawns.any(|pawn| pawn.file() == file && pawn.is_in_palace(mate.loser))
    })
}

pub(super) fn old_pawn(mate: &FinalPosition) -> bool {
    let mut pawns = mate.participating(PieceKind::Pawn);
    pawns.any(|pawn| mate.depth(pawn) == 0)
}

pub(super) fn pawn_drives_the_general_home(mate: &FinalPosition) -> bool {
    let Some([first, reply, last]) = mate.last_three() else {
        return false;
    };
    let gives_check = [first, last]
        .iter()
        .all(|played| played.before.gives_check(played.mv));
    let retreats = mate.depth(reply.mv.to()) < mate.depth(reply.mv.from());
    last.is_by(PieceKind::Pawn)
        && first.mv.to() == last.mv.from()
        && gives_check
        && reply.is_by(PieceKind::General)
        && retreats
        && mate.depth(mate.general) == 0
}
