//! The output formats of a batch. A new one is a file with a [`RecordFormatter`] and an entry in [`FORMATS`].

mod csv;
mod epd;
pub(crate) mod formatter;
mod html;
mod jsonl;
mod pgn;
mod table;

pub use formatter::RecordFormatter;
pub use table::TableFormatter;

/// An output format.
#[derive(Debug)]
pub struct OutputFormat {
    /// Its name, which is also the extension of its files.
    pub name: &'static str,
    /// Another name for it.
    pub alias: Option<&'static str>,
    /// One line of help.
    pub help: &'static str,
    /// True if results can be read back and continued.
    pub can_resume: bool,
    /// Creates its formatter. The argument is used for the table format, and ignored by the others.
    pub formatter: fn(TableFormatter) -> Box<dyn RecordFormatter>,
}

/// All output formats.
pub static FORMATS: [OutputFormat; 6] = [
    OutputFormat {
        name: "table",
        alias: None,
        help: "For a person",
        can_resume: false,
        formatter: |table| Box::new(table),
    },
    OutputFormat {
        name: "jsonl",
        alias: Some("json"),
        help: "A JSON object on each line",
        can_resume: true,
        formatter: |_| Box::new(jsonl::Jsonl),
    },
    OutputFormat {
        name: "csv",
        alias: None,
        help: "Comma-separated values with a heading",
        can_resume: true,
        formatter: |_| Box::new(csv::Csv),
    },
    OutputFormat {
        name: "epd",
        alias: None,
        help: "The puzzles as EPD, with the results",
        can_resume: false,
        formatter: |_| Box::new(epd::Epd),
    },
    OutputFormat {
        name: "pgn",
        alias: None,
        help: "Games that begin in the positions, with the solutions as moves",
        can_resume: false,
        formatter: |_| Box::new(pgn::Pgn),
    },
    OutputFormat {
        name: "html",
        alias: Some("htm"),
        help: "A puzzle book, to open in a browser",
        can_resume: false,
        formatter: |_| Box::new(html::Html),
    },
];

/// The format with this name or alias, in upper or lower case.
pub fn format(name: &str) -> Option<&'static OutputFormat> {
    let is_it = |known: &str| known.eq_ignore_ascii_case(name);
    let mut formats = FORMATS.iter();
    formats.find(|format| is_it(format.name) || format.alias.is_some_and(is_it))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_and_aliases_name_a_format() {
        let named = |name| format(name).map(|format| format.name);
        assert_eq!(named("json"), Some("jsonl"));
        assert_eq!(named("HTM"), Some("html"));
        assert_eq!(named("txt"), None);
    }
}
