//! Records of games: what is stored of a finished game, as a line of JSON.

use serde::{Deserialize, Serialize};

use super::fault::FaultKind;
use super::game::{Played, PlayedMove};
use crate::board::Color;

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, from 0.
    pub game: u64,
    /// The day on which it ended, in UTC, as 2026-11-21; empty if unknown.
    #[serde(default)]
    pub date: String,
    /// The name of the red engine.
    pub red: String,
    /// The name of the black engine.
    pub black: String,
    /// The opening.
    pub fen: String,
    /// Who won.
    pub result: GameResult,
    /// How it ended, see [`Played::ending`].
    pub ending: String,
    /// The details of the ending; may be empty.
    pub detail: String,
    /// The fault by which the loser lost.
    pub fault: Option<FaultKind>,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

/// Who won, as game files write it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum GameResult {
    /// Red.
    #[serde(rename = "1-0")]
    Red,
    /// Black.
    #[serde(rename = "0-1")]
    Black,
    /// Nobody.
    #[serde(rename = "1/2-1/2")]
    Draw,
}

impl GameResult {
    /// The half points of red.
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
    pub fn new(number: u64, [red, black]: [&str; 2], fen: String, played: Played) -> GameRecord {
        GameRecord {
            game: number,
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
            red: red.to_owned(),
            black: black.to_owned(),
            fen,
            result: match played.winner {
                Some(Color::Red) => GameResult::Red,
                Some(Color::Black) => GameResult::Black,
                None => GameResult::Draw,
            },
            ending: played.ending.to_owned(),
            detail: played.detail,
            fault: played.fault,
            moves: played.moves,
        }
    }
}
