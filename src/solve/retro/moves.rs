//! The moves of one side from a placement, for all squares of the runner at once.
//!
//! Given a set of target positions, a word for every placement, it reports for each move the squares of the runner for which the
//! move leads there.

use super::space::{Placement, Space, Standing};
use super::words::{BOARD, GONE, Word, attackers, between, bit, mirrored, sources};
use crate::board::leapers;
use crate::board::{Color, PieceKind, Square};

/// A placement, the side to move and the target positions.
pub(super) struct Moves<'s> {
    pub space: &'s Space,
    pub here: &'s Placement,
    pub side: Color,
    /// For each placement the squares of the runner that are targets.
    pub targets: &'s [Word],
}

impl Moves<'_> {
    /// Calls `visit` for each move with the squares of the runner for which it leads to a target, until that returns
    /// false.
    pub fn for_each(&self, mut visit: impl FnMut(Word) -> bool) -> bool {
        self.runner(&mut visit) && self.general(&mut visit) && self.pieces(&mut visit)
    }

    /// The targets where a group has another state, and a piece on `at` (not the runner) is captured.
    #[inline]
    fn after(&self, group: usize, state: u16, at: Square) -> Word {
        let here = self.here;
        let mut number = self.moved(here.number, group, state);
        if here.occupied & bit(at) != 0 {
            let (other, rest) = self.without(at);
            number = self.moved(number, other, rest);
        }
        self.targets[number]
    }

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

    /// The group that has a piece on a square, and its state without it.
    fn without(&self, at: Square) -> (usize, u16) {
        let found = self.here.pieces.iter().find(|piece| piece.square == at);
        let found = found.expect("a piece stands on an occupied square");
        let group = usize::from(found.group);
        (group, self.next(found, GONE))
    }

    /// Whether the side may go to a square: not where its own piece stands, or a general.
    #[inline]
    fn is_open(&self, to: Square) -> bool {
        if self.here.occupied & bit(to) == 0 {
            return true;
        }
        let piece = self.here.pieces.iter().find(|piece| piece.square == to);
        piece.is_some_and(|piece| self.space.groups[usize::from(piece.group)].color != self.side)
    }

    /// The targets after a move to an empty square, with the capture of a runner that stands there.
    #[inline]
    fn with_runner(&self, targets: Word, to: Square) -> Word {
        let captured = targets >> GONE & 1 != 0 && self.space.runner.color != self.side;
        if captured { targets | bit(to) } else { targets }
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
        for piece in &self.here.pieces {
            let (group, at) = (usize::from(piece.group), piece.square);
            if self.space.groups[group].color == self.side {
                continue;
            }
            let after = self.targets[self.moved(self.here.number, group, self.next(piece, GONE))];
            if after & bit(at) != 0 && !visit(attackers(runner.kind, runner.color, at, occupied)) {
                return false;
            }
        }
        true
    }

    fn general(&self, visit: &mut impl FnMut(Word) -> bool) -> bool {
        let side = self.side.index();
        for &to in leapers::general(self.side, self.here.generals[side]) {
            if !self.is_open(to) {
                continue;
            }
            let mut generals = self.here.generals;
            generals[side] = to;
            let taken = (self.here.occupied & bit(to) != 0).then(|| self.without(to));
            let (first, mirror) = self.space.first_of(generals);
            let targets = if mirror {
                let mut states = self.here.states.clone();
                if let Some((group, state)) = taken {
                    states[group] = state;
                }
                mirrored(self.targets[self.space.number(generals, &states).0])
            } else {
                let number = first + (self.here.number - self.here.first);
                self.targets
                    [taken.map_or(number, |(group, state)| self.moved(number, group, state))]
            };
            let targets = match taken {
                None => self.with_runner(targets, to),
                Some(_) => targets,
            };
            if targets != 0 && !visit(targets) {
                return false;
            }
        }
        true
    }

    fn pieces(&self, visit: &mut impl FnMut(Word) -> bool) -> bool {
        self.here.pieces.iter().all(|standing| {
            let (group, from) = (usize::from(standing.group), standing.square);
            let pieces = &self.space.groups[group];
            if pieces.color != self.side {
                return true;
            }
            // The targets with the piece on another square, for a runner that does not stand on `clear`.
            let mut step = |to: Square, clear: Word| {
                if !self.is_open(to) {
                    return true;
                }
                let mut targets = self.after(group, self.next(standing, to.index()), to);
                if self.here.occupied & bit(to) == 0 {
                    targets = self.with_runner(targets, to);
                }
                targets &= !clear;
                targets == 0 || visit(targets)
            };
            let free = |block: Square| self.here.occupied & bit(block) == 0;
            match pieces.kind {
                PieceKind::Advisor => {
                    let mut steps = leapers::advisor(self.side, from).iter();
                    steps.all(|&to| step(to, 0))
                }
                PieceKind::Pawn => {
                    let mut steps = leapers::pawn(self.side, from).iter();
                    steps.all(|&to| step(to, 0))
                }
                PieceKind::Elephant => {
                    let mut steps = leapers::elephant(self.side, from).iter();
                    steps.all(|to| !free(to.block) || step(to.to, bit(to.block)))
                }
                PieceKind::Horse => {
                    let mut steps = leapers::horse(from).iter();
                    steps.all(|to| !free(to.block) || step(to.to, bit(to.block)))
                }
                PieceKind::Rook => self.rook(from, &mut step),
                PieceKind::Cannon => self.cannon(
                    from,
                    |to| self.after(group, self.next(standing, to.index()), to),
                    visit,
                ),
                PieceKind::General => true,
            }
        })
    }

    fn rook(&self, from: Square, step: &mut impl FnMut(Square, Word) -> bool) -> bool {
        for direction in LINES {
            let mut at = from;
            while let Some(to) = at.offset(direction.0, direction.1) {
                if !step(to, between(from, to)) {
                    return false;
                }
                if self.here.occupied & bit(to) != 0 {
                    break;
                }
                at = to;
            }
        }
        true
    }

    fn cannon(
        &self,
        from: Square,
        after: impl Fn(Square) -> Word,
        visit: &mut impl FnMut(Word) -> bool,
    ) -> bool {
        let takes_runner = self.space.runner.color != self.side;
        for direction in LINES {
            let (mut at, mut screens) = (from, 0);
            while let Some(to) = at.offset(direction.0, direction.1) {
                at = to;
                let passed = between(from, to);
                let empty = self.here.occupied & bit(to) == 0;
                let found = match (empty, screens) {
                    (true, 0) => after(to) & !passed,
                    // The runner is what it captures, over the screen.
                    (true, _) if takes_runner => (after(to) >> GONE & 1) << to.index(),
                    // The runner is the screen.
                    (false, 0) if self.is_open(to) => after(to) & passed,
                    (false, 1) if self.is_open(to) => after(to) & !passed,
                    _ => 0,
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
    let screens = |at: Square| (here.occupied & between(at, general)).count_ones();
    let line = |at: Square| at.file() == general.file() || at.rank() == general.rank();
    let rook = |at: Square| match screens(at) {
        0 if line(at) => !between(at, general),
        _ => 0,
    };
    let facing = here.generals[other.index()];
    if facing.file() == general.file() {
        found |= rook(facing);
    }
    for &Standing {
        group, square: at, ..
    } in &here.pieces
    {
        let group = &space.groups[usize::from(group)];
        if group.color != other {
            continue;
        }
        found |= match group.kind {
            PieceKind::Rook => rook(at),
            PieceKind::Cannon if line(at) => match screens(at) {
                0 => between(at, general),
                1 => !between(at, general),
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
