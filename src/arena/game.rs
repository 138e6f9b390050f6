//! One game between two engines, from an opening to its end.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudication::{Adjudication, DrawTerms, ResignTerms};
use super::control::{Control, Thinking};
use super::engine::Engine;
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

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// The winner, `None` for a draw.
    pub winner: Option<Color>,
    /// How it ended: the name of a rule or a fault, `resignation`, `adjudicated-win`, `adjudicated-draw` or `ply-cap`.
    pub ending: &'static str,
    /// The details of the ending; may be empty.
    pub detail: String,
    /// The fault by which the loser lost.
    pub fault: Option<FaultKind>,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

impl Played {
    fn new(winner: Option<Color>, ending: &'static str, detail: String) -> Played {
        Played {
            winner,
            ending,
            detail,
            fault: None,
            moves: Vec::new(),
        }
    }
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

/// How long an engine may take to answer.
fn allowed(terms: &Terms, Thinking { side, left, .. }: &Thinking) -> Duration {
    let margin = Duration::from_millis(terms.margin);
    match terms.control {
        Control::Clock { .. } => left[side.index()] + margin,
        Control::MoveTime(time) => Duration::from_millis(time) + margin,
        Control::Nodes(_) | Control::Depth(_) => Duration::from_millis(terms.move_timeout),
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
    let (base, increment) = match terms.control {
        Control::Clock { base, increment } => (base, increment),
        _ => (0, 0),
    };
    let [base, increment] = [base, increment].map(Duration::from_millis);
    let mut left = [base; 2];
    let rules = terms.rule_set();
    let mut game = Game::new(opening.clone());
    let mut adjudication = Adjudication::new(terms.resign, terms.draw);
    let mut adjudicated = None;
    let mut moves = Vec::new();
    let end = loop {
        if let Some(end) = ended(&game, &rules, terms.ply_cap) {
            break end;
        }
        // The rules come first: a mate on the board needs no adjudication.
        match adjudicated {
            Some(None) => break Played::new(None, "adjudicated-draw", String::new()),
            Some(winner) => break Played::new(winner, "adjudicated-win", String::new()),
            None => {}
        }
        if cancelled.load(Ordering::Relaxed) {
            return None;
        }
        let side = game.board().side();
        let control = terms.control;
        let thinking = Thinking {
            control,
            side,
            left,
        };
        let answer = engines[side.index()].go(&game, &thinking, allowed(terms, &thinking));
        let answer = answer.and_then(|answer| match answer.mv.map(|mv| game.play(mv)) {
            Some(Err(error)) => Err(Fault::new(FaultKind::IllegalMove, error.to_string())),
            _ => Ok(answer),
        });
        let answer = match answer {
            Ok(answer) => answer,
            // A fault while the match is being stopped may come from that.
            Err(_) if cancelled.load(Ordering::Relaxed) => return None,
            Err(Fault { kind, detail }) => {
                let fault = Some(kind);
                let end = Played::new(Some(!side), kind.name(), detail);
                break Played { fault, ..end };
            }
        };
        let Some(mv) = answer.mv else {
            break Played::new(Some(!side), "resignation", String::new());
        };
        // Time beyond the clock was within the margin.
        let left = &mut left[side.index()];
        *left = left.saturating_sub(answer.elapsed) + increment;
        moves.push(PlayedMove {
            mv,
            score: answer.score,
            depth: answer.depth,
            ms: u64::try_from(answer.elapsed.as_millis()).unwrap_or(u64::MAX),
        });
        adjudicated = adjudication.after(side, answer.score);
    };
    Some(Played { moves, ..end })
}

/// The end by the rules or the cap, if it has come.
fn ended(game: &Game, rules: &RuleSet, ply_cap: u32) -> Option<Played> {
    let verdict = judge(game, rules);
    let winner = match verdict.outcome {
        Outcome::Win(color) => Some(color),
        Outcome::Draw => None,
        Outcome::Undecided => {
            let over = ply_cap > 0 && game.moves().len() >= ply_cap as usize;
            return over.then(|| Played::new(None, "ply-cap", String::new()));
        }
    };
    let reason = verdict.reason;
    Some(Played::new(winner, reason.rule(), reason.to_string()))
}
