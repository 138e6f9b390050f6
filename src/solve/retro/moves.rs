//! The moves of one side from a placement, for all squares of the runner at once.
//!
//! Given a set of target positions, a word for every placement, it reports for each move the squares of the runner for which the
//! move leads there.

use super::space::{Placement, Space, Standing};
use super::words::{BOARD, GONE, Word, attackers, between, bit, mirrored, sources};
use crate::board::leapers::{self, BlockableStep};
use crate::board::{Color, PieceKind, Square};

/// A placement, the side to move and the target positions.
pub(super) struct Moves<'s> {
    pub space: &'s Space,
    pub here: &'s Placement,
    pub side: Color,
    /// For each placement the squares of the runner that are targets.
    pub targets: &'s [Word],
}

/// A group, and its state without a captured piece; `None` where nothing is captured.
type Captured = Option<(usize, u16)>;

impl Moves<'_> {
    /// Calls `visit` for each move with the squares of the runner for which it leads to a target, until that returns
    /// false.
    pub fn for_each(&self, mut visit: impl FnMut(Word) -> bool) -> bool {
        self.runner(&mut visit) && self.general(&mut visit) && self.pieces(&mut visit)
    }

    #[inline]
    fn is_empty(&self, at: Square) -> bool {
        self.here.occupied & bit(at) == 0
    }

    /// The number of a placement in which a group has another state than here.
    #[inline]
    fn moved(&self, number: usize, group: usize, state: u16) -> usize {
        let stride = self.space.groups[group].stride;
        number + usize::from(state) * stride - usize::from(self.here.states[group]) * stride
    }

    /// The state of a piece's group with the piece on another square, or captured.
    #[inline]
    fn next(&self, piece: &Standing, square: usize) -> u16 {
        let group = usize::from(piece.group);
        self.space.groups[group].next(self.here.states[group], usize::from(piece.piece), square)
    }

    /// What a move to a square captures (not the runner). `None` where an own piece or a general stands.
    #[inline]
    fn capture(&self, to: Square) -> Option<Captured> {
        if self.is_empty(to) {
            return Some(None);
        }
        let piece = self.here.pieces.iter().find(|piece| piece.square == to)?;
        let group = usize::from(piece.group);
        let is_enemy = self.space.groups[group].color != self.side;
        is_enemy.then(|| Some((group, self.next(piece, GONE))))
    }

    /// The targets after a piece has moved and has captured.
    #[inline]
    fn after(&self, piece: &Standing, to: Square, captured: Captured) -> Word {
        let state = self.next(piece, to.index());
        let mut number = self.moved(self.here.number, usize::from(piece.group), state);
        if let Some((group, state)) = captured {
            number = self.moved(number, group, state);
        }
        self.targets[number]
    }

    /// The targets after a move, with the capture of a runner that stands on an empty square.
    #[inline]
    fn with_runner(&self, targets: Word, to: Square, captured: Captured) -> Word {
        let gone = targets >> GONE & 1 != 0 && self.space.runner.color != self.side;
        if gone && captured.is_none() {
            targets | bit(to)
        } else {
            targets
        }
    }

    fn runner(&self, visit: &mut impl FnMut(Word) -> bool) -> bool {
        let runner = self.space.runner;
        if runner.color != self.side {
            return true;
        }
        let occupied = self.here.occupied;
        let quiet = self.targets[self.here.number] & BOARD;
        if quiet != 0 && !visit(sources(runner.kind, runner.color, quiet, BOARD & !occupied)) {
            return false;
        }
        self.here.pieces.iter().all(|piece| {
            let (group, at) = (usize::from(piece.group), piece.square);
            let is_target = || {
                let number = self.moved(self.here.number, group, self.next(piece, GONE));
                self.targets[number] & bit(at) != 0
            };
            self.space.groups[group].color == self.side
                || !is_target()
                || visit(attackers(runner.kind, runner.color, at, occupied))
        })
    }

    fn general(&self, visit: &mut impl FnMut(Word) -> bool) -> bool {
        let side = self.side.index();
        let steps = leapers::general(self.side, self.here.generals[side]);
        steps.iter().all(|&to| {
            let Some(captured) = self.capture(to) else {
                return true;
            };
            let mut generals = self.here.generals;
            generals[side] = to;
            let (first, mirror) = self.space.first_of(generals);
            let targets = if mirror {
                let mut states = self.here.states.clone();
                if let Some((group, state)) = captured {
                    states[group] = state;
                }
                mirrored(self.targets[self.space.number(generals, &states).0])
            } else {
                let number = first + (self.here.number - self.here.first);
                let taken = captured.map(|(group, state)| self.moved(number, group, state));
                self.targets[taken.unwrap_or(number)]
            };
            let targets = self.with_runner(targets, to, captured);
            targets == 0 || visit(targets)
        })
    }

    fn pieces(&self, visit: &mut impl FnMut(Word) -> bool) -> bool {
        self.here.pieces.iter().all(|piece| {
            let (group, from) = (&self.space.groups[usize::from(piece.group)], piece.square);
            if group.color != self.side {
                return true;
            }
            // The targets with the piece on another square, for a runner that does not stand on `clear`.
            let mut step = |to: Square, clear: Word| {
                let Some(captured) = self.capture(to) else {
                    return true;
                };
                let targets = self.after(piece, to, captured);
                let targets = self.with_runner(targets, to, captured) & !clear;
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

    fn rook(&self, from: Square, step: &mut impl FnMut(Square, Word) -> bool) -> bool {
        for (files, ranks) in LINES {
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

    fn cannon(&self, piece: &Standing, visit: &mut impl FnMut(Word) -> bool) -> bool {
        let takes_runner = self.space.runner.color != self.side;
        for (files, ranks) in LINES {
            let (mut at, mut screens) = (piece.square, 0);
            while let Some(to) = at.offset(files, ranks) {
                at = to;
                let passed = between(piece.square, to);
                let empty = self.is_empty(to);
                let after = |captured| self.after(piece, to, captured);
                let capture = || self.capture(to).map_or(0, after);
                let found = match (empty, screens) {
                    (true, 0) => after(None) & !passed,
                    // The runner is what it captures, over the screen.
                    (true, _) if takes_runner => (after(None) >> GONE & 1) << to.index(),
                    (true, _) => 0,
                    // The runner is the screen.
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

const LINES: [(i8, i8); 4] = [(0, 1), (1, 0), (0, -1), (-1, 0)];

/// The squares of the runner for which a side's general can be taken, or faces the other.
pub(super) fn checked(space: &Space, here: &Placement, side: Color) -> Word {
    let general = here.generals[side.index()];
    let other = side.other();
    let mut found = 0;
    if space.runner.color == other {
        found |= attackers(space.runner.kind, other, general, here.occupied);
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
        let (group, at) = (&space.groups[usize::from(piece.group)], piece.square);
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
