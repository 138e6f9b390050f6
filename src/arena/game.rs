//! One game between two engines, from an opening to its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudication::{Adjudication, DrawTerms, ResignTerms};
use super::control::{Control, Thinking};
use super::engine::{Answer, Engine, Reply};
use super::fault::{Fault, FaultKind};
use crate::board::{Board, Color, Move};
use crate::rules::{Game, Outcome, Repetition, RuleSet, judge};

/// What a game is played by. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// How long the engines may think.
    pub control: Control,
    /// So much more is not counted against an engine: the way through the pipes is not its fault.
    pub margin: u64,
    /// So long an engine may keep silent when an answer is due at once.
    pub patience: u64,
    /// So long a move may take where there is no clock.
    pub move_timeout: u64,
    /// The rules of repetition.
    #[serde(with = "repetition")]
    pub repetition: Repetition,
    /// How often a position must occur to be judged.
    pub occurrences: u32,
    /// The natural limit, in moves by each side.
    pub move_limit: u16,
    /// A draw after so many plies; 0 for never.
    pub ply_cap: u32,
    /// When a game counts as lost.
    pub resign: Option<ResignTerms>,
    /// When a game counts as drawn.
    pub draw: Option<DrawTerms>,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules, with the name of the rule and its explanation.
    Rule {
        /// The name.
        rule: &'static str,
        /// The explanation.
        detail: String,
    },
    /// One side gave up.
    Resignation,
    /// Both engines had long called it won for the same side.
    AdjudicatedWin,
    /// Both engines had long called it equal.
    AdjudicatedDraw,
    /// It was too long.
    PlyCap,
    /// The loser did what no referee lets pass.
    Fault(Fault),
}

impl Ending {
    /// In a word or two that do not change: for programs and tables.
    pub fn name(&self) -> &'static str {
        match self {
            Ending::Rule { rule, .. } => rule,
            Ending::Resignation => "resignation",
            Ending::AdjudicatedWin => "adjudicated-win",
            Ending::AdjudicatedDraw => "adjudicated-draw",
            Ending::PlyCap => "ply-cap",
            Ending::Fault(fault) => fault.kind.name(),
        }
    }

    /// What there is to say beyond the name; may be empty.
    pub fn detail(&self) -> &str {
        match self {
            Ending::Rule { detail, .. } => detail,
            Ending::Fault(fault) => &fault.detail,
            _ => "",
        }
    }
}

/// A move of a game, and what its engine said of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedMove {
    /// The move.
    pub mv: Move,
    /// The score for the side that moved.
    pub score: Option<i32>,
    /// The depth reached.
    pub depth: Option<u32>,
    /// The time it took.
    pub elapsed: Duration,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The winner, `None` for a draw.
    pub winner: Option<Color>,
    /// How it ended.
    pub ending: Ending,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

impl Terms {
    /// The usual terms with this control.
    ///
    /// ```
    /// use chuhe::arena::{Control, Terms};
    /// let terms = Terms::new(Control::Nodes(1_000));
    /// assert_eq!((terms.margin, terms.patience, terms.move_timeout), (50, 10_000, 120_000));
    /// assert_eq!((terms.ply_cap, terms.occurrences, terms.resign), (400, 3, None));
    /// ```
    pub fn new(control: Control) -> Terms {
        let rules = RuleSet::default();
        Terms {
            control,
            margin: 50,
            patience: 10_000,
            move_timeout: 120_000,
            repetition: rules.repetition,
            occurrences: rules.occurrences,
            move_limit: rules.move_limit,
            ply_cap: 400,
            resign: None,
            draw: None,
        }
    }

    /// The rules to judge by.
    pub fn rule_set(&self) -> RuleSet {
        RuleSet {
            repetition: self.repetition,
            occurrences: self.occurrences,
            move_limit: self.move_limit,
        }
    }
}

/// The clocks of a game.
struct Clocks {
    control: Control,
    margin: Duration,
    move_timeout: Duration,
    left: [Duration; 2],
}

impl Clocks {
    fn new(terms: &Terms) -> Clocks {
        let base = match terms.control {
            Control::Clock { base, .. } => Duration::from_millis(base),
            _ => Duration::ZERO,
        };
        Clocks {
            control: terms.control,
            margin: Duration::from_millis(terms.margin),
            move_timeout: Duration::from_millis(terms.move_timeout),
            left: [base; 2],
        }
    }

