//! Classes of moves in the rule book's terms: check, kill, chase, and what is allowed.

use super::chase::{Chase, Chases};
use super::cycle::Turn;
use super::mate_by_checks::threatens_mate;
use super::threat::{Gain, Threats, chaseable};
use crate::board::{Board, Move, Piece, SquareSet, slots_in};

/// A move with everything that the rules ask about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassifiedMove {
    pub mv: Move,
    pub piece: Piece,
    pub check: bool,
    /// Whether it threatens mate by successive checks.
    pub kill: bool,
    pub chases: Vec<Chase>,
    /// The gravest of the classes that fit.
    pub class: MoveClass,
}

/// The class of a move. Those from [`MoveClass::Exchange`] on are allowed under every rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// It gives check (将).
    Check,
    /// It threatens mate (杀).
    Kill,
    /// It chases (捉).
    Chase,
    /// It captures (吃).
    Capture,
    /// It offers a like piece in exchange (兑): it attacks one that could as well capture first.
    Exchange,
    /// It offers the piece moved (献): the opponent may capture it now.
    Offer,
    /// It blocks (拦): an enemy piece no longer attacks what it attacked.
    Block,
    /// It follows (跟): it attacks a protected piece that it did not attack before.
    Follow,
    /// None of these (闲).
    Idle,
}

impl ClassifiedMove {
    /// Classifies a legal move of a position.
    ///
    /// ```
    /// use chuhe::{board::Board, rules::{ClassifiedMove, MoveClass}};
    /// // The rook goes for the horse, which nothing protects.
    /// let board = Board::from_fen("3k5/9/9/2n6/9/9/9/9/R8/4K4 w - - 0 1").unwrap();
    /// let chase = ClassifiedMove::of(&board, "a1c1".parse().unwrap());
    /// assert_eq!(chase.class, MoveClass::Chase);
    /// assert_eq!(chase.chases[0].square.to_string(), "c6");
    /// ```
    ///
    /// # Panics
    /// When the move leaves an empty square.
    pub fn of(board: &Board, mv: Move) -> ClassifiedMove {
        let piece = board.piece_at(mv.from()).expect("a move moves a piece");
        let before = board.clone();
        let mut after = board.clone();
        let _ = after.make(mv);
        let turn = Turn { mv, before, after };
        let (check, kill) = (turn.after.in_check(), threatens_mate(&turn.after));
        let chases = Chases::of(&turn).list();
        let class = if check {
            MoveClass::Check
        } else if kill {
            MoveClass::Kill
        } else if !chases.is_empty() {
            MoveClass::Chase
        } else if !board.is_empty(mv.to()) {
            MoveClass::Capture
        } else {
            allowed_class(&turn)
        };
        ClassifiedMove {
            mv,
            piece,
            check,
            kill,
            chases,
            class,
        }
    }
}

impl MoveClass {
    /// The word for programs, and the Chinese term.
    pub(super) const fn names(self) -> (&'static str, &'static str) {
        match self {
            MoveClass::Check => ("check", "将"),
            MoveClass::Kill => ("kill", "杀"),
            MoveClass::Chase => ("chase", "捉"),
            MoveClass::Capture => ("capture", "吃"),
            MoveClass::Exchange => ("exchange", "兑"),
            MoveClass::Offer => ("offer", "献"),
            MoveClass::Block => ("block", "拦"),
            MoveClass::Follow => ("follow", "跟"),
            MoveClass::Idle => ("idle", "闲"),
        }
    }

    pub const fn name(self) -> &'static str {
        self.names().0
    }
}

/// The class of a move that does not attack.
fn allowed_class(turn: &Turn) -> MoveClass {
    let (mover, to) = (turn.mover(), turn.mv.to());
    let moved = turn.after.slot_at(to);
    let mut before = Threats::of(&turn.before, mover);
    let mut after = Threats::of(&turn.after, mover);
    // Whether the moved piece attacks, as it did not before, an enemy piece in this way.
    let mut attacks_anew = |gain: Gain| {
        slots_in(chaseable(&turn.after, !mover)).any(|target| {
            before.gain(moved, target) == Gain::Impossible && after.gain(moved, target) == gain
        })
    };
    let relieves = |square| {
        let attackers = |board: &Board| board.attackers(square, !mover);
        let no_longer = attackers(&turn.before).minus(attackers(&turn.after));
        !no_longer.minus(SquareSet::of(to)).is_empty()
    };
    if attacks_anew(Gain::Exchange) {
        MoveClass::Exchange
    } else if turn.after.legal_moves().iter().any(|mv| mv.to() == to) {
        MoveClass::Offer
    } else if (turn.after.all_pieces())
        .any(|(piece, square)| piece.color() == mover && square != to && relieves(square))
    {
        MoveClass::Block
    } else if attacks_anew(Gain::Protected) {
        MoveClass::Follow
    } else {
        MoveClass::Idle
    }
}
