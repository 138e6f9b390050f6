//! One game between two engines, from an opening to its end: clocks, rules, adjudication and faults.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::adjudication::{DrawRule, GameAdjudicator, ResignRule};
use super::control::{GoParameters, TimeControl};
use super::engine::RunningEngine;
use super::fault::EngineFault;
use super::record::PlayedGame;
use crate::board::Board;
use crate::rules::{Game, Outcome, RuleSet, judge};

/// The settings of a game: time control, rules and adjudication. Times are in milliseconds.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct GameSettings {
    /// The time control.
    pub control: TimeControl,
    /// Time added to a clock or a time for each move, to allow for the delay of the pipes.
    #[serde(rename = "margin")]
    pub time_margin: u64,
    /// The time in which an engine must answer when it is not searching.
    #[serde(rename = "patience")]
    pub response_timeout: u64,
    /// The time for a move if the time control is nodes or depth.
    pub move_timeout: u64,
    /// The rules of the game.
    #[serde(flatten)]
    pub rules: RuleSet,
    /// The number of plies after which a game is drawn; 0 for never.
    pub ply_cap: u32,
    /// When a game is adjudicated as lost; its termination is then `adjudicated-win`.
    pub resign: Option<ResignRule>,
    /// When a game is adjudicated as drawn.
    pub draw: Option<DrawRule>,
}

impl GameSettings {
    /// The default settings with this control.
    ///
    /// ```
    /// use chuhe::arena::{TimeControl, GameSettings};
    /// let settings = GameSettings::new(TimeControl::Nodes(1_000));
    /// assert_eq!((settings.time_margin, settings.response_timeout, settings.move_timeout), (50, 10_000, 120_000));
    /// assert_eq!((settings.ply_cap, settings.rules.repeat_count, settings.resign), (400, 3, None));
    /// ```
    pub fn new(control: TimeControl) -> GameSettings {
        GameSettings {
            control,
            time_margin: 50,
            response_timeout: 10_000,
            move_timeout: 120_000,
            rules: RuleSet::default(),
            ply_cap: 400,
            resign: None,
            draw: None,
        }
    }
}

/// The time in which an engine must answer a `go` command.
fn time_allowed(
    settings: &GameSettings,
    GoParameters { side, left, .. }: &GoParameters,
) -> Duration {
    let margin = Duration::from_millis(settings.time_margin);
    match settings.control {
        TimeControl::Clock { .. } => left[side.index()] + margin,
        TimeControl::MoveTime(time) => Duration::from_millis(time) + margin,
        TimeControl::Nodes(_) | TimeControl::Depth(_) => {
            Duration::from_millis(settings.move_timeout)
        }
    }
}

/// Plays a game. `engines` are indexed by [`Color::index`](crate::board::Color::index) and ready for a new game. Returns
/// `None` if `stop` was set before the end.
pub fn play(
    opening: &Board,
    engines: [&mut RunningEngine; 2],
    settings: &GameSettings,
    stop: &AtomicBool,
) -> Option<PlayedGame> {
    let (base, increment) = match settings.control {
        TimeControl::Clock { base, increment } => (base, increment),
        _ => (0, 0),
    };
    let [base, increment] = [base, increment].map(Duration::from_millis);
    let mut left = [base; 2];
    let mut game = Game::new(opening.clone());
    let mut adjudicator = GameAdjudicator::new(settings.resign, settings.draw);
    let mut adjudicated = None;
    let mut moves = Vec::new();
    let end = loop {
        if let Some(end) = result_by_rules(&game, settings) {
            break end;
        }
        // Checked after the rules, so that a mate takes precedence over adjudication.
        match adjudicated {
            Some(None) => break PlayedGame::new(None, "adjudicated-draw", String::new()),
            Some(winner) => break PlayedGame::new(winner, "adjudicated-win", String::new()),
            None => {}
        }
        if stop.load(Ordering::Relaxed) {
            return None;
        }
        let side = game.board().side();
        let control = settings.control;
        let parameters = GoParameters {
            control,
            side,
            left,
        };
        let answer =
            engines[side.index()].go(&game, &parameters, time_allowed(settings, &parameters));
        let (played, elapsed) = match answer {
            Ok(Some(answer)) => answer,
            Ok(None) => break PlayedGame::new(Some(!side), "resignation", String::new()),
            // A fault while the match is being stopped may be an effect of that.
            Err(_) if stop.load(Ordering::Relaxed) => return None,
            Err(EngineFault { kind, detail }) => {
                let fault = Some(kind);
                let end = PlayedGame::new(Some(!side), kind.name(), detail);
                break PlayedGame { fault, ..end };
            }
        };
        game.play(played.mv).expect("the engine's move is legal");
        // The engine may have exceeded its clock by up to the margin; it then has the increment left.
        let left = &mut left[side.index()];
        *left = left.saturating_sub(elapsed) + increment;
        adjudicated = adjudicator.add(side, played.score);
        moves.push(played);
    };
    Some(PlayedGame { moves, ..end })
}

/// Returns the result of the game by the rules or the ply cap, `None` if it is not over.
fn result_by_rules(game: &Game, settings: &GameSettings) -> Option<PlayedGame> {
    let verdict = judge(game, &settings.rules);
    let winner = match verdict.outcome {
        Outcome::Win(color) => Some(color),
        Outcome::Draw => None,
        Outcome::Undecided => {
            let ply_cap = settings.ply_cap as usize;
            let is_capped = ply_cap > 0 && game.moves().len() >= ply_cap;
            return is_capped.then(|| PlayedGame::new(None, "ply-cap", String::new()));
        }
    };
    let reason = verdict.reason;
    Some(PlayedGame::new(winner, reason.rule(), reason.to_string()))
}
