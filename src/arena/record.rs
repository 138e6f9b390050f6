//! Records of finished games, as lines of JSON.

use serde::{Deserialize, Serialize};

use super::fault::FaultKind;
use super::game::{PlayedGame, PlayedMove};
use crate::board::Color;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match, from 0.
    pub game: u64,
    /// The date at its end, in UTC, as 2026-11-21; empty if unknown.
    #[serde(default)]
    pub date: String,
    /// The name of the red engine.
    pub red: String,
    /// The name of the black engine.
    pub black: String,
    /// The opening, as FEN.
    pub fen: String,
    /// The result.
    pub result: GameResult,
    /// How it ended, see [`PlayedGame::termination`].
    #[serde(alias = "ending")]
    pub termination: String,
    /// The details of the termination; may be empty.
    pub detail: String,
    /// The fault by which the loser lost.
    pub fault: Option<FaultKind>,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

/// The result of a game, as game files write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// Red won.
    #[serde(rename = "1-0")]
    Red,
    /// Black won.
    #[serde(rename = "0-1")]
    Black,
    /// A draw.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The result of a game with this winner; `None` is a draw.
    pub const fn of(winner: Option<Color>) -> GameResult {
        match winner {
            Some(Color::Red) => GameResult::Red,
            Some(Color::Black) => GameResult::Black,
            None => GameResult::Draw,
        }
    }

    /// The half points of red: 2, 1 or 0.
    pub const fn red_half_points(self) -> u8 {
        match self {
            GameResult::Red => 2,
            GameResult::Draw => 1,
            GameResult::Black => 0,
        }
    }

    /// The result as game files write it.
    pub const fn name(self) -> &'static str {
        match self {
            GameResult::Red => "1-0",
            GameResult::Draw => "1/2-1/2",
            GameResult::Black => "0-1",
        }
    }
}

impl GameRecord {
    /// The record of a game that has just ended.
    pub fn new(
        number: u64,
        [red, black]: [&str; 2],
        fen: String,
        played: PlayedGame,
    ) -> GameRecord {
        GameRecord {
            game: number,
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
            red: red.to_owned(),
            black: black.to_owned(),
            fen,
            result: GameResult::of(played.winner),
            termination: played.termination.to_owned(),
            detail: played.detail,
            fault: played.fault,
            moves: played.moves,
        }
    }
}
