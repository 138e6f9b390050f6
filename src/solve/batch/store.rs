//! The store of results: writes them to a file or standard output, and resumes a file.
//!
//! A result is written at once with its line end, as soon as it is known. After a crash the file holds complete results and at most
//! one incomplete result at the end. A run that resumes removes that one, reads the others, and solves only the lines without a
//! result.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use super::finished::FinishedLines;
use super::output::RecordFormatter;
use super::puzzle::PuzzleError;
use super::record::{PuzzleRecord, PuzzleStatus};
use super::tally::BatchTally;
use crate::columns::printable;
use crate::games::game_file::UTF8_MARK;
use crate::storage::{AtomicFile, Journal, JournalReader};

/// The error of results that cannot be stored. The message has the name of the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum StoreError {
    /// The file has contents that must not be overwritten or cannot be resumed.
    #[error("{0}")]
    Contents(String),
    /// The file cannot be read or written.
    #[error("{0}")]
    Io(String),
    /// The reader of standard output is gone.
    #[error("the reader of the output is gone")]
    OutputClosed,
}

/// How an existing file is treated.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Existing {
    /// An error.
    Refuse,
    /// Its results are kept and continued.
    Continue,
    /// It is overwritten.
    Replace,
}

/// The open output of a batch.
pub struct Store {
    formatter: Box<dyn RecordFormatter>,
    /// The name of the file, for messages.
    name: String,
    out: Destination,
}

enum Destination {
    Stdout,
    /// A file to which lines are appended, so that a later run can resume it.
    Journal(Journal),
    /// A file that gets its name when it is complete. `None` after that.
    Whole(Option<AtomicFile>),
}

/// Takes the results of earlier runs.
pub trait EarlierResults {
    /// Takes a result, in the order of the file.
    ///
    /// # Errors
    /// What is wrong with it, if the file cannot be continued.
    fn add(&mut self, record: PuzzleRecord) -> Result<(), String>;

    /// Called for a line that is damaged, and is left in the file.
    fn add_damaged(&mut self) {}
}

/// The results of earlier runs of a batch of puzzles.
#[derive(Debug, Default)]
pub struct EarlierPuzzles {
    /// The lines that have a result.
    pub finished: FinishedLines,
    /// The counts of the results.
    pub tally: BatchTally,
}

impl Store {
    /// Creates or continues a file, whose results are added to `earlier`; without a path it writes to standard output.
    ///
    /// # Errors
    /// If the file exists and `existing` does not allow it, has other contents, or cannot be read or written.
    pub fn open(
        path: Option<&Path>,
        existing: Existing,
        formatter: Box<dyn RecordFormatter>,
        earlier: &mut dyn EarlierResults,
    ) -> Result<Store, StoreError> {
        let standard = || "standard output".to_owned();
        let name = path.map_or_else(standard, |path| path.display().to_string());
        let out = match path {
            None => Ok(Destination::Stdout),
            Some(path) => open(path, existing, formatter.as_ref(), earlier),
        };
        let out = out.map_err(|error| match error.kind() {
            io::ErrorKind::InvalidData => StoreError::Contents(format!("{name}: {error}")),
            _ => StoreError::Io(format!("cannot write {name}: {error}")),
        })?;
        let started = matches!(&out, Destination::Journal(journal) if !journal.is_empty());
        let mut store = Store {
            formatter,
            name,
            out,
        };
        if !started {
            let header = store.formatter.header();
            let written = store.write(&header);
            written.map_err(|error| store.failure(&error, 0))?;
        }
        Ok(store)
    }

    /// Writes a result, at once.
    ///
    /// # Errors
    /// If it cannot be written; the results before it stay complete.
    pub fn add(&mut self, record: &PuzzleRecord) -> io::Result<()> {
        let text = self.formatter.record(record);
        self.write(&text)
    }

    /// Writes the text after the last result, and completes the file.
    ///
    /// # Errors
    /// If it cannot be written.
    pub fn finish(&mut self, tally: &BatchTally) -> io::Result<()> {
        let footer = self.formatter.footer(tally);
        self.write(&footer)?;
        match &mut self.out {
            Destination::Stdout => Ok(()),
            Destination::Journal(journal) => journal.sync(),
            Destination::Whole(file) => file.take().map_or(Ok(()), AtomicFile::commit),
        }
    }

