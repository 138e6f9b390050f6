//! A match in a file: a line of JSON for the settings, and one for each game as it ends.
//!
//! The file is the match. What was cut off can be read back and played on, and whatever is said of the
//! match is computed from it.

use std::collections::HashSet;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::difference;
use super::fault::FaultKind;
use super::game::{Ending, Played};
use super::settings::Settings;
use crate::board::Color;
use crate::storage::{Journal, JournalReader};

/// A move of a recorded game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct MoveRecord {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The engine's score, from its own view.
    pub score: Option<i32>,
    /// The depth reached.
    pub depth: Option<u32>,
    /// The time it took, in milliseconds.
    pub ms: u64,
}

/// A finished game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GameRecord {
    /// Its number, from 0.
    pub game: u64,
    /// The day on which it ended, in UTC, as 2026-11-21; empty where that was not noted.
    #[serde(default)]
    pub date: String,
    /// The name of the engine that was red.
    pub red: String,
    /// The name of the engine that was black.
    pub black: String,
    /// Where it began.
    pub fen: String,
    /// Who won.
    pub result: GameResult,
    /// How it ended, see [`Ending::name`].
    pub ending: String,
    /// What there is to say of it; may be empty.
    pub detail: String,
    /// The fault by which the loser lost.
    pub fault: Option<FaultKind>,
    /// The moves.
    pub moves: Vec<MoveRecord>,
}

/// Who won, as game files say it.
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
    /// What red has won, in half points.
    pub const fn red_half_points(self) -> u8 {
        match self {
            GameResult::Red => 2,
            GameResult::Draw => 1,
            GameResult::Black => 0,
        }
    }

    /// As it is written.
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
    pub fn new(number: u64, names: [&str; 2], fen: String, played: &Played) -> GameRecord {
        let moves = played.moves.iter().map(|played| MoveRecord {
            mv: played.mv.to_string(),
            score: played.score,
            depth: played.depth,
            ms: u64::try_from(played.elapsed.as_millis()).unwrap_or(u64::MAX),
        });
        GameRecord {
            game: number,
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
            red: names[0].to_owned(),
            black: names[1].to_owned(),
            fen,
            result: match played.winner {
                Some(Color::Red) => GameResult::Red,
                Some(Color::Black) => GameResult::Black,
                None => GameResult::Draw,
            },
            ending: played.ending.name().to_owned(),
            detail: played.ending.detail().to_owned(),
            fault: match &played.ending {
                Ending::Fault(fault) => Some(fault.kind),
                _ => None,
            },
            moves: moves.collect(),
        }
    }
}

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "match")]
    settings: Settings,
}

/// How the first line begins.
const HEADER: &[u8] = b"{\"match\":";

/// What is wrong with a file of results.
#[derive(Debug, Error)]
pub enum RecordError {
    /// The system cannot.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// There is something already.
    #[error("it exists already")]
    Exists,
    /// A line that is none of a match.
    #[error("line {line}: {source}")]
    Line {
        /// The line, from 1.
        line: u64,
        /// What is wrong with it.
        source: serde_json::Error,
    },
    /// Another match.
    #[error("it holds a match with other settings: {different}")]
    OtherSettings {
        /// Which are others.
        different: String,
    },
    /// A game that was there before.
    #[error("line {line}: game {number} is there twice")]
    Twice {
        /// The line, from 1.
        line: u64,
        /// The number of the game.
        number: u64,
    },
    /// A game that the schedule has otherwise.
    #[error("game {number} was played with other engines or from another opening")]
    OtherGame {
        /// Its number.
        number: u64,
    },
}

/// The file of a match, to be written to.
#[derive(Debug)]
pub struct RecordFile {
    journal: Journal,
}

impl RecordFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When there is something already, or the file cannot be written.
    pub fn create(path: &Path, settings: &Settings) -> Result<RecordFile, RecordError> {
        match Journal::create(path) {
            Ok(journal) => RecordFile::begin(journal, settings),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(RecordError::Exists),
            Err(error) => Err(error.into()),
        }
    }

    fn begin(journal: Journal, settings: &Settings) -> Result<RecordFile, RecordError> {
        let settings = settings.clone();
        let mut file = RecordFile { journal };
        file.write(&Header { settings })?;
        Ok(file)
    }

    /// Goes on with a file, or begins it where there is none or an empty one. Returns the games that
    /// it holds. A last line that was cut off is taken away, and its game played again.
    ///
    /// # Errors
    /// When the file holds something else than a match with these settings.
    pub fn resume(
        path: &Path,
        settings: &Settings,
    ) -> Result<(RecordFile, Vec<GameRecord>), RecordError> {
        let mut lines = JournalReader::open(path)?;
        let (mut games, mut seen) = (Vec::new(), HashSet::new());
        while let Some((line, text)) = lines.next_line()? {
            let wrong = |source| RecordError::Line { line, source };
            if line == 1 {
                let before = serde_json::from_slice::<Header>(text).map_err(wrong)?;
                if before.settings != *settings {
                    let different = difference::between(&before.settings, settings).join("; ");
                    return Err(RecordError::OtherSettings { different });
                }
                continue;
            }
            let record: GameRecord = serde_json::from_slice(text).map_err(wrong)?;
            let number = record.game;
            if !seen.insert(number) {
                return Err(RecordError::Twice { line, number });
            }
            games.push(record);
        }
        if !lines.is_empty() {
            let journal = lines.resume()?;
            return Ok((RecordFile { journal }, games));
        }
        // At most the beginning of our header is thrown away. Anything else is not ours.
        let known = lines.torn().len().min(HEADER.len());
        if lines.torn()[..known] != HEADER[..known] {
            return Err(RecordError::Exists);
        }
        Ok((RecordFile::begin(lines.resume()?, settings)?, games))
    }

    /// Adds a game, so that it is there whatever happens next.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        self.write(record)
    }

    fn write(&mut self, value: &impl Serialize) -> io::Result<()> {
        self.journal.append_json(value)?;
        self.journal.sync()
    }
}
