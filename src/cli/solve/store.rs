//! Where results go, and going on with what is there.
//!
//! A result is written in one piece with its line end, as soon as it is there. Whatever kills the program, the file
//! holds whole results and at most one torn one at the end. To go on, that one is taken away, the others are read, and
//! only what they do not answer is solved.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::Path;

use super::format::{Earlier, Layout};
use super::tally::Tally;
use crate::cli::Failure;
use crate::solve::batch::{Done, Record, Status};
use crate::whole_file::WholeFile;

/// Results being written.
pub struct Store {
    layout: Box<dyn Layout>,
    name: String,
    out: Out,
}

enum Out {
    Stdout,
    /// A file, and how much of it is whole; a device has no length.
    File {
        file: File,
        whole: Option<u64>,
    },
    /// A file that takes its name when all of it is there: a page that did not come to its end is nothing.
    Whole(WholeFile),
}

/// What earlier runs have answered.
#[derive(Debug, Default)]
pub struct Before {
    /// Which lines.
    pub done: Done,
    /// How they came out.
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
    ) -> Result<(Store, Before), Failure> {
        let name = path.map_or_else(
            || "standard output".to_owned(),
            |path| path.display().to_string(),
        );
        let wrong = |what: String| Failure::Input(format!("{name}: {what}"));
        let io = |error: io::Error| wrong(error.to_string());
        let mut before = Before::default();
        let out = match path {
            None => Out::Stdout,
            Some(path) => {
                let old = fs::metadata(path).ok();
                let plain = old.as_ref().is_none_or(fs::Metadata::is_file);
                let full = old.is_some_and(|old| old.len() > 0);
                if plain && full && !resume {
                    let hint = "it exists already; --resume goes on with jsonl and csv";
                    return Err(wrong(hint.to_owned()));
                }
                if plain && layout.is_whole_only() {
                    Out::Whole(WholeFile::begin(path).map_err(io)?)
                } else {
                    let mut whole = plain.then_some(0);
                    if full && plain {
                        whole = Some(read_back(path, layout.as_ref(), &mut before).map_err(wrong)?);
                    }
                    let mut options = OpenOptions::new();
                    let file = options.append(true).create(true).open(path).map_err(io)?;
                    if let Some(whole) = whole {
                        file.set_len(whole).map_err(io)?;
                    }
                    Out::File { file, whole }
                }
            }
        };
        let begun = matches!(
            out,
            Out::File {
                whole: Some(1..),
                ..
            }
        );
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
    /// When it cannot be written; what was written before is still there, whole.
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
            Out::Whole(file) => file.finish(),
            Out::File {
                file,
                whole: Some(_),
            } => file.sync_all(),
            _ => Ok(()),
        }
    }

    /// What to tell when something could not be written, `count` results having been.
    pub fn failure(&self, error: &io::Error, count: u64) -> Failure {
        let name = &self.name;
        let plural = if count == 1 { " is" } else { "s are" };
        Failure::Input(format!(
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
            Out::Whole(file) => file.write_all(text.as_bytes()),
            Out::File { file, whole } => {
                let written = file.write_all(text.as_bytes());
                if let Some(whole) = whole {
                    match written {
                        Ok(()) => *whole += text.len() as u64,
                        // A full disk may have taken a part of it.
                        Err(_) => file.set_len(*whole)?,
                    }
                }
                written
            }
        }
    }
}

/// Reads the results of a file; the bytes that are whole lines of ours.
fn read_back(path: &Path, layout: &dyn Layout, before: &mut Before) -> Result<u64, String> {
    let mut reader = BufReader::new(File::open(path).map_err(|error| error.to_string())?);
    let head = layout.head();
    let (mut whole, mut text, mut number) = (0, Vec::new(), 0_u64);
    loop {
        text.clear();
        let length = reader
            .read_until(b'\n', &mut text)
            .map_err(|error| error.to_string())?;
        if length == 0 {
            return Ok(whole);
        }
        number += 1;
        let foreign = |what: &str| format!("line {number} is no result: {what}");
        if text.last() != Some(&b'\n') {
            // Torn by a kill. But a first line that is none of ours is somebody's text.
            let ours = head.as_bytes().starts_with(&text) || (head.is_empty() && text[0] == b'{');
            return match number > 1 || ours {
                true => Ok(whole),
                false => Err(foreign("it has no end")),
            };
        }
        let line = std::str::from_utf8(&text).map_err(|error| foreign(&error.to_string()))?;
        whole += length as u64;
        if number == 1 && !head.is_empty() {
            match line == head {
                true => continue,
                false => return Err(foreign("it is not the heading")),
            }
        }
        let earlier = layout
            .read_back(line.trim_end())
            .map_err(|what| foreign(&what))?;
        note(&earlier, before).map_err(|what| foreign(&what))?;
    }
}

fn note(earlier: &Earlier, before: &mut Before) -> Result<(), String> {
    let status = Status::ALL
        .into_iter()
        .find(|status| status.name() == earlier.status)
        .ok_or_else(|| format!("'{}' is no status", earlier.status))?;
    before
        .done
        .mark(&earlier.file, earlier.line, &earlier.about)
        .map_err(|_| format!("line {} of the input is answered twice", earlier.line))?;
    before.tally.add_earlier(status, earlier.right);
    Ok(())
}
