//! Verdict: the outcome of a game with its reason, in English and Chinese.

use std::fmt;

use super::repetition::winner_by;
use super::{ClassifiedMove, Offence, RepetitionRules};
use crate::board::Color;

/// The outcome of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// A win of this side.
    Win(Color),
    /// A draw.
    Draw,
    /// The game goes on, or its result is unknown.
    Undecided,
}

impl Outcome {
    /// One word, and the outcome in English and in Chinese.
    pub(super) const fn texts(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Outcome::Win(Color::Red) => ("red", "red wins", "红胜"),
            Outcome::Win(Color::Black) => ("black", "black wins", "黑胜"),
            Outcome::Draw => ("draw", "draw", "和棋"),
            Outcome::Undecided => ("undecided", "undecided", "未分胜负"),
        }
    }

    /// One word: `red`, `black`, `draw` or `undecided`.
    pub const fn name(self) -> &'static str {
        self.texts().0
    }
}

/// An outcome with its reason.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verdict {
    /// Who has won, if the game is over.
    pub outcome: Outcome,
    /// Why.
    pub reason: Reason,
}

/// Why a game is over, or is not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Reason {
    /// The side to move is in check and has no legal move.
    Checkmate,
    /// The side to move is not in check and has no legal move, which loses.
    Stalemate,
    /// The position has occurred as often as the rule set requires.
    Repetition(JudgedRepetition),
    /// The natural limit is reached.
    NaturalLimit {
        /// Moves by each side without a capture.
        moves: u16,
    },
    /// Only the two generals are left.
    BareGenerals,
    /// Neither side has a rook, horse, cannon or pawn: a piece that can cross the river.
    NoAttackers,
    /// The game is not over.
    InProgress,
}

/// A repetition and what each side did in it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct JudgedRepetition {
    /// The rules by which it was judged.
    pub rules: RepetitionRules,
    /// How many times the position has occurred.
    pub occurrences: u32,
    /// The offence of each side, by [`Color::index`].
    pub offences: [Offence; 2],
    /// The moves that were judged, in order. If they consist of equal rounds, this is one round.
    pub cycle: Vec<ClassifiedMove>,
    /// The number of rounds.
    pub rounds: usize,
}

impl JudgedRepetition {
    /// The outcome by the offences.
    pub fn outcome(&self) -> Outcome {
        winner_by(self.offences).map_or(Outcome::Draw, Outcome::Win)
    }

    fn rule(&self) -> &'static str {
        let [red, black] = self.offences;
        let [alone, mutual] = match red.max(black) {
            Offence::None => ["repetition"; 2],
            Offence::Chase => ["perpetual-chase", "mutual-chase"],
            Offence::ChaseOfPinnedRook => ["chase-of-pinned-rook", "mutual-chase"],
            Offence::Attack => ["perpetual-attack", "mutual-attack"],
            Offence::Check => ["perpetual-check", "mutual-check"],
        };
        if red == black { mutual } else { alone }
    }

    fn chinese(&self) -> String {
        let [red, black] = self.offences.map(|offence| offence.texts().2);
        let result = match self.outcome() {
            Outcome::Win(Color::Red) => "黑方判负",
            Outcome::Win(Color::Black) => "红方判负",
            _ => "判和",
        };
        let graver = match (self.outcome(), self.offences.contains(&Offence::None)) {
            (Outcome::Win(_), false) => "轻重不同，",
            _ => "",
        };
        let rules = match self.rules {
            RepetitionRules::Asian => "亚洲规则",
            RepetitionRules::Chinese => "中国规则",
            RepetitionRules::Simple => "简单规则",
        };
        let times = self.occurrences;
        format!("局面第 {times} 次出现（{rules}）：红方{red}，黑方{black}，{graver}{result}")
    }
}

impl fmt::Display for JudgedRepetition {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (times, rules) = (self.occurrences, self.rules.name());
        write!(
            f,
            "the position has occurred {times} times ({rules} rules): "
        )?;
        let [red, black] = self.offences;
        let worse = red.max(black).texts().1;
        match (self.outcome(), red.min(black)) {
            (Outcome::Win(winner), less) => {
                let loser = !winner;
                write!(f, "{loser} {worse} with every move, ")?;
                match less {
                    Offence::None => write!(f, "{winner} does not offend, ")?,
                    _ => {
                        let less = less.texts().1;
                        write!(f, "which is graver: {winner} only {less} with every move, ")?;
                    }
                }
                write!(f, "so {loser} loses")
            }
            (_, Offence::None) => f.write_str("neither side offends, a draw"),
            _ => write!(f, "each side {worse} with every move, a draw"),
        }
    }
}

impl Reason {
    /// The name of the rule that decides, and the reason in English and in Chinese.
    fn texts(&self) -> (&'static str, String, String) {
        let (rule, english, chinese) = match self {
            Reason::Repetition(repeated) => {
                return (repeated.rule(), repeated.to_string(), repeated.chinese());
            }
            Reason::NaturalLimit { moves } => {
                let english =
                    format!("natural limit: {moves} moves by each side without a capture");
                let chinese = format!("自然限着：双方各走 {moves} 着未吃子");
                return ("natural-limit", english, chinese);
            }
            Reason::Checkmate => ("checkmate", "checkmate", "将死"),
            Reason::Stalemate => (
                "stalemate",
                "stalemate: the side to move has no legal move, and loses",
                "困毙：无着可走判负",
            ),
            Reason::BareGenerals => (
                "bare-generals",
                "only the two generals are left",
                "双方仅剩将帅",
            ),
            Reason::NoAttackers => (
                "no-attackers",
                "neither side has a rook, horse, cannon or pawn left to attack with",
                "双方均无可过河进攻之子",
            ),
            Reason::InProgress => ("in-progress", "the game goes on", "对局继续"),
        };
        (rule, english.to_owned(), chinese.to_owned())
    }

    /// The reason in Chinese. [`Display`](fmt::Display) writes it in English.
    pub fn chinese(&self) -> String {
        self.texts().2
    }

    /// The name of the rule that decides, such as `perpetual-check`. Names do not change between versions.
    pub fn rule(&self) -> &'static str {
        self.texts().0
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.texts().1)
    }
}