    /// The error of a failed write after `count` results.
    pub fn failure(&self, error: &io::Error, count: u64) -> StoreError {
        if matches!(self.out, Destination::Stdout) && error.kind() == io::ErrorKind::BrokenPipe {
            return StoreError::OutputClosed;
        }
        let name = &self.name;
        let plural = if count == 1 { " is" } else { "s are" };
        StoreError::Io(format!(
            "{name}: cannot write the results: {error}; {count} result{plural} written"
        ))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        let text = printable(text);
        match &mut self.out {
            Destination::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes())?;
                out.flush()
            }
            Destination::Journal(journal) => journal.append(text.as_bytes()),
            Destination::Whole(Some(file)) => file.write_all(text.as_bytes()),
            Destination::Whole(None) => Ok(()),
        }
    }
}

/// Opens a file. Contents that may not be overwritten or cannot be continued are [`io::ErrorKind::InvalidData`].
fn open(
    path: &Path,
    existing: Existing,
    formatter: &dyn RecordFormatter,
    earlier: &mut dyn EarlierResults,
) -> io::Result<Destination> {
    let old = fs::metadata(path).ok();
    let plain = old.as_ref().is_none_or(fs::Metadata::is_file);
    let full = plain && old.is_some_and(|old| old.len() > 0);
    if full && existing == Existing::Refuse {
        let what =
            "it exists already; --force overwrites it, --resume continues a run into jsonl or csv";
        return Err(io::Error::new(io::ErrorKind::InvalidData, what));
    }
    Ok(match existing {
        _ if plain && formatter.must_be_complete() => {
            Destination::Whole(Some(AtomicFile::create(path)?))
        }
        Existing::Continue if full => Destination::Journal(read_back(path, formatter, earlier)?),
        Existing::Replace => Destination::Journal(Journal::replace(path)?),
        _ => Destination::Journal(Journal::create(path)?),
    })
}

/// Reads the results of a file, and opens it to append more.
fn read_back(
    path: &Path,
    formatter: &dyn RecordFormatter,
    earlier: &mut dyn EarlierResults,
) -> io::Result<Journal> {
    let mut reader = JournalReader::open(path)?;
    let header = formatter.header();
    let mut has_results = false;
    while let Some((number, line)) = reader.next_line()? {
        // A spreadsheet or an editor may have written the file again, with each cell in quotation marks.
        let unmarked = line.strip_prefix(UTF8_MARK).filter(|_| number == 1);
        let line = unmarked.unwrap_or(line);
        if number == 1 && !header.is_empty() {
            let heading = line.trim_ascii_end().iter();
            let unquoted = heading.filter(|&&byte| byte != b'"');
            match unquoted.eq(header.trim_end().as_bytes()) {
                true => continue,
                false => return Err(not_resumable(1, "it is not the heading")),
            }
        }
        let not_text = |error| PuzzleError::NotText(error).to_string();
        let text = std::str::from_utf8(line).map_err(not_text);
        match text.and_then(|text| formatter.read_back(text.trim_end())) {
            Ok(record) => {
                let added = earlier.add(record);
                added.map_err(|what| not_resumable(number, &what))?;
                has_results = true;
            }
            Err(error) => {
                earlier.add_damaged();
                reader.skip(error);
            }
        }
    }
    // Damaged lines alone mean that the file is another text.
    if let (false, Some((line, error))) = (has_results, reader.first_skipped()) {
        return Err(not_resumable(*line, error));
    }
    // An incomplete first line that does not start as a result does means that the file is another text.
    let start: &str = if header.is_empty() { "{" } else { &header };
    match reader.number() > 0 || reader.torn_line_begins(start.as_bytes()) {
        true => reader.resume(),
        false => Err(not_resumable(1, "it has no end")),
    }
}

fn not_resumable(line: u64, what: &str) -> io::Error {
    let text = format!(
        "line {line} is not a result: {what}; --force instead of --resume overwrites the file"
    );
    io::Error::new(io::ErrorKind::InvalidData, text)
}

impl EarlierResults for EarlierPuzzles {
    fn add(&mut self, record: PuzzleRecord) -> Result<(), String> {
        let about = record.fen.as_deref().or(record.error.as_deref());
        let (file, line) = (record.file.as_deref().unwrap_or_default(), record.line);
        let is_invalid = record.status == PuzzleStatus::Invalid;
        // The error may be in the operations. A corrected line then has the same position, so such a line is always solved again.
        let is_open = is_invalid && record.fen.is_some();
        let about = about.unwrap_or_default();
        if !is_open && !(self.finished).mark(file, line, about, is_invalid) {
            return Err(format!("line {line} of the input is answered twice"));
        }
        // The nodes are those of this run.
        self.tally.add(&PuzzleRecord { nodes: 0, ..record });
        Ok(())
    }
}
