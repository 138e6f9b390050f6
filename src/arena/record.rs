//! A match in a file: a line of JSON for the settings, and one for each game as it ends.
//!
//! The file is the match. What was cut off can be read back and played on, and whatever is said of the
//! match is computed from it.

use std::collections::HashSet;
use std::fs::{File, OpenOptions};
use std::io::{self, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::difference;
use super::fault::FaultKind;
use super::game::{Ending, Played};
use super::settings::Settings;
use crate::board::Color;

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

impl Header {
    fn of(settings: &Settings) -> Header {
        let settings = settings.clone();
        Header { settings }
    }
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
        line: usize,
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
        line: usize,
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
    file: File,
}

impl RecordFile {
    /// Begins a file.
    ///
    /// # Errors
    /// When there is something already, or the file cannot be written.
    pub fn create(path: &Path, settings: &Settings) -> Result<RecordFile, RecordError> {
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        if file.metadata()?.len() > 0 {
            return Err(RecordError::Exists);
        }
        write_line(&mut file, &Header::of(settings))?;
        Ok(RecordFile { file })
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
        let text = match std::fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        // Only what has its line end was written whole.
        let whole = text
            .iter()
            .rposition(|&byte| byte == b'\n')
            .map_or(0, |end| end + 1);
        let mut lines = text[..whole]
            .split_inclusive(|&byte| byte == b'\n')
            .enumerate();
        let wrong = |index: usize| {
            move |source| RecordError::Line {
                line: index + 1,
                source,
            }
        };
        if let Some((index, line)) = lines.next() {
            let header: Header = serde_json::from_slice(line).map_err(wrong(index))?;
            if header.settings != *settings {
                let different = difference::between(&header.settings, settings).join("; ");
                return Err(RecordError::OtherSettings { different });
            }
        }
        let (mut games, mut seen) = (Vec::new(), HashSet::new());
        for (index, line) in lines {
            let record: GameRecord = serde_json::from_slice(line).map_err(wrong(index))?;
            if !seen.insert(record.game) {
                let number = record.game;
                return Err(RecordError::Twice {
                    line: index + 1,
                    number,
                });
            }
            games.push(record);
        }
        if whole == 0 {
            // At most the beginning of our header is thrown away. Anything else is not ours.
            let known = text.len().min(HEADER.len());
            if text[..known] != HEADER[..known] {
                return Err(RecordError::Exists);
            }
        }
        let mut file = OpenOptions::new().append(true).create(true).open(path)?;
        file.set_len(whole as u64)?;
        if whole == 0 {
            write_line(&mut file, &Header::of(settings))?;
        }
        Ok((RecordFile { file }, games))
    }

    /// Adds a game, so that it is there whatever happens next.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn add(&mut self, record: &GameRecord) -> io::Result<()> {
        write_line(&mut self.file, record)
    }
}

fn write_line(file: &mut File, value: &impl Serialize) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    file.write_all(&line)?;
    file.sync_data()
}
