//! Patterns of horses.

use super::cannons::distance;
use super::final_position::{FinalPosition, is_between};
use crate::board::{PieceKind, Square};

/// Returns true if a square is on file c or g, at this depth.
fn is_beside_palace(mate: &FinalPosition, square: Square, depth: u8) -> bool {
    matches!(square.file(), 2 | 6) && mate.depth(square) == depth
}

pub(super) fn trough_horse(mate: &FinalPosition) -> bool {
    let mut horses = mate.participating(PieceKind::Horse);
    mate.depth(mate.general) == 0 && horses.any(|horse| is_beside_palace(mate, horse, 1))
}

pub(super) fn corner_horse(mate: &FinalPosition) -> bool {
    let mut horses = mate.checking(PieceKind::Horse);
    let is_at_home = (mate.general.file(), mate.depth(mate.general)) == (4, 0);
    let on_corner = |horse: Square| matches!(horse.file(), 3 | 5) && mate.depth(horse) == 2;
    is_at_home && horses.any(on_corner)
}

/// The horse and the general are on opposite corners of the palace.
pub(super) fn octagonal_horse(mate: &FinalPosition) -> bool {
    let mut horses = mate.participating(PieceKind::Horse);
    horses.any(|horse| {
        horse.file().abs_diff(mate.general.file()) == 2
            && horse.rank().abs_diff(mate.general.rank()) == 2
            && horse.is_in_palace(mate.loser)
    })
}

pub(super) fn angler_horse(mate: &FinalPosition) -> bool {
    let mut horses = mate.participating(PieceKind::Horse);
    horses.any(|horse| is_beside_palace(mate, horse, 2))
}

pub(super) fn high_angler_horse(mate: &FinalPosition) -> bool {
    let mut horses = mate.participating(PieceKind::Horse);
    horses.any(|horse| is_beside_palace(mate, horse, 3))
}

/// A high angler horse on the general's side, and a rook that gives check along the rank.
pub(super) fn side_tiger(mate: &FinalPosition) -> bool {
    let mut horses = mate.participating(PieceKind::Horse);
    let mut rooks = mate.checking(PieceKind::Rook);
    let is_near = |horse: Square| horse.file().abs_diff(mate.general.file()) == 1;
    horses.any(|horse| is_beside_palace(mate, horse, 3) && is_near(horse))
        && rooks.any(|rook| rook.rank() == mate.general.rank())
}

/// A rook gives check, and a horse two points from the general on its rank or file takes part.
pub(super) fn standing_horse_and_rook(mate: &FinalPosition) -> bool {
    let general = mate.general;
    let mut horses = mate.participating(PieceKind::Horse);
    mate.checking(PieceKind::Rook).next().is_some()
        && horses.any(|horse| {
            mate.board.count_between(horse, general) == Some(0) && distance(horse, general) == 2
        })
}

/// The last move is a horse's, and opens the line of a rook that gives check.
pub(super) fn spring_horse(mate: &FinalPosition) -> bool {
    let last = mate.winner_moves().next();
    let is_horse = |kind| kind == Some(PieceKind::Horse);
    last.is_some_and(|played| {
        let mut rooks = mate.checking(PieceKind::Rook);
        is_horse(played.kind())
            && rooks.any(|rook| is_between(rook, played.mv.from(), mate.general))
    })
}

/// A horse gives check, and the other takes part on the same side of the central file.
pub(super) fn drinking_horses(mate: &FinalPosition) -> bool {
    mate.checking(PieceKind::Horse).any(|checker| {
        let mut others = mate.participating(PieceKind::Horse);
        others.any(|other| {
            let files = [checker.file(), other.file()];
            let is_one_side =
                files.iter().all(|&file| file < 4) || files.iter().all(|&file| file > 4);
            other != checker && is_one_side
        })
    })
}
