//! The output formats of a batch. A new one is a file with a [`RecordFormatter`] and a variant of [`OutputFormat`].

mod csv;
mod epd;
mod formatter;
mod html;
mod jsonl;
mod pgn;
mod table;

use clap::ValueEnum;

pub use formatter::RecordFormatter;
pub use table::TableFormatter;

/// An output format. Its name, or for a table its alias, is also the extension of its files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub enum OutputFormat {
    /// For a person
    #[default]
    #[value(alias = "txt")]
    Table,
    /// A JSON object on each line
    #[value(alias = "json")]
    Jsonl,
    /// Comma-separated values with a heading
    Csv,
    /// The puzzles as EPD, with the results
    Epd,
    /// Games that begin in the positions, with the solutions as moves
    Pgn,
    /// A puzzle book, to open in a browser
    #[value(alias = "htm")]
    Html,
}

impl OutputFormat {
    /// True if results can be read back and continued.
    pub fn can_resume(self) -> bool {
        matches!(self, OutputFormat::Jsonl | OutputFormat::Csv)
    }

    /// Creates its formatter. `table` is used for the table format and the page, and ignored by the others.
    pub fn formatter(self, table: TableFormatter) -> Box<dyn RecordFormatter> {
        match self {
            OutputFormat::Table => Box::new(table),
            OutputFormat::Jsonl => Box::new(jsonl::Jsonl),
            OutputFormat::Csv => Box::new(csv::Csv),
            OutputFormat::Epd => Box::new(epd::Epd),
            OutputFormat::Pgn => Box::new(pgn::Pgn),
            OutputFormat::Html => Box::new(html::Html(table)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_name_a_format() {
        let named = |name| OutputFormat::from_str(name, true).ok();
        assert_eq!(named("json"), Some(OutputFormat::Jsonl));
        assert_eq!(named("HTM"), Some(OutputFormat::Html));
        assert_eq!(named("txt"), Some(OutputFormat::Table));
        assert_eq!(named("doc"), None);
    }
}
