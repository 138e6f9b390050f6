//! Where results are written, and how a run resumes.
//!
//! A result is written in one piece with its line end, as soon as it is there. After a crash the file holds complete results and at
//! most one torn one at the end. A run that resumes cuts that one off, reads the others, and solves only what they do not answer.

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use thiserror::Error;

use super::done::Done;
use super::output::layout::{Earlier, Layout};
use super::record::{Record, Status};
use super::tally::Tally;
use crate::storage::{AtomicFile, Journal, JournalReader};

/// Why results cannot be stored, with the name of the file.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{0}")]
pub struct StoreError(String);

/// Results being written.
pub struct Store {
    layout: Box<dyn Layout>,
    name: String,
    out: Out,
}

enum Out {
    Stdout,
    /// Lines of their own, to be resumed.
    Journal(Journal),
    /// A file that takes its name when it is complete, and is then `None`.
    Whole(Option<AtomicFile>),
}

/// What earlier runs have answered.
#[derive(Debug, Default)]
pub struct Before {
    /// Which lines.
    pub done: Done,
    /// How they ended.
    pub tally: Tally,
}

impl Store {
    /// Begins a file, or standard output without one; with `resume`, goes on with the file.
    ///
    /// # Errors
    /// When there is something else in the file, or it cannot be read or written.
    pub fn open(
        path: Option<&Path>,
        resume: bool,
        layout: Box<dyn Layout>,
    ) -> Result<(Store, Before), StoreError> {
        let standard = || "standard output".to_owned();
        let name = path.map_or_else(standard, |path| path.display().to_string());
        let mut before = Before::default();
        let out = match path {
            None => Ok(Out::Stdout),
            Some(path) => open(path, resume, layout.as_ref(), &mut before),
        };
        let out = out.map_err(|what| StoreError(format!("{name}: {what}")))?;
        let begun = matches!(&out, Out::Journal(journal) if !journal.is_empty());
        let mut store = Store { layout, name, out };
        if !begun {
            let head = store.layout.head();
            let written = store.write(&head);
            written.map_err(|error| store.failure(&error, 0))?;
        }
        Ok((store, before))
    }

    /// Writes a result, in one piece.
    ///
    /// # Errors
    /// When it cannot be written; the results before it stay complete.
    pub fn add(&mut self, record: &Record) -> io::Result<()> {
        let text = self.layout.record(record)?;
        self.write(&text)
    }

    /// Writes what stands behind the last result.
    ///
    /// # Errors
    /// When it cannot be written.
    pub fn finish(&mut self, tally: &Tally) -> io::Result<()> {
        let tail = self.layout.tail(tally);
        self.write(&tail)?;
        match &mut self.out {
            Out::Stdout => Ok(()),
            Out::Journal(journal) => journal.sync(),
            Out::Whole(file) => file.take().map_or(Ok(()), AtomicFile::commit),
        }
    }

    /// The message when something could not be written after `count` results.
    pub fn failure(&self, error: &io::Error, count: u64) -> StoreError {
        let name = &self.name;
        let plural = if count == 1 { " is" } else { "s are" };
        StoreError(format!(
            "{name}: cannot write the results: {error}; {count} result{plural} written"
        ))
    }

    fn write(&mut self, text: &str) -> io::Result<()> {
        match &mut self.out {
            Out::Stdout => {
                let mut out = io::stdout().lock();
                out.write_all(text.as_bytes())?;
                out.flush()
            }
            Out::Journal(journal) => journal.append(text.as_bytes()),
            Out::Whole(Some(file)) => file.write_all(text.as_bytes()),
            Out::Whole(None) => Ok(()),
        }
    }
}

fn message(error: io::Error) -> String {
    error.to_string()
}

fn open(
    path: &Path,
    resume: bool,
    layout: &dyn Layout,
    before: &mut Before,
) -> Result<Out, String> {
    let old = fs::metadata(path).ok();
    let plain = old.as_ref().is_none_or(fs::Metadata::is_file);
    let full = plain && old.is_some_and(|old| old.len() > 0);
    if full && !resume {
        return Err("it exists already; --resume goes on with jsonl and csv".to_owned());
    }
    if plain && layout.is_whole_only() {
        let file = AtomicFile::create(path).map_err(message)?;
        Ok(Out::Whole(Some(file)))
    } else if full {
        read_back(path, layout, before).map(Out::Journal)
    } else {
        Journal::create(path).map(Out::Journal).map_err(message)
    }
}

/// Reads the results of a file and continues it.
fn read_back(path: &Path, layout: &dyn Layout, before: &mut Before) -> Result<Journal, String> {
    let mut reader = JournalReader::open(path).map_err(message)?;
    let head = layout.head();
    while let Some((number, line)) = reader.next_line().map_err(message)? {
        let read = match std::str::from_utf8(line) {
            Ok(line) if number == 1 && !head.is_empty() => match line == head {
                true => Ok(()),
                false => Err("it is not the heading".to_owned()),
            },
            Ok(line) => {
                let earlier = layout.read_back(line.trim_end());
                earlier.and_then(|earlier| note(&earlier, before))
            }
            Err(error) => Err(error.to_string()),
        };
        read.map_err(|what| format!("line {number} is no result: {what}"))?;
    }
    // A torn first line that is none of ours is another text.
    let torn = reader.torn();
    let ours = head.as_bytes().starts_with(torn) || (head.is_empty() && torn[0] == b'{');
    match !reader.is_empty() || ours {
        true => reader.resume().map_err(message),
        false => Err("line 1 is no result: it has no end".to_owned()),
    }
}

fn note(earlier: &Earlier, before: &mut Before) -> Result<(), String> {
    let status = Status::ALL
        .into_iter()
        .find(|status| status.name() == earlier.status)
        .ok_or_else(|| format!("'{}' is no status", earlier.status))?;
    let about = earlier.fen.as_deref().or(earlier.error.as_deref());
    let line = earlier.line;
    if !(before.done).mark(&earlier.file, line, about.unwrap_or_default()) {
        return Err(format!("line {line} of the input is answered twice"));
    }
    before.tally.add_earlier(status, earlier.right);
    Ok(())
}
