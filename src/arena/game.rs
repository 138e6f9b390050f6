//! One game between two engines, from an opening to its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudication::{Adjudication, DrawTerms, ResignTerms};
use super::control::{Control, Thinking};
use super::engine::{Answer, Engine};
use super::fault::{Fault, FaultKind};
use crate::board::{Board, Color, Move};
use crate::rules::{Game, Outcome, Repetition, RuleSet, judge};

/// The terms of a game. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Terms {
    /// How long the engines may think.
    pub control: Control,
    /// The time that is not counted against an engine, for the way through the pipes.
    pub margin: u64,
    /// The time in which an engine must answer when it does not think.
    pub patience: u64,
    /// The time for a move where there is no clock.
    pub move_timeout: u64,
    /// The rules of repetition.
    #[serde(with = "RepetitionName")]
    pub repetition: Repetition,
    /// How often a position must occur to be judged.
    pub occurrences: u32,
    /// The natural limit, in moves by each side.
    pub move_limit: u16,
    /// Plies after which a game is drawn; 0 for never.
    pub ply_cap: u32,
    /// When a game counts as lost.
    pub resign: Option<ResignTerms>,
    /// When a game counts as drawn.
    pub draw: Option<DrawTerms>,
}

/// The names of [`Repetition`] in a record.
#[derive(Serialize, Deserialize)]
#[serde(remote = "Repetition", rename_all = "lowercase")]
enum RepetitionName {
    Asian,
    Chinese,
    Simple,
}

/// How a game ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// By the rules.
    Rule {
        /// The name of the rule.
        rule: &'static str,
        /// The explanation.
        detail: String,
    },
    /// One side resigned.
    Resignation,
    /// Both engines agreed for some moves that one side is lost.
    AdjudicatedWin,
    /// Both engines agreed for some moves that the game is equal.
    AdjudicatedDraw,
    /// It had too many plies.
    PlyCap,
    /// The loser committed a fault.
    Fault(Fault),
}

impl Ending {
    /// The name in files and tables.
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

    /// The details beyond the name; may be empty.
    pub fn detail(&self) -> &str {
        match self {
            Ending::Rule { detail, .. } => detail,
            Ending::Fault(fault) => &fault.detail,
            _ => "",
        }
    }
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

/// A move of a game, and what its engine reported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedMove {
    /// The move.
    #[serde(rename = "move", with = "move_text")]
    pub mv: Move,
    /// The score, from the view of the side that moved.
    pub score: Option<i32>,
    /// The depth reached.
    pub depth: Option<u32>,
    /// The time it took, in milliseconds.
    pub ms: u64,
}

/// A move as its text.
mod move_text {
    use serde::de::Error;
    use serde::{Deserialize, Deserializer, Serializer};

    use crate::board::Move;

    pub fn serialize<S: Serializer>(mv: &Move, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(mv)
    }

    pub fn deserialize<'a, D: Deserializer<'a>>(from: D) -> Result<Move, D::Error> {
        let text = String::deserialize(from)?;
        text.parse().map_err(D::Error::custom)
    }
}

impl Terms {
    /// The default terms with this control.
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

    /// The rules of the game.
    pub fn rule_set(&self) -> RuleSet {
        RuleSet {
            repetition: self.repetition,
            occurrences: self.occurrences,
            move_limit: self.move_limit,
        }
    }
}

/// The clocks of a game.
struct Clocks<'a> {
    terms: &'a Terms,
    left: [Duration; 2],
}

impl Clocks<'_> {
    fn new(terms: &Terms) -> Clocks<'_> {
        let left = match terms.control {
            Control::Clock { base, .. } => Duration::from_millis(base),
            _ => Duration::ZERO,
        };
        let left = [left; 2];
        Clocks { terms, left }
    }

    /// What is sent with `go`, and how long the engine may take.
    fn thinking(&self, side: Color) -> (Thinking, Duration) {
        let margin = Duration::from_millis(self.terms.margin);
        let move_timeout = Duration::from_millis(self.terms.move_timeout);
        let left = self.left;
        match self.terms.control {
            Control::Clock { increment, .. } => {
                let increment = Duration::from_millis(increment);
                let thinking = Thinking::Clock {
                    side,
                    left,
                    increment,
                };
                (thinking, left[side.index()] + margin)
            }
            Control::MoveTime(time) => {
                let time = Duration::from_millis(time);
                (Thinking::MoveTime(time), time + margin)
            }
            Control::Nodes(nodes) => (Thinking::Nodes(nodes), move_timeout),
            Control::Depth(depth) => (Thinking::Depth(depth), move_timeout),
        }
    }

    /// Takes the time of a move from the clock and adds the increment. Time beyond the clock was within the margin.
    fn press(&mut self, side: Color, elapsed: Duration) {
        if let Control::Clock { increment, .. } = self.terms.control {
            let left = &mut self.left[side.index()];
            *left = left.saturating_sub(elapsed) + Duration::from_millis(increment);
        }
    }
}

/// Plays a game. The engines stand in the order of [`Color::index`], ready for a new game. Returns `None`
/// if `cancelled` was set before the end.
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
    let mut adjudicated = None;
    let mut moves = Vec::new();
    let (winner, ending) = loop {
        if let Some(end) = ended(&game, &rules, terms.ply_cap) {
            break end;
        }
        // The rules come first: a mate on the board needs no adjudication.
        match adjudicated {
            Some(Some(winner)) => break (Some(winner), Ending::AdjudicatedWin),
            Some(None) => break (None, Ending::AdjudicatedDraw),
            None => {}
        }
        let side = game.board().side();
        if cancelled.load(Ordering::Relaxed) {
            return None;
        }
        let (thinking, allowed) = clocks.thinking(side);
        let answer = engines[side.index()].go(&game, &thinking, allowed);
        let answer = answer.and_then(|answer| match answer.mv.map(|mv| game.play(mv)) {
            Some(Err(error)) => Err(Fault::new(FaultKind::IllegalMove, error.to_string())),
            _ => Ok(answer),
        });
        let Answer {
            mv,
            score,
            depth,
            elapsed,
        } = match answer {
            Ok(answer) => answer,
            // A fault while the match is being stopped may come from that.
            Err(_) if cancelled.load(Ordering::Relaxed) => return None,
            Err(fault) => break (Some(!side), Ending::Fault(fault)),
        };
        let Some(mv) = mv else {
            break (Some(!side), Ending::Resignation);
        };
        clocks.press(side, elapsed);
        let ms = u64::try_from(elapsed.as_millis()).unwrap_or(u64::MAX);
        moves.push(PlayedMove {
            mv,
            score,
            depth,
            ms,
        });
        adjudicated = adjudication.after(side, score);
    };
    Some(Played {
        winner,
        ending,
        moves,
    })
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
