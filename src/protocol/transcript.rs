//! UCI's `Debug Log File`: a log of all lines received and sent.

use std::fmt::Write as _;
use std::fs::File;
use std::io::{self, Write as _};
use std::path::Path;

use jiff::Timestamp;

use crate::storage::regular_file;

/// A log file. Each of its lines has the time (UTC), `>` for the GUI or `<` for the engine, and the text.
#[derive(Debug)]
pub struct Transcript(File);

impl Transcript {
    /// Opens a regular file to append to it, or creates it.
    ///
    /// # Errors
    /// If it cannot be opened or created, or is a folder, a pipe or a device.
    pub fn open(path: &Path) -> io::Result<Transcript> {
        regular_file::append(path).map(Transcript)
    }

    /// Appends lines of the GUI (`>`) or the engine (`<`), unbuffered, so that the file is complete if the GUI hangs.
    ///
    /// # Errors
    /// If the file cannot be written.
    pub fn add(&mut self, sender: char, text: &str) -> io::Result<()> {
        let time = Timestamp::now();
        let mut lines = String::new();
        for line in text.lines() {
            let _ = writeln!(lines, "{time:.3} {sender} {line}");
        }
        self.0.write_all(lines.as_bytes())
    }
}
