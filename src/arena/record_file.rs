//! The record and the PGN file of a match, to which each game is appended as it ends.
//!
//! The record is a line of JSON for the settings and one for each game. A match is resumed from it. The PGN file holds the
//! same games in the same order. Each record always gives the same PGN text. So a PGN file that was cut off is the beginning
//! of the text of all games, and the rest is appended.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use super::record::GameRecord;
use super::settings::MatchSettings;
use crate::storage::{Journal, JournalReader, line_error};

/// The first line of a record.
#[derive(Serialize, Deserialize)]
struct MatchHeader {
    #[serde(rename = "match")]
    settings: MatchSettings,
}

/// How the first line begins.
const HEADER: &[u8] = b"{\"match\":";

/// Why a file cannot be begun or resumed.
#[derive(Debug, Error)]
pub enum MatchFileError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It exists already.
    #[error("it exists already")]
    Exists,
    /// A line of the record, by its number from 1, is invalid.
    #[error("line {0}, column {column}: not a game of a match: {what}", column = .1.column(), what = line_error(.1))]
    Line(u64, serde_json::Error),
    /// The record holds another match, with these differences.
    #[error("it holds a match with other settings: {0}")]
    OtherSettings(String),
    /// A line of the record, by its number from 1, repeats the game of this number.
    #[error("line {0}: game {1} is there twice")]
    Duplicate(u64, u64),
    /// The game of this number has other engines or another opening than in the schedule.
    #[error("game {0} was played with other engines or from another opening")]
    OtherGame(u64),
    /// The PGN file differs from the games of the record at this line, from 1.
    #[error(
        "line {0}: it differs from what the match has played; remove the file, and all games are written again"
    )]
    PgnDiffers(usize),
}

/// Resumes the record of a match, or begins it if the file is missing or empty, and returns its games. A torn last line is
/// removed.
///
/// # Errors
/// If the file cannot be read or written, or does not hold a match with these settings.
pub fn open_record(
    path: &Path,
    settings: &MatchSettings,
) -> Result<(Journal, Vec<GameRecord>), MatchFileError> {
    let mut lines = JournalReader::open(path)?;
    let (mut games, mut seen) = (Vec::new(), HashSet::new());
    while let Some((line, text)) = lines.next_line()? {
        let wrong = |source| MatchFileError::Line(line, source);
        if line == 1 {
            let before: MatchHeader = serde_json::from_slice(text).map_err(wrong)?;
            if before.settings != *settings {
                let different = before.settings.differences(settings).join("; ");
                return Err(MatchFileError::OtherSettings(different));
            }
            continue;
        }
        let Some(record) = lines.parse_or_skip::<GameRecord>().map_err(wrong)? else {
            continue;
        };
        if !seen.insert(record.game) {
            return Err(MatchFileError::Duplicate(line, record.game));
        }
        games.push(record);
    }
    let is_begun = lines.number() > 0;
    // Only an incomplete header may be overwritten.
    if !is_begun && !lines.torn_line_begins(HEADER) {
        return Err(MatchFileError::Exists);
    }
    let mut journal = lines.resume()?;
    if !is_begun {
        let settings = settings.clone();
        journal.append_json(&MatchHeader { settings })?;
        journal.sync()?;
    }
    Ok((journal, games))
}

/// Resumes a PGN file, or begins it if it is missing: appends the part of `games`, the text of all games so far, that it
/// lacks.
///
/// # Errors
/// If the file cannot be read or written, or is not the beginning of `games`; it is not changed then.
pub fn open_pgn(path: &Path, games: &str) -> Result<Journal, MatchFileError> {
    let mut journal = Journal::open(path)?;
    let mut existing = Vec::new();
    if journal.is_plain_file() {
        existing = fs::read(path)?;
    } else {
        // A device may accept no data. An empty line belongs to no game.
        journal.append(b"\n")?;
    }
    if !games.as_bytes().starts_with(&existing) {
        let pairs = existing.iter().zip(games.as_bytes());
        let equal = pairs.take_while(|(old, new)| old == new);
        let line = equal.filter(|&(&byte, _)| byte == b'\n').count() + 1;
        return Err(MatchFileError::PgnDiffers(line));
    }
    journal.append(&games.as_bytes()[existing.len()..])?;
    journal.sync()?;
    Ok(journal)
}
