//! The predecessors of a placement: the placements from which a side may reach it in one move.
//!
//! There may be more of them than those with such a move, but never fewer: the legs of horses, the eyes of elephants and the
//! bitboard piece are not regarded as obstacles, and cannons capture over one piece or none.

use std::iter;

use arrayvec::ArrayVec;

use super::bitboard::{BOARD, Bitboard, CAPTURED, bit, squares};
use super::placement_index::{MAX_GROUPS, PlacedPiece, Placement, PlacementIndex};
use crate::board::{Color, PieceKind, Square, leapers};

/// Finds the predecessors of a placement for the side that moved.
pub(super) struct Predecessors<'s> {
    placements: &'s PlacementIndex,
    here: &'s Placement,
    side: Color,
    /// The groups of which the move may have captured a piece.
    capturable: ArrayVec<usize, MAX_GROUPS>,
}

impl Predecessors<'_> {
    pub fn of<'s>(
        placements: &'s PlacementIndex,
        here: &'s Placement,
        side: Color,
    ) -> Predecessors<'s> {
        let capturable = |&group: &usize| {
            let (all, state) = (&placements.groups[group], here.states[group]);
            all.color != side && all.lacks_piece(state)
        };
        Predecessors {
            placements,
            here,
            side,
            capturable: (0..here.states.len()).filter(capturable).collect(),
        }
    }

    /// Calls `visit` with the number of every placement from which a move may lead here, with the bitboard piece on one of the
    /// squares `to`. A placement may come more than once, and one on which two pieces share a square may come as well.
    pub fn for_each(&self, to: Bitboard, visit: &mut impl FnMut(usize)) {
        let (placements, here) = (self.placements, self.here);
        if placements.bitboard_piece.color == self.side && to & BOARD != 0 {
            visit(here.number);
            for square in squares(to) {
                self.visit_captures(here.number, square, visit);
            }
        }
        self.visit_general_moves(visit);
        for piece in &here.pieces {
            if placements.groups[usize::from(piece.group)].color == self.side {
                self.visit_piece_moves(piece, to >> CAPTURED & 1 != 0, visit);
            }
        }
    }

    /// Visits the placements that have one more enemy piece than the one with this number, on `at`, where the move captured it.
    fn visit_captures(&self, number: usize, at: Square, visit: &mut impl FnMut(usize)) {
        for &group in &self.capturable {
            let state = self.here.states[group];
            if let Some(before) = self.placements.groups[group].with_piece(state, at) {
                visit(self.placements.changed(number, group, state, before));
            }
        }
    }

    /// Visits the placements from which the general has moved.
    fn visit_general_moves(&self, visit: &mut impl FnMut(usize)) {
        let (placements, here, side) = (self.placements, self.here, self.side.index());
        let to = here.generals[side];
        let captures = self.capturable.iter().filter_map(|&group| {
            let before = placements.groups[group].with_piece(here.states[group], to)?;
            Some((group, before))
        });
        for captured in iter::once(None).chain(captures.map(Some)) {
            let mut states = here.states.clone();
            if let Some((group, before)) = captured {
                states[group] = before;
            }
            for &from in leapers::general(self.side, to) {
                let mut generals = here.generals;
                generals[side] = from;
                let (first, is_mirrored) = placements.first_of(generals);
                if !is_mirrored {
                    visit(placements.number(first, &states));
                }
                // With both generals on the middle file, a move from the mirror image leads here as well.
                if is_mirrored || generals.iter().all(|general| general.file() == 4) {
                    visit(placements.mirrored_number(first, &states));
                }
            }
        }
    }

    /// Visits the placements from which a piece has moved. `captured` says whether it may have captured the bitboard piece.
    fn visit_piece_moves(
        &self,
        piece: &PlacedPiece,
        captured: bool,
        visit: &mut impl FnMut(usize),
    ) {
        let (number, to) = (usize::from(piece.group), piece.square);
        let (group, state) = (&self.placements.groups[number], self.here.states[number]);
        let mut from = |from: Square| {
            if let Some(before) = group.with_moved(state, usize::from(piece.piece), from) {
                let before = (self.placements).changed(self.here.number, number, state, before);
                visit(before);
                self.visit_captures(before, to, visit);
            }
        };
        let screens = match group.kind {
            PieceKind::Advisor => {
                let steps = leapers::advisor(self.side, to);
                return steps.iter().for_each(|&at| from(at));
            }
            PieceKind::Elephant => {
                let steps = leapers::elephant(self.side, to);
                return steps.iter().for_each(|step| from(step.to));
            }
            PieceKind::Horse => return leapers::horse(to).iter().for_each(|step| from(step.to)),
            PieceKind::Pawn => {
                for (files, ranks) in leapers::ORTHOGONAL {
                    if let Some(at) = to.offset(files, ranks)
                        && leapers::pawn(self.side, at).contains(&to)
                    {
                        from(at);
                    }
                }
                return;
            }
            PieceKind::General => return,
            PieceKind::Rook => 0,
            PieceKind::Cannon => u32::from(captured || !self.capturable.is_empty()),
        };
        for (files, ranks) in leapers::ORTHOGONAL {
            let (mut at, mut passed) = (to, 0);
            while let Some(next) = at.offset(files, ranks) {
                at = next;
                match self.here.occupied & bit(at) {
                    0 => from(at),
                    _ => passed += 1,
                }
                if passed > screens {
                    break;
                }
            }
        }
    }
}
