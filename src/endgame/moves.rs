//! The moves of one side from a placement, for all squares of the bitboard piece at once.
//!
//! Given a set of target positions, a bitboard for every placement, it reports for each move the squares of the bitboard piece for
//! which the move leads to a target.

use super::bitboard::{BOARD, Bitboard, CAPTURED, attackers, between, bit, mirrored, sources};
use super::placement_index::{BitboardPiece, PlacedPiece, Placement, PlacementIndex};
use crate::board::leapers::{self, BlockableStep};
use crate::board::{Color, PieceKind, Square};

/// A placement, the side to move and the target positions.
pub(crate) struct PlacementMoves<'s> {
    pub placements: &'s PlacementIndex,
    pub here: &'s Placement,
    pub side: Color,
    /// For each placement the squares of the bitboard piece that are targets.
    pub targets: &'s [Bitboard],
}

/// A group, and its state without a captured piece; `None` where nothing is captured.
type Captured = Option<(usize, u16)>;

impl PlacementMoves<'_> {
    /// Calls `visit` for each move with the squares of the bitboard piece for which it leads to a target, until that returns
    /// false.
    pub fn for_each(&self, mut visit: impl FnMut(Bitboard) -> bool) -> bool {
        self.bitboard_piece(&mut visit) && self.general(&mut visit) && self.pieces(&mut visit)
    }

    #[inline]
    fn is_empty(&self, at: Square) -> bool {
        self.here.occupied & bit(at) == 0
    }

    /// The number of a placement in which a group has another state than here.
    #[inline]
    fn moved(&self, number: usize, group: usize, state: u16) -> usize {
        (self.placements).changed(number, group, self.here.states[group], state)
    }

    /// The state of a piece's group after the piece has moved to another square or was captured.
    #[inline]
    fn next(&self, piece: &PlacedPiece, square: usize) -> u16 {
        let (group, index) = (usize::from(piece.group), usize::from(piece.piece));
        self.placements.groups[group].next(self.here.states[group], index, square)
    }

    /// The capture of a move to a square, other than of the bitboard piece. `None` if a piece of the same side or a general
    /// stands there.
    #[inline]
    fn capture(&self, to: Square) -> Option<Captured> {
        if self.is_empty(to) {
            return Some(None);
        }
        let piece = self.here.pieces.iter().find(|piece| piece.square == to)?;
        let group = usize::from(piece.group);
        let is_enemy = self.placements.groups[group].color != self.side;
        is_enemy.then(|| Some((group, self.next(piece, CAPTURED))))
    }

    /// The targets after a piece has moved, with or without a capture.
    #[inline]
    fn after(&self, piece: &PlacedPiece, to: Square, captured: Captured) -> Bitboard {
        let state = self.next(piece, to.index());
        let mut number = self.moved(self.here.number, usize::from(piece.group), state);
        if let Some((group, state)) = captured {
            number = self.moved(number, group, state);
        }
        self.targets[number]
    }

    /// The targets after a move to `to`, with `to` itself if capturing the bitboard piece there leads to a target.
    #[inline]
    fn with_bitboard_piece_capture(
        &self,
        targets: Bitboard,
        to: Square,
        captured: Captured,
    ) -> Bitboard {
        let wins_by_capture =
            targets >> CAPTURED & 1 != 0 && self.placements.bitboard_piece.color != self.side;
        if wins_by_capture && captured.is_none() {
            targets | bit(to)
        } else {
            targets
        }
    }

    fn bitboard_piece(&self, visit: &mut impl FnMut(Bitboard) -> bool) -> bool {
        let BitboardPiece { color, kind, .. } = self.placements.bitboard_piece;
        if color != self.side {
            return true;
        }
        let occupied = self.here.occupied;
        let quiet = self.targets[self.here.number] & BOARD;
        if quiet != 0 && !visit(sources(kind, color, quiet, BOARD & !occupied)) {
            return false;
        }
        self.here.pieces.iter().all(|piece| {
            let (group, at) = (usize::from(piece.group), piece.square);
            let is_target = || {
                let number = self.moved(self.here.number, group, self.next(piece, CAPTURED));
                self.targets[number] & bit(at) != 0
            };
            self.placements.groups[group].color == color
                || !is_target()
                || visit(attackers(kind, color, at, occupied))
        })
    }

    fn general(&self, visit: &mut impl FnMut(Bitboard) -> bool) -> bool {
        let side = self.side.index();
        let steps = leapers::general(self.side, self.here.generals[side]);
        steps.iter().all(|&to| {
            let Some(captured) = self.capture(to) else {
                return true;
            };
            let mut generals = self.here.generals;
            generals[side] = to;
            let (first, mirror) = self.placements.first_of(generals);
            let targets = if mirror {
                let mut states = self.here.states.clone();
                if let Some((group, state)) = captured {
                    states[group] = state;
                }
                mirrored(self.targets[self.placements.mirrored_number(first, &states)])
            } else {
                let number = first + (self.here.number - self.here.first);
                let taken = captured.map(|(group, state)| self.moved(number, group, state));
                self.targets[taken.unwrap_or(number)]
            };
            let targets = self.with_bitboard_piece_capture(targets, to, captured);
            targets == 0 || visit(targets)
        })
    }

    fn pieces(&self, visit: &mut impl FnMut(Bitboard) -> bool) -> bool {
        self.here.pieces.iter().all(|piece| {
            let group = &self.placements.groups[usize::from(piece.group)];
            let from = piece.square;
            if group.color != self.side {
                return true;
            }
            // Visits the targets after a step, for a bitboard piece that does not stand on `clear`.
            let mut step = |to: Square, clear: Bitboard| {
                let Some(captured) = self.capture(to) else {
                    return true;
                };
                let targets = self.after(piece, to, captured);
                let targets = self.with_bitboard_piece_capture(targets, to, captured) & !clear;
                targets == 0 || visit(targets)
            };
            let (plain, blockable): (&[Square], &[BlockableStep]) = match group.kind {
                PieceKind::Advisor => (leapers::advisor(self.side, from), &[]),
                PieceKind::Pawn => (leapers::pawn(self.side, from), &[]),
                PieceKind::Elephant => (&[], leapers::elephant(self.side, from)),
                PieceKind::Horse => (&[], leapers::horse(from)),
                PieceKind::Rook => return self.rook(from, &mut step),
                PieceKind::Cannon => return self.cannon(piece, visit),
                PieceKind::General => return true,
            };
            let is_open = |step: &&BlockableStep| self.is_empty(step.block);
            let mut open = blockable.iter().filter(is_open);
            plain.iter().all(|&to| step(to, 0)) && open.all(|to| step(to.to, bit(to.block)))
        })
    }

    fn rook(&self, from: Square, step: &mut impl FnMut(Square, Bitboard) -> bool) -> bool {
        for (files, ranks) in leapers::ORTHOGONAL {
            let mut at = from;
            while let Some(to) = at.offset(files, ranks) {
                if !step(to, between(from, to)) {
                    return false;
                }
                if !self.is_empty(to) {
                    break;
                }
                at = to;
            }
        }
        true
    }

    fn cannon(&self, piece: &PlacedPiece, visit: &mut impl FnMut(Bitboard) -> bool) -> bool {
        let captures_bitboard_piece = self.placements.bitboard_piece.color != self.side;
        for (files, ranks) in leapers::ORTHOGONAL {
            let (mut at, mut screens) = (piece.square, 0);
            while let Some(to) = at.offset(files, ranks) {
                at = to;
                let passed = between(piece.square, to);
                let empty = self.is_empty(to);
                let after = |captured| self.after(piece, to, captured);
                let capture = || self.capture(to).map_or(0, after);
                let found = match (empty, screens) {
                    (true, 0) => after(None) & !passed,
                    // The cannon captures the bitboard piece over the screen.
                    (true, _) if captures_bitboard_piece => {
                        (after(None) >> CAPTURED & 1) << to.index()
                    }
                    (true, _) => 0,
                    // The bitboard piece is the screen of the capture.
                    (false, 0) => capture() & passed,
                    (false, _) => capture() & !passed,
                };
                if found != 0 && !visit(found) {
                    return false;
                }
                screens += u32::from(!empty);
                if screens > 1 {
                    break;
                }
            }
        }
        true
    }
}

