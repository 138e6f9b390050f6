//! Patterns of horses.

use super::final_position::{FinalPosition, distance};
use crate::board::sliders::squares_between;
use crate::board::{PieceKind, Square};

/// The horses that take part on file c or g, at this depth.
fn beside_palace(mate: &FinalPosition, depth: u8) -> impl Iterator<Item = Square> {
    let horses = mate.participating(PieceKind::Horse);
    horses.filter(move |horse| matches!(horse.file(), 2 | 6) && mate.depth(*horse) == depth)
}

pub(super) fn trough_horse(mate: &FinalPosition) -> bool {
    mate.depth(mate.general) == 0 && beside_palace(mate, 1).next().is_some()
}

pub(super) fn corner_horse(mate: &FinalPosition) -> bool {
    let mut horses = mate.checking(PieceKind::Horse);
    let is_at_home = (mate.general.file(), mate.depth(mate.general)) == (4, 0);
    let on_corner = |horse: Square| matches!(horse.file(), 3 | 5) && mate.depth(horse) == 2;
    is_at_home && horses.any(on_corner)
}

pub(super) fn octagonal_horse(mate: &FinalPosition) -> bool {
    let mut horses = mate.participating(PieceKind::Horse);
    horses.any(|horse| {
        horse.file().abs_diff(mate.general.file()) == 2
            && horse.rank().abs_diff(mate.general.rank()) == 2
            && horse.is_in_palace(mate.loser)
    })
}

pub(super) fn angler_horse(mate: &FinalPosition) -> bool {
    beside_palace(mate, 2).next().is_some()
}

pub(super) fn high_angler_horse(mate: &FinalPosition) -> bool {
    beside_palace(mate, 3).next().is_some()
}

pub(super) fn side_tiger(mate: &FinalPosition) -> bool {
    let mut rooks = mate.checking(PieceKind::Rook);
    let is_near = |horse: Square| horse.file().abs_diff(mate.general.file()) == 1;
    beside_palace(mate, 3).any(is_near) && rooks.any(|rook| rook.rank() == mate.general.rank())
}

pub(super) fn standing_horse_and_rook(mate: &FinalPosition) -> bool {
    let general = mate.general;
    let mut horses = mate.participating(PieceKind::Horse);
    mate.checking(PieceKind::Rook).next().is_some()
        && horses.any(|horse| {
            mate.board.count_between(horse, general) == Some(0) && distance(horse, general) == 2
        })
}

pub(super) fn spring_horse(mate: &FinalPosition) -> bool {
    let last = mate.winner_moves().next();
    last.is_some_and(|played| {
        let mut rooks = mate.checking(PieceKind::Rook);
        played.is_by(PieceKind::Horse)
            && rooks.any(|rook| {
                squares_between(rook, mate.general).any(|square| square == played.mv.from())
            })
    })
}

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