    /// What is said with `go`, and how long the engine may take.
    fn thinking(&self, side: Color) -> (Thinking, Duration) {
        match self.control {
            Control::Clock { increment, .. } => {
                let thinking = Thinking::Clock {
                    side,
                    left: self.left,
                    increment: Duration::from_millis(increment),
                };
                (thinking, self.left[side.index()] + self.margin)
            }
            Control::MoveTime(time) => {
                let time = Duration::from_millis(time);
                (Thinking::MoveTime(time), time + self.margin)
            }
            Control::Nodes(nodes) => (Thinking::Nodes(nodes), self.move_timeout),
            Control::Depth(depth) => (Thinking::Depth(depth), self.move_timeout),
        }
    }

    /// Takes the time of a move from the clock and adds the increment. What went beyond the clock
    /// was within the margin and is forgiven.
    fn press(&mut self, side: Color, elapsed: Duration) {
        if let Control::Clock { increment, .. } = self.control {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(elapsed) + Duration::from_millis(increment);
        }
    }
}

/// Plays a game. The engines stand in the order of [`Color::index`], ready for a new game. `None`
/// when `cancelled` was set before the end.
pub fn play(
    opening: &Board,
    engines: [&mut Engine; 2],
    terms: &Terms,
    cancelled: &AtomicBool,
) -> Option<Played> {
    let rules = terms.rule_set();
    let mut game = Game::new(opening.clone());
    let mut clocks = Clocks::new(terms);
    let mut adjudication = Adjudication::new(terms.resign, terms.draw);
    let mut moves = Vec::new();
    let (winner, ending) = loop {
        if let Some(end) = ended(&game, &rules, terms.ply_cap) {
            break end;
        }
        let side = game.board().side();
        if cancelled.load(Ordering::Relaxed) {
            return None;
        }
        let (thinking, allowed) = clocks.thinking(side);
        let answer = engines[side.index()].go(&game, &thinking, allowed);
        let answer = match answer.and_then(|answer| Ok((answer, played(&mut game, &answer)?))) {
            Ok((answer, Some(mv))) => (answer, mv),
            Ok((_, None)) => break (Some(!side), Ending::Resignation),
            // What happens while the match is being ended may be the ending's doing.
            Err(_) if cancelled.load(Ordering::Relaxed) => return None,
            Err(fault) => break (Some(!side), Ending::Fault(fault)),
        };
        let (
            Answer {
                score,
                depth,
                elapsed,
                ..
            },
            mv,
        ) = answer;
        clocks.press(side, elapsed);
        moves.push(PlayedMove {
            mv,
            score,
            depth,
            elapsed,
        });
        // The rules come first: a mate on the board needs no opinion.
        if let Some(end) = ended(&game, &rules, terms.ply_cap) {
            break end;
        }
        match adjudication.after(side, score) {
            Some(Some(winner)) => break (Some(winner), Ending::AdjudicatedWin),
            Some(None) => break (None, Ending::AdjudicatedDraw),
            None => {}
        }
    };
    Some(Played {
        winner,
        ending,
        moves,
    })
}

/// Plays the move of an answer; `None` when it is to resign.
fn played(game: &mut Game, answer: &Answer) -> Result<Option<Move>, Fault> {
    match answer.reply {
        Reply::Resign => Ok(None),
        Reply::Move(mv) => match game.play(mv) {
            Ok(()) => Ok(Some(mv)),
            Err(error) => Err(Fault::new(FaultKind::IllegalMove, error.to_string())),
        },
    }
}

/// The end by the rules or the cap, if it has come.
fn ended(game: &Game, rules: &RuleSet, ply_cap: u32) -> Option<(Option<Color>, Ending)> {
    let verdict = judge(game, rules);
    let winner = match verdict.outcome {
        Outcome::Win(color) => Some(color),
        Outcome::Draw => None,
        Outcome::Undecided => {
            let over = ply_cap > 0 && game.moves().len() >= ply_cap as usize;
            return over.then_some((None, Ending::PlyCap));
        }
    };
    let ending = Ending::Rule {
        rule: verdict.reason.rule(),
        detail: verdict.reason.to_string(),
    };
    Some((winner, ending))
}

/// A repetition rule as its name.
mod repetition {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::rules::Repetition;

    pub fn serialize<S: Serializer>(rule: &Repetition, to: S) -> Result<S::Ok, S::Error> {
        to.serialize_str(rule.name())
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Repetition, D::Error> {
        let name = String::deserialize(from)?;
        let mut named = Repetition::ALL
            .into_iter()
            .filter(|rule| rule.name() == name);
        named
            .next()
            .ok_or_else(|| D::Error::custom(format!("no rules are called '{name}'")))
    }
}
