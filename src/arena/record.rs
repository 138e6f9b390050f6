//! Finished games, and their records as lines of JSON.

use serde::{Deserialize, Serialize};

use super::fault::FaultKind;
use crate::board::{Color, Move};

/// A finished game of a match.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// The number of the game in the match, from 0.
    pub game: u64,
    /// The date at its end, in UTC, as 2026-11-21.
    pub date: String,
    /// The name of the red engine.
    pub red: String,
    /// The name of the black engine.
    pub black: String,
    /// The opening, as FEN.
    pub fen: String,
    /// The moves, the result and the termination.
    #[serde(flatten)]
    pub played: PlayedGame,
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

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlayedGame {
    /// The result.
    pub result: GameResult,
    /// How it ended: the name of a rule or a fault, `resignation` by the engine itself, `adjudicated-win`, `adjudicated-draw` or
    /// `ply-cap`.
    pub termination: String,
    /// The details of the termination; may be empty.
    pub detail: String,
    /// The fault by which the loser lost.
    pub fault: Option<FaultKind>,
    /// The moves.
    pub moves: Vec<PlayedMove>,
}

impl PlayedGame {
    /// A game without moves and without a fault.
    pub(super) fn new(winner: Option<Color>, termination: &str, detail: String) -> PlayedGame {
        PlayedGame {
            result: GameResult::of(winner),
            termination: termination.to_owned(),
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
    /// The score, in centipawns for the side that moved.
    pub score: Option<i32>,
    /// The depth reached, in plies.
    pub depth: Option<u32>,
    /// The engine's time for the move, in milliseconds.
    pub ms: u64,
}

/// Serializes a move as its text.
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
