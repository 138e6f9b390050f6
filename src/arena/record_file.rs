//! Files of a match, to which each game is appended as it ends.
//!
//! The record holds a line of JSON for the settings, and one for each game. From it a match is resumed and counted. The
//! other file holds the same games in the same order as PGN. A record always gives the same text, so a PGN file that was
//! cut off is the beginning of that text, and what is missing is appended.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::record::GameRecord;
use super::settings::Settings;
use crate::storage::{Journal, JournalReader};

/// The first line.
#[derive(Serialize, Deserialize)]
struct Header {
    #[serde(rename = "match")]
    settings: Settings,
}

/// How the first line begins.
const HEADER: &[u8] = b"{\"match\":";

/// Why a file cannot be begun or resumed.
#[derive(Debug, Error)]
pub enum RecordError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It exists already.
    #[error("it exists already")]
    Exists,
    /// A line of the record, by its number from 1, is none of a match.
    #[error("line {0}: {1}")]
    Line(u64, serde_json::Error),
    /// The record holds another match, with these differences.
    #[error("it holds a match with other settings: {0}")]
    OtherSettings(String),
    /// A line of the record holds a game, by its number, for the second time.
    #[error("line {0}: game {1} is there twice")]
    Twice(u64, u64),
    /// The record holds a game, by its number, that is not one of the schedule.
    #[error("game {0} was played with other engines or from another opening")]
    OtherGame(u64),
    /// The PGN file holds other games than the record from this line, from 1.
    #[error(
        "line {0}: it differs from what the match has played; take it away, and all games are written anew"
    )]
    Different(usize),
}

/// A file of a match.
#[derive(Debug)]
pub struct RecordFile(Journal);

impl RecordFile {
    /// Begins a record.
    ///
    /// # Errors
    /// If the file is not empty, or cannot be written.
    pub fn create(path: &Path, settings: &Settings) -> Result<RecordFile, RecordError> {
        begin(create(path)?, settings)
    }

    /// Resumes a record, or begins it if the file is missing or empty, and returns its games. A torn last line is removed.
    ///
    /// # Errors
    /// If the file holds something else than a match with these settings.
    pub fn resume(
        path: &Path,
        settings: &Settings,
    ) -> Result<(RecordFile, Vec<GameRecord>), RecordError> {
        let mut lines = JournalReader::open(path)?;
        let (mut games, mut seen) = (Vec::new(), HashSet::new());
        while let Some((line, text)) = lines.next_line()? {
            let wrong = |source| RecordError::Line(line, source);
            if line == 1 {
                let before: Header = serde_json::from_slice(text).map_err(wrong)?;
                if before.settings != *settings {
                    let different = before.settings.differences(settings).join("; ");
                    return Err(RecordError::OtherSettings(different));
                }
                continue;
            }
            let record: GameRecord = serde_json::from_slice(text).map_err(wrong)?;
            let number = record.game;
            if !seen.insert(number) {
                return Err(RecordError::Twice(line, number));
            }
            games.push(record);
        }
        if !lines.is_empty() {
            return Ok((RecordFile(lines.resume()?), games));
        }
        // At most the beginning of a header is thrown away.
        let known = lines.torn().len().min(HEADER.len());
        if lines.torn()[..known] != HEADER[..known] {
            return Err(RecordError::Exists);
        }
        Ok((begin(lines.resume()?, settings)?, games))
    }

    /// Begins a PGN file.
    ///
    /// # Errors
    /// If the file is not empty, or cannot be written.
    pub fn create_pgn(path: &Path) -> Result<RecordFile, RecordError> {
        let mut journal = create(path)?;
        if !journal.is_plain_file() {
            // A device may open and accept nothing. An empty line belongs to no game.
            journal.append(b"\n")?;
        }
        Ok(RecordFile(journal))
    }

    /// Resumes a PGN file, or begins it if it is missing: appends what it lacks of the text of all `games` so far.
    ///
    /// # Errors
    /// If the file holds anything else; it is not changed then.
    pub fn resume_pgn(path: &Path, games: &str) -> Result<RecordFile, RecordError> {
        let there = match fs::read(path) {
            Ok(bytes) => bytes,
            Err(error) if error.kind() == io::ErrorKind::NotFound => Vec::new(),
            Err(error) => return Err(error.into()),
        };
        if !games.as_bytes().starts_with(&there) {
            let pairs = there.iter().zip(games.as_bytes());
            let same = pairs.take_while(|(one, other)| one == other);
            let line = same.filter(|&(&byte, _)| byte == b'\n').count() + 1;
            return Err(RecordError::Different(line));
        }
        let mut journal = Journal::resume(path, there.len() as u64)?;
        journal.append(&games.as_bytes()[there.len()..])?;
        journal.sync()?;
        Ok(RecordFile(journal))
    }

    /// Appends games, and waits until they are on the disk.
    ///
    /// # Errors
    /// If they cannot be written.
    pub fn add(&mut self, games: &str) -> io::Result<()> {
        self.0.append(games.as_bytes())?;
        self.0.sync()
    }
}

fn create(path: &Path) -> Result<Journal, RecordError> {
    Journal::create(path).map_err(|error| match error.kind() {
        io::ErrorKind::AlreadyExists => RecordError::Exists,
        _ => error.into(),
    })
}

fn begin(mut journal: Journal, settings: &Settings) -> Result<RecordFile, RecordError> {
    let settings = settings.clone();
    journal.append_json(&Header { settings })?;
    journal.sync()?;
    Ok(RecordFile(journal))
}
