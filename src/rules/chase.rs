//! Chases (捉): captures newly threatened by the move just played.
//!
//! A move chases a piece if an attacker threatens to win the piece after the move (see `threat`) and the move made the threat:
//!
//! - the attacker could not capture the piece before; or
//! - it could, but a protector was a true root, and the move pins that protector.
//!
//! A threat that existed before the move is not a chase. Nor is a move that blocks or deflects a protector of a piece that was
//! already attacked. Both follow the diagrams of the rule book (`docs/rules.md`). The attacker need not be the piece that
//! moved: if a move of a general or pawn uncovers a rook's attack, the rook chases.

use super::cycle::Transition;
use super::threat::{Gain, SlotSet, Threats, chaseable, chasers};
use crate::board::slot::{EMPTY, slot_piece};
use crate::board::{
    Board, Color, Move, Piece, PieceKind, Slot, Square, leapers, slots_in, slots_of,
};

/// One piece chased by another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Chase {
    /// The piece that threatens to capture.
    pub attacker: Piece,
    /// The attacker's square.
    pub from: Square,
    /// The piece that the capture would win.
    pub target: Piece,
    /// The target's square.
    pub square: Square,
    /// True if the target is protected, but by false roots only.
    pub false_roots: bool,
}

/// The threats of a side before and after its move.
pub(super) struct Chases<'a> {
    transition: &'a Transition,
    before: Threats,
    after: Threats,
}

impl Chases<'_> {
    pub fn of(transition: &Transition) -> Chases<'_> {
        let mover = transition.mover();
        Chases {
            before: Threats::of(&transition.before, mover),
            after: Threats::of(&transition.after, mover),
            transition,
        }
    }

    /// The pieces in `among` that the move chases.
    pub fn chased(&mut self, among: SlotSet) -> SlotSet {
        let board = &self.transition.after;
        let attackers = chasers(board, self.transition.mover());
        let targets = chaseable(board, !self.transition.mover()) & among;
        slots_in(targets)
            .filter(|&target| slots_in(attackers).any(|by| self.chase(by, target).is_some()))
            .fold(0, |set, target| set | 1 << target)
    }

    /// Every chase of the move.
    pub fn list(&mut self) -> Vec<Chase> {
        let (board, mover) = (&self.transition.after, self.transition.mover());
        let attackers = chasers(board, mover);
        slots_in(chaseable(board, !mover))
            .flat_map(|target| slots_in(attackers).map(move |by| (by, target)))
            .filter_map(|(by, target)| {
                Some(Chase {
                    false_roots: self.chase(by, target)? == Gain::FalseRoots,
                    attacker: slot_piece(by),
                    from: board.slot_square(by),
                    target: slot_piece(target),
                    square: board.slot_square(target),
                })
            })
            .collect()
    }

    /// The gain of the capture if the move made it a threat; `None` otherwise.
    fn chase(&mut self, attacker: Slot, target: Slot) -> Option<Gain> {
        let now = self.after.gain(attacker, target);
        let is_new = now.is_threat()
            && match self.before.gain(attacker, target) {
                Gain::Impossible => true,
                Gain::Protected | Gain::Exchange => {
                    now == Gain::FalseRoots && self.pins_a_root(attacker, target)
                }
                Gain::Wins | Gain::FalseRoots => false,
            };
        is_new.then_some(now)
    }

    /// Returns true if the move has pinned a protector of the target.
    fn pins_a_root(&mut self, attacker: Slot, target: Slot) -> bool {
        let square = self.transition.after.slot_square(target);
        self.after.roots(attacker, target).iter().any(|root| {
            let recapture = Move::new(root, square);
            self.after.is_pinned(recapture) && !self.before.is_pinned(recapture)
        })
    }
}

/// The rooks of a side that may not leave the leg of a horse that would give check, except to capture that horse.
pub(super) fn rooks_pinned_by_horses(board: &Board, side: Color) -> SlotSet {
    let general = board.general(side);
    board
        .pieces(!side, PieceKind::Horse)
        .filter_map(|horse| leapers::horse_leg(horse, general))
        .map(|leg| board.slot_at(leg))
        .filter(|&slot| slot != EMPTY)
        .fold(0, |set, slot| set | 1 << slot)
        & slots_of(side, PieceKind::Rook)
}