/// The squares of the bitboard piece for which a side's general is attacked or faces the other general.
pub(crate) fn checked(placements: &PlacementIndex, here: &Placement, side: Color) -> Bitboard {
    let general = here.generals[side.index()];
    let other = !side;
    let mut found = 0;
    let BitboardPiece { color, kind, .. } = placements.bitboard_piece;
    if color == other {
        found |= attackers(kind, color, general, here.occupied);
    }
    // The squares between on a line, and how many pieces stand there.
    let line = |at: Square| {
        let is_line = at.file() == general.file() || at.rank() == general.rank();
        let between = between(at, general);
        is_line.then(|| (between, (here.occupied & between).count_ones()))
    };
    let rook = |at: Square| match line(at) {
        Some((between, 0)) => !between,
        _ => 0,
    };
    let facing = here.generals[other.index()];
    if facing.file() == general.file() {
        found |= rook(facing);
    }
    for piece in &here.pieces {
        let (group, at) = (&placements.groups[usize::from(piece.group)], piece.square);
        if group.color != other {
            continue;
        }
        found |= match group.kind {
            PieceKind::Rook => rook(at),
            PieceKind::Cannon => match line(at) {
                Some((between, 0)) => between,
                Some((between, 1)) => !between,
                _ => 0,
            },
            PieceKind::Horse => match leapers::horse_leg(at, general) {
                Some(leg) if here.occupied & bit(leg) == 0 => !bit(leg),
                _ => 0,
            },
            PieceKind::Pawn if leapers::pawn(other, at).contains(&general) => !0,
            _ => 0,
        };
    }
    found
}
