//! How a game stands by the rules, and why.

use std::fmt;

use super::repetition::winner;
use super::{Deed, Offence, Repetition};
use crate::board::Color;

/// Who has won.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// This side has.
    Win(Color),
    /// Nobody: the game is drawn.
    Draw,
    /// The game goes on.
    Undecided,
}

impl Outcome {
    /// One word: `red`, `black`, `draw` or `undecided`.
    pub const fn name(self) -> &'static str {
        match self {
            Outcome::Win(Color::Red) => "red",
            Outcome::Win(Color::Black) => "black",
            Outcome::Draw => "draw",
            Outcome::Undecided => "undecided",
        }
    }
}

/// An outcome with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who has won.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

/// Why a game is over, or is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move has no legal move, and loses for that.
    Stalemate,
    /// The position has occurred too often.
    Repetition(Repeated),
    /// No capture for so many moves by each side.
    NaturalLimit {
        /// The limit, in moves by each side.
        moves: u16,
    },
    /// Nothing but the two generals is left.
    BareGenerals,
    /// Neither side has a rook, horse, cannon or pawn: nothing that could cross the river.
    NoAttackers,
    /// The game goes on.
    InProgress,
}

/// A repetition, and what each side did in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Repeated {
    /// The rules it was judged by.
    pub rules: Repetition,
    /// How often the position has occurred.
    pub occurrences: u32,
    /// What each side, by [`Color::index`], did with every move.
    pub offences: [Offence; 2],
    /// The moves that were judged, in order: all since the first of the occurrences that count, or
    /// one round of them, where every round is alike.
    pub cycle: Vec<Deed>,
    /// How many such rounds were played.
    pub rounds: usize,
}

impl Repeated {
    /// Who wins by it.
    pub fn outcome(&self) -> Outcome {
        winner(self.offences).map_or(Outcome::Draw, Outcome::Win)
    }
}

impl Offence {
    /// What the side does, to follow its name.
    const fn words(self) -> &'static str {
        match self {
            Offence::None => "does not offend",
            Offence::Chase => "chases the same piece with every move",
            Offence::ChaseOfPinnedRook => "chases a rook pinned by a horse with every move",
            Offence::Attack => "attacks (check, kill or chase) with every move",
            Offence::Check => "gives check with every move",
        }
    }
}

impl Reason {
    /// The rule that decides, in a word or two that do not change: for programs.
    pub fn rule(&self) -> &'static str {
        match self {
            Reason::Checkmate => "checkmate",
            Reason::Stalemate => "stalemate",
            Reason::Repetition(repeated) => repeated.rule(),
            Reason::NaturalLimit { .. } => "natural-limit",
            Reason::BareGenerals => "bare-generals",
            Reason::NoAttackers => "no-attackers",
            Reason::InProgress => "in-progress",
        }
    }
}

impl Repeated {
    fn rule(&self) -> &'static str {
        let [red, black] = self.offences;
        match (red.max(black), red == black) {
            (Offence::None, _) => "repetition",
            (Offence::Chase, false) => "perpetual-chase",
            (Offence::Chase, true) => "mutual-chase",
            (Offence::ChaseOfPinnedRook, false) => "chase-of-pinned-rook",
            (Offence::ChaseOfPinnedRook, true) => "mutual-chase",
            (Offence::Attack, false) => "perpetual-attack",
            (Offence::Attack, true) => "mutual-attack",
            (Offence::Check, false) => "perpetual-check",
            (Offence::Check, true) => "mutual-check",
        }
    }
}

impl fmt::Display for Repeated {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [red, black] = self.offences;
        write!(
            f,
            "the position has occurred {} times ({} rules): ",
            self.occurrences,
            self.rules.name()
        )?;
        match self.outcome() {
            Outcome::Win(winner) => {
                let (worse, less) = (red.max(black), red.min(black));
                write!(f, "{} {}, ", !winner, worse.words())?;
                match less {
                    Offence::None => write!(f, "{winner} does not offend, ")?,
                    _ => write!(f, "which is graver: {winner} only {}, ", less.words())?,
                }
                write!(f, "so {} loses", !winner)
            }
            _ if red == Offence::None => f.write_str("neither side offends, a draw"),
            _ => write!(f, "each side {}, a draw", red.words()),
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Reason::Checkmate => f.write_str("checkmate"),
            Reason::Stalemate => {
                f.write_str("stalemate: the side to move has no legal move, and loses")
            }
            Reason::Repetition(repeated) => repeated.fmt(f),
            Reason::NaturalLimit { moves } => {
                write!(
                    f,
                    "natural limit: {moves} moves by each side without a capture"
                )
            }
            Reason::BareGenerals => f.write_str("only the two generals are left"),
            Reason::NoAttackers => {
                f.write_str("neither side has a rook, horse, cannon or pawn left to attack with")
            }
            Reason::InProgress => f.write_str("the game goes on"),
        }
    }
}
