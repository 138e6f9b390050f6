//! Threats: captures that a side could make next, and what they would win.
//!
//! The rule books judge a chase by what the capture it threatens would really win (AXF 2018, definitions of chase, true root and
//! false root). So a threat is more than an attack:
//!
//! - The capture must be **legal**: a piece that would expose its own general by it threatens nothing.
//! - The target must have no **true root**: no protector that could recapture, by a legal move, once the capture has been made. A
//!   protector that could not (it is pinned, the capture blocks it, its general may not go there) is a *false root* and does
//!   not count.
//! - Some targets are worth more than their attacker, and then roots do not matter: a rook attacked by a horse or a cannon; a
//!   rook, cannon or horse attacked by an advisor or an elephant.
//! - Where **like attacks like**, it is an offer to exchange, unless the attacked piece could not capture back: its leg is
//!   blocked, or it is pinned.
//!
//! Checks that stand on the board do not count on either side: a check is answered before a threat is carried out.

use crate::board::{Board, Color, Move, PieceKind, Slot, SquareSet, slot_kind, slots_in, slots_of};

/// A set of pieces: a bit for each slot.
pub(super) type Pieces = u32;

/// What a capture would win.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gain {
    /// There is no such capture, or it would not be legal.
    Impossible,
    /// Nothing: the target has a true root.
    Protected,
    /// Nothing: the target, a like piece, could as well capture first.
    Exchange,
    /// The target, which has no root or is worth more than its attacker.
    Wins,
    /// The target, whose roots are all false.
    FalseRoots,
}

impl Gain {
    pub fn is_threat(self) -> bool {
        matches!(self, Gain::Wins | Gain::FalseRoots)
    }
}

/// The pieces of a side that can chase: all but its general and its pawns, whose chases are allowed.
pub(super) fn chasers(board: &Board, side: Color) -> Pieces {
    let allowed = slots_of(side, PieceKind::General) | slots_of(side, PieceKind::Pawn);
    board.alive() & of_side(side) & !allowed
}

/// The pieces of a side that can be chased: not the general, which is checked, nor pawns that have not crossed the river.
pub(super) fn chaseable(board: &Board, side: Color) -> Pieces {
    let at_home: Pieces = slots_in(board.alive() & slots_of(side, PieceKind::Pawn))
        .filter(|&pawn| !board.slot_square(pawn).crossed(side))
        .fold(0, |set, pawn| set | 1 << pawn);
    board.alive() & of_side(side) & !slots_of(side, PieceKind::General) & !at_home
}

fn of_side(side: Color) -> Pieces {
    0xffff << (side.index() * 16)
}

/// A position seen by one side as if it were on the move.
pub(super) struct Threats {
    board: Board,
    /// Who gives check to that side: the check will have been answered.
    checkers: SquareSet,
}

impl Threats {
    /// The position as `side` sees it, whoever is to move.
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

    /// The squares from which something could recapture, pins and checks aside, if `attacker` captured `target`.
    pub fn roots(&mut self, attacker: Slot, target: Slot) -> SquareSet {
        let capture = self.capture(attacker, target);
        self.board
            .after(capture, |board| board.attackers(capture.to(), board.side()))
    }

    /// Whether an enemy piece may not make this move because its general would be exposed.
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

    /// Whether the attacked piece could, were it on the move, capture its attacker.
    fn can_capture_back(&mut self, capture: Move) -> bool {
        let back = Move::new(capture.to(), capture.from());
        self.board.attacks(back.from(), back.to()) && !self.is_pinned(back)
    }

    /// What a capture wins by the roots left once it has been made.
    fn gain_by_roots(&mut self, capture: Move) -> Gain {
        let board = &mut self.board;
        let (us, them) = (board.side(), !board.side());
        // A check that stands already will have been answered by then.
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

/// Whether a piece is worth more than its attacker, so that its roots do not matter.
fn outranks(target: PieceKind, attacker: PieceKind) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Rook};
    match attacker {
        Horse | Cannon => target == Rook,
        Advisor | Elephant => matches!(target, Rook | Cannon | Horse),
        _ => false,
    }
}

/// Whether a move of the side to move leaves its general attacked by none but those in `known`.
fn is_safe(board: &mut Board, mv: Move, known: SquareSet) -> bool {
    let side = board.side();
    let attackers = board.after(mv, |board| board.attackers(board.general(side), !side));
    attackers.minus(known).is_empty()
}
