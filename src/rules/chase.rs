//! Chases (捉): captures newly threatened by the move just played.
//!
//! A move chases a piece when after it some attacker threatens to win the piece (see `threat`), and the move made that threat:
//!
//! - the attacker did not attack the piece before, or could not have captured it; or
//! - it did, but a protector was a true root before, and the move has pinned it.
//!
//! A threat that stood before the move and was merely kept is no chase, nor is it one to block or lure away a protector of a
//! piece that was attacked already: so the diagrams of the rule book decide (`docs/rules.md`). Any piece of the side may be
//! the attacker: a general's or pawn's move that uncovers a rook's attack is the rook's chase.

use super::cycle::Turn;
use super::threat::{Gain, Pieces, Threats, chaseable, chasers};
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
    /// The piece that it would win.
    pub target: Piece,
    /// The target's square.
    pub square: Square,
    /// Whether the target is protected, but by false roots only.
    pub false_roots: bool,
}

/// What a side threatens before and after its move.
pub(super) struct Chases<'a> {
    turn: &'a Turn,
    before: Threats,
    after: Threats,
}

impl Chases<'_> {
    pub fn of(turn: &Turn) -> Chases<'_> {
        let mover = turn.mover();
        Chases {
            before: Threats::of(&turn.before, mover),
            after: Threats::of(&turn.after, mover),
            turn,
        }
    }

    /// Which of the pieces in `among` the move chases.
    pub fn chased(&mut self, among: Pieces) -> Pieces {
        let board = &self.turn.after;
        let attackers = chasers(board, self.turn.mover());
        let targets = chaseable(board, !self.turn.mover()) & among;
        slots_in(targets)
            .filter(|&target| slots_in(attackers).any(|by| self.chase(by, target).is_some()))
            .fold(0, |set, target| set | 1 << target)
    }

    /// Every chase that the move makes, with both pieces.
    pub fn list(&mut self) -> Vec<Chase> {
        let (board, mover) = (&self.turn.after, self.turn.mover());
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

    /// What the capture would win, if the move has made it a threat.
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

    /// Whether the move has pinned a protector of the target.
    fn pins_a_root(&mut self, attacker: Slot, target: Slot) -> bool {
        let square = self.turn.after.slot_square(target);
        self.after.roots(attacker, target).iter().any(|root| {
            let guard = Move::new(root, square);
            self.after.is_pinned(guard) && !self.before.is_pinned(guard)
        })
    }
}

/// The rooks of a side that may not move because they block the leg of a horse that would give check.
pub(super) fn rooks_pinned_by_horses(board: &Board, side: Color) -> Pieces {
    let general = board.general(side);
    board
        .pieces(!side, PieceKind::Horse)
        .filter_map(|horse| leapers::horse_leg(horse, general))
        .map(|leg| board.slot_at(leg))
        .filter(|&slot| slot != EMPTY)
        .fold(0, |set, slot| set | 1 << slot)
        & slots_of(side, PieceKind::Rook)
}
