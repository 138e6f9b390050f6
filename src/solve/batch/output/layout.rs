//! What an output format is: text before, for and after the records.

use std::io;

use serde::Deserialize;

use crate::eval::Score;
use crate::search::score::{Meaning, meaning};
use crate::solve::batch::record::Record;
use crate::solve::batch::tally::Tally;

/// The fields of a [`Record`] that a run needs to resume.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Earlier {
    /// The file; empty if there was only one.
    #[serde(default)]
    pub file: String,
    /// The line of the input.
    pub line: u64,
    /// The position, if the line has one.
    pub fen: Option<String>,
    /// The name of its [`Status`](crate::solve::batch::Status).
    pub status: String,
    /// Whether it was right, where that was asked.
    pub right: Option<bool>,
    /// What was wrong with the line.
    pub error: Option<String>,
}

/// Turns records into text. Every text ends with a line end.
pub trait Layout {
    /// The text before the first record.
    fn head(&self) -> String {
        String::new()
    }

    /// The text of a record.
    ///
    /// # Errors
    /// If the record cannot be written in this format.
    fn record(&self, record: &Record) -> io::Result<String>;

    /// The text after the last record.
    fn tail(&self, _tally: &Tally) -> String {
        String::new()
    }

    /// Reads back a line that [`Layout::record`] wrote, without its end.
    ///
    /// # Errors
    /// What is wrong with it.
    fn read_back(&self, _line: &str) -> Result<Earlier, String> {
        Err("this format is not read back".to_owned())
    }

    /// True if the text is of use only when it is complete.
    fn is_whole_only(&self) -> bool {
        false
    }
}

/// `cp 35` or `rule -4`; nothing for a mate of the search, which is not proved.
pub(super) fn score_text(score: Option<Score>) -> Option<String> {
    match meaning(score?) {
        Meaning::Evaluation(value) => Some(format!("cp {value}")),
        Meaning::Rule(plies) => Some(format!("rule {plies}")),
        Meaning::Mate(_) => None,
    }
}

/// The place of a puzzle: a line, and a file if there are several.
pub(super) fn place(record: &Record) -> String {
    match &record.file {
        Some(file) => format!("{file}, line {}", record.line),
        None => format!("line {}", record.line),
    }
}
