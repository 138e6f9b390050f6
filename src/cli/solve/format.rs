//! How results are written.

use std::io;

use clap::ValueEnum;

use super::tally::Tally;
use super::{csv::Csv, epd::Epd, html::Html, jsonl::Jsonl, table::Table};
use crate::solve::batch::Record;

/// `--format`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For a person
    Table,
    /// A JSON object on each line
    #[value(alias = "json")]
    Jsonl,
    /// Comma-separated values with a heading
    Csv,
    /// The puzzles as EPD, with what was found
    Epd,
    /// A page with diagrams, to open in a browser
    #[value(alias = "htm")]
    Html,
}

impl Format {
    /// The word for it.
    pub fn name(self) -> &'static str {
        match self {
            Format::Table => "table",
            Format::Jsonl => "jsonl",
            Format::Csv => "csv",
            Format::Epd => "epd",
            Format::Html => "html",
        }
    }

    /// Whether results of it can be read back.
    pub fn can_resume(self) -> bool {
        matches!(self, Format::Jsonl | Format::Csv)
    }

    /// Its writer; `several` says whether the puzzles come from several files.
    pub fn layout(self, several: bool) -> Box<dyn Layout> {
        match self {
            Format::Table => Box::new(Table::on_stdout(several)),
            Format::Jsonl => Box::new(Jsonl),
            Format::Csv => Box::new(Csv),
            Format::Epd => Box::new(Epd),
            Format::Html => Box::new(Html),
        }
    }
}

/// A line of results that was read back.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Earlier {
    /// The file, empty where there was one only.
    pub file: String,
    /// The line of the input.
    pub line: u64,
    /// The position, or what was wrong with the line.
    pub about: String,
    /// How it ended, in a word.
    pub status: String,
    /// Whether it was right, where that was asked.
    pub right: Option<bool>,
}

/// Turns records to text. Every text ends with a line end.
pub trait Layout {
    /// What stands before the first record.
    fn head(&self) -> String {
        String::new()
    }

    /// A record.
    ///
    /// # Errors
    /// When it cannot be put into words.
    fn record(&self, record: &Record) -> io::Result<String>;

    /// What stands behind the last record.
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

    /// Whether the text is of use only when all of it is there.
    fn is_whole_only(&self) -> bool {
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn endings_as_people_write_them_name_a_format() {
        let named = |ending| Format::from_str(ending, true).ok();
        assert_eq!(named("json"), Some(Format::Jsonl));
        assert_eq!(named("HTM"), Some(Format::Html));
        assert_eq!(named("txt"), None);
    }
}
