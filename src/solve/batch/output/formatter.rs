//! The trait of output formats: turns records into text.

use std::io;

use serde::Deserialize;

use crate::eval::Score;
use crate::search::score::{ScoreKind, classify};
use crate::solve::batch::puzzle::line_of;
use crate::solve::batch::record::PuzzleRecord;
use crate::solve::batch::tally::BatchTally;

/// The fields of an earlier [`PuzzleRecord`] that a run needs to resume.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct EarlierRecord {
    /// The file name; empty if there was only one source.
    #[serde(default)]
    pub file: String,
    /// The line number in the input.
    pub line: u64,
    /// The position, if the line has one.
    pub fen: Option<String>,
    /// The name of its [`PuzzleStatus`](crate::solve::batch::PuzzleStatus).
    pub status: String,
    /// Whether the first move was right; `None` if it was not compared.
    pub right: Option<bool>,
    /// The error of an invalid line.
    pub error: Option<String>,
}

/// Turns records into text. Every text ends with a line end.
pub trait RecordFormatter {
    /// The text before the first record.
    fn header(&self) -> String {
        String::new()
    }

    /// The text of a record.
    ///
    /// # Errors
    /// If the record cannot be written in this format.
    fn record(&self, record: &PuzzleRecord) -> io::Result<String>;

    /// The text after the last record.
    fn footer(&self, _tally: &BatchTally) -> String {
        String::new()
    }

    /// Parses a line that [`RecordFormatter::record`] wrote, without its line end.
    ///
    /// # Errors
    /// A message if the line is not a record, or the format cannot be resumed.
    fn read_back(&self, _line: &str) -> Result<EarlierRecord, String> {
        Err("this format is not read back".to_owned())
    }

    /// True if the text is of use only when it is complete.
    fn must_be_complete(&self) -> bool {
        false
    }
}

/// A score as `cp 35` or `rule -4`; `None` for a mate score of the search, which is not proved.
pub(super) fn score_text(score: Option<Score>) -> Option<String> {
    match classify(score?) {
        ScoreKind::Evaluation(value) => Some(format!("cp {value}")),
        ScoreKind::Rule(plies) => Some(format!("rule {plies}")),
        ScoreKind::Mate(_) => None,
    }
}

/// The line number of a puzzle, with the file name if there are several sources.
pub(super) fn location(record: &PuzzleRecord) -> String {
    line_of(record.file.as_deref(), record.line)
}
