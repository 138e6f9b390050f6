//! Threats: captures that a side could make next, and what they would win.
//!
//! The rule books judge a chase by what the threatened capture would win (AXF 2018, definitions of chase, true root and false
//! root). So not every attack is a threat:
//!
//! - The capture must be **legal**: a piece that would expose its own general threatens nothing.
//! - The target must have no **true root**: no protector with a legal recapture after the capture. A protector without one (it
//!   is pinned, the capture blocks it, its general may not move there) is a *false root* and does not count.
//! - If the target is worth more than its attacker, its roots do not matter: a rook attacked by a horse or a cannon; a
//!   rook, cannon or horse attacked by an advisor or an elephant.
//! - An attack on a **like piece** is an offer to exchange, unless the attacked piece could not capture its attacker because
//!   its leg is blocked or it is pinned.
//!
//! Existing checks are ignored on both sides, because a check is answered before a threat is carried out.

use crate::board::{
    Board, Color, Move, PieceKind, Slot, SquareSet, slot_kind, slots_in, slots_of, slots_of_side,
};

/// A set of pieces, with a bit for each slot.
pub(super) type SlotSet = u32;

/// What a capture would win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gain {
    /// There is no such capture, or it would not be legal.
    Impossible,
    /// Nothing: the target has a true root.
    Protected,
    /// Nothing: the target is a like piece that could itself capture the attacker.
    Exchange,
    /// The target, because it has no root or is worth more than its attacker.
    Wins,
    /// The target, because all its roots are false.
    FalseRoots,
}

impl Gain {
    /// Returns true if the capture would win something.
    pub fn is_threat(self) -> bool {
        matches!(self, Gain::Wins | Gain::FalseRoots)
    }
}

/// The pieces of a side that can chase: all but its general and pawns, whose chases are allowed.
pub(super) fn chasers(board: &Board, side: Color) -> SlotSet {
    let exempt = slots_of(side, PieceKind::General) | slots_of(side, PieceKind::Pawn);
    board.slots_on_board() & slots_of_side(side) & !exempt
}

/// The pieces of a side that can be chased: not the general, which is checked, nor pawns that have not crossed the river.
pub(super) fn chaseable(board: &Board, side: Color) -> SlotSet {
    let at_home: SlotSet = slots_in(board.slots_on_board() & slots_of(side, PieceKind::Pawn))
        .filter(|&pawn| !board.slot_square(pawn).is_across_river(side))
        .fold(0, |set, pawn| set | 1 << pawn);
    let exempt = slots_of(side, PieceKind::General) | at_home;
    board.slots_on_board() & slots_of_side(side) & !exempt
}

/// A position in which one side is to move, whoever is to move in the game.
pub(super) struct Threats {
    board: Board,
    /// The pieces that give check to that side. They are ignored, since the check is answered first.
    checkers: SquareSet,
}

impl Threats {
    /// The position with `side` to move.
    pub fn of(board: &Board, side: Color) -> Threats {
        let mut board = board.clone();
        if board.side() != side {
            let _ = board.make_null();
        }
        let checkers = board.checkers();
        Threats { board, checkers }
    }

    /// What the side would win by capturing `target` with `attacker`.
    pub fn gain(&mut self, attacker: Slot, target: Slot) -> Gain {
        let capture = self.capture(attacker, target);
        if !self.board.attacks(capture.from(), capture.to())
            || !is_safe(&mut self.board, capture, self.checkers)
        {
            return Gain::Impossible;
        }
        let (by, of) = (slot_kind(attacker), slot_kind(target));
        if outranks(of, by) {
            Gain::Wins
        } else if by == of && self.can_capture_back(capture) {
            Gain::Exchange
        } else {
            self.gain_by_roots(capture)
        }
    }

    /// The squares of the pieces that attack the target's square after `attacker` has captured `target`, pins and checks
    /// ignored.
    pub fn roots(&mut self, attacker: Slot, target: Slot) -> SquareSet {
        let capture = self.capture(attacker, target);
        self.board
            .after(capture, |board| board.attackers(capture.to(), board.side()))
    }

    /// Returns true if a move of an enemy piece is illegal because it would expose its general.
    pub fn is_pinned(&mut self, mv: Move) -> bool {
        let undo = self.board.make_null();
        let checkers = self.board.checkers();
        let safe = is_safe(&mut self.board, mv, checkers);
        self.board.undo_null(undo);
        !safe
    }

    fn capture(&self, attacker: Slot, target: Slot) -> Move {
        let [from, to] = [attacker, target].map(|slot| self.board.slot_square(slot));
        Move::new(from, to)
    }

    /// Returns true if the attacked piece could capture its attacker if its side were to move.
    fn can_capture_back(&mut self, capture: Move) -> bool {
        let back = Move::new(capture.to(), capture.from());
        self.board.attacks(back.from(), back.to()) && !self.is_pinned(back)
    }

    /// What a capture wins by the roots that remain after it.
    fn gain_by_roots(&mut self, capture: Move) -> Gain {
        let board = &mut self.board;
        let (us, them) = (board.side(), !board.side());
        // An existing check is answered before the capture.
        let checkers = board.attackers(board.general(them), us);
        board.after(capture, |board| {
            let roots = board.attackers(capture.to(), them);
            let mut recaptures = roots.iter().map(|root| Move::new(root, capture.to()));
            if roots.is_empty() {
                Gain::Wins
            } else if recaptures.any(|recapture| is_safe(board, recapture, checkers)) {
                Gain::Protected
            } else {
                Gain::FalseRoots
            }
        })
    }
}

/// Returns true if a piece is worth more than its attacker, so that its roots do not matter.
fn outranks(target: PieceKind, attacker: PieceKind) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Rook};
    match attacker {
        Horse | Cannon => target == Rook,
        Advisor | Elephant => matches!(target, Rook | Cannon | Horse),
        _ => false,
    }
}

/// Returns true if after a move of the side to move only pieces in `ignored` attack its general.
fn is_safe(board: &mut Board, mv: Move, ignored: SquareSet) -> bool {
    let side = board.side();
    let attackers = board.after(mv, |board| board.attackers(board.general(side), !side));
    attackers.difference(ignored).is_empty()
}
