//! What a single move did, in the rule book's words.

use super::chase::{Chase, Chases};
use super::cycle::Turn;
use super::kill::threatens_mate;
use super::threat::{Standing, Threats, chaseable};
use crate::board::{Board, Color, Move, Piece, SquareSet, slots_in};

/// What a move did.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Deed {
    /// The move.
    pub mv: Move,
    /// The piece moved.
    pub piece: Piece,
    /// What it captured.
    pub captured: Option<Piece>,
    /// Whether it gives check.
    pub check: bool,
    /// Whether it threatens mate by successive checks.
    pub kill: bool,
    /// The chases it makes.
    pub chases: Vec<Chase>,
    /// What else it does.
    pub manner: Manner,
}

/// What a move does that need not attack: all of it free under every rule book.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Manner {
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

/// The chief thing that a move did, the gravest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Act {
    /// It gives check (将).
    Check,
    /// It threatens mate (杀).
    Kill,
    /// It chases (捉).
    Chase,
    /// It captures (吃).
    Capture,
    /// Anything else.
    Other(Manner),
}

impl Deed {
    /// What a legal move does, played on a board.
    ///
    /// ```
    /// use chuhe::{board::Board, rules::{Act, Deed}};
    /// // The rook goes for the horse, which nothing protects.
    /// let board = Board::from_fen("3k5/9/9/2n6/9/9/9/9/R8/4K4 w - - 0 1").unwrap();
    /// let deed = Deed::of(&board, "a1c1".parse().unwrap());
    /// assert_eq!(deed.act(), Act::Chase);
    /// assert_eq!(deed.chases[0].square.to_string(), "c6");
    /// ```
    ///
    /// # Panics
    /// When the move leaves an empty square.
    pub fn of(board: &Board, mv: Move) -> Deed {
        let piece = board.piece_at(mv.from()).expect("a move moves a piece");
        let captured = board.piece_at(mv.to());
        let turn = Turn::of(board, mv);
        Deed {
            mv,
            piece,
            captured,
            check: turn.after.in_check(),
            kill: threatens_mate(&turn.after),
            chases: Chases::of(&turn).list(),
            manner: Manner::of(&turn),
        }
    }

    /// Who moved.
    pub fn side(&self) -> Color {
        self.piece.color()
    }

    /// The chief thing that it did.
    pub fn act(&self) -> Act {
        if self.check {
            Act::Check
        } else if self.kill {
            Act::Kill
        } else if !self.chases.is_empty() {
            Act::Chase
        } else if self.captured.is_some() {
            Act::Capture
        } else {
            Act::Other(self.manner)
        }
    }
}

impl Act {
    /// The word for it.
    pub const fn name(self) -> &'static str {
        match self {
            Act::Check => "check",
            Act::Kill => "kill",
            Act::Chase => "chase",
            Act::Capture => "capture",
            Act::Other(Manner::Exchange) => "exchange",
            Act::Other(Manner::Offer) => "offer",
            Act::Other(Manner::Block) => "block",
            Act::Other(Manner::Follow) => "follow",
            Act::Other(Manner::Idle) => "idle",
        }
    }
}

impl Manner {
    fn of(turn: &Turn) -> Manner {
        let (mover, to) = (turn.mover(), turn.mv.to());
        let moved = turn.after.slot_at(to);
        let mut before = Threats::of(&turn.before, mover);
        let mut after = Threats::of(&turn.after, mover);
        // How the moved piece stands to every enemy piece that it did not attack before.
        let targets = chaseable(&turn.after, !mover);
        let mut met = |wanted: Standing| {
            slots_in(targets).any(|target| {
                before.standing(moved, target) == Standing::None
                    && after.standing(moved, target) == wanted
            })
        };
        if met(Standing::Exchange) {
            return Manner::Exchange;
        }
        let can_be_taken = turn.after.legal_moves().iter().any(|mv| mv.to() == to);
        if can_be_taken {
            return Manner::Offer;
        }
        let relieved = |square| {
            let attackers = |board: &Board| board.attackers(square, !mover);
            !attackers(&turn.before)
                .minus(attackers(&turn.after))
                .minus(SquareSet::of(to))
                .is_empty()
        };
        let mut others = turn.after.all_pieces();
        if others.any(|(piece, square)| piece.color() == mover && square != to && relieved(square))
        {
            return Manner::Block;
        }
        if met(Standing::Protected) {
            Manner::Follow
        } else {
            Manner::Idle
        }
    }
}
