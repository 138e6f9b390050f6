//! Move classification in the rule book's terms: check, kill, chase, and the allowed classes.

use super::chase::{Chase, Chases};
use super::cycle::Transition;
use super::mate_by_checks::threatens_mate;
use super::threat::{Gain, Threats, chaseable};
use crate::board::{Board, Move, Piece, slots_in};

/// A move with its class and what decides it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ClassifiedMove {
    /// The move.
    pub mv: Move,
    /// The piece that moves.
    pub piece: Piece,
    /// Every chase that it makes.
    pub chases: Vec<Chase>,
    /// The first class in the order of [`MoveClass`] that fits.
    pub class: MoveClass,
}

/// The class of a move. Those from [`MoveClass::Exchange`] on are allowed under every rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MoveClass {
    /// It gives check (将).
    Check,
    /// It threatens mate by successive checks (杀).
    Kill,
    /// It chases (捉).
    Chase,
    /// It captures (吃).
    Capture,
    /// It offers an exchange (兑): it attacks a like piece that could capture it.
    Exchange,
    /// It offers the piece moved (献): the opponent can capture it.
    Offer,
    /// It blocks (拦): an enemy piece no longer attacks a piece that it attacked.
    Block,
    /// It follows (跟): the piece that moved attacks a protected piece that it did not attack before.
    Follow,
    /// None of these (闲).
    Idle,
}

impl ClassifiedMove {
    /// Classifies a legal move of a position.
    ///
    /// ```
    /// use chuhe::{board::Board, rules::{ClassifiedMove, MoveClass}};
    /// // The rook attacks the horse, which nothing protects.
    /// let board = Board::from_fen("3k5/9/9/2n6/9/9/9/9/R8/4K4 w - - 0 1").unwrap();
    /// let chase = ClassifiedMove::of(&board, "a1c1".parse().unwrap());
    /// assert_eq!(chase.class, MoveClass::Chase);
    /// assert_eq!(chase.chases[0].square.to_string(), "c6");
    /// ```
    ///
    /// # Panics
    /// When the square that the move leaves is empty.
    pub fn of(board: &Board, mv: Move) -> ClassifiedMove {
        let piece = board.piece_at(mv.from()).expect("a move moves a piece");
        let transition = Transition::of(board, mv);
        let chases = Chases::of(&transition).list();
        let class = if transition.after.in_check() {
            MoveClass::Check
        } else if threatens_mate(&transition.after) {
            MoveClass::Kill
        } else if !chases.is_empty() {
            MoveClass::Chase
        } else if !board.is_empty(mv.to()) {
            MoveClass::Capture
        } else {
            allowed_class(&transition)
        };
        ClassifiedMove {
            mv,
            piece,
            chases,
            class,
        }
    }
}

impl MoveClass {
    /// The word in JSON, and the Chinese term.
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

    /// The word in JSON.
    pub const fn name(self) -> &'static str {
        self.names().0
    }
}

/// The class of a move that neither captures nor attacks.
fn allowed_class(transition: &Transition) -> MoveClass {
    let (mover, to) = (transition.mover(), transition.mv.to());
    let moved = transition.after.slot_at(to);
    let mut before = Threats::of(&transition.before, mover);
    let mut after = Threats::of(&transition.after, mover);
    // Whether the moved piece newly attacks an enemy piece, with this gain.
    let mut newly_attacks = |gain: Gain| {
        slots_in(chaseable(&transition.after, !mover)).any(|target| {
            before.gain(moved, target) == Gain::Impossible && after.gain(moved, target) == gain
        })
    };
    let blocks_attack_on = |square| {
        let attackers = |board: &Board| board.attackers(square, !mover);
        let no_longer = attackers(&transition.before).difference(attackers(&transition.after));
        !no_longer.is_empty()
    };
    let is_offered = || {
        let replies = transition.after.legal_moves();
        replies.iter().any(|mv| mv.to() == to)
    };
    if newly_attacks(Gain::Exchange) {
        MoveClass::Exchange
    } else if is_offered() {
        MoveClass::Offer
    } else if (transition.after.all_pieces())
        .any(|(piece, square)| piece.color() == mover && square != to && blocks_attack_on(square))
    {
        MoveClass::Block
    } else if newly_attacks(Gain::Protected) {
        MoveClass::Follow
    } else {
        MoveClass::Idle
    }
}
