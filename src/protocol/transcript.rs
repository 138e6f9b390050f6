//! UCI's `Debug Log File`: a log of the conversation.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use jiff::Timestamp;

/// A log file, with a line for each line of the conversation: the time (UTC), `>` for the GUI or `<` for the engine, the
/// text.
#[derive(Debug)]
pub struct Transcript(File);

impl Transcript {
    /// Opens the file to add to it.
    ///
    /// # Errors
    /// When it cannot be opened or created.
    pub fn open(path: &Path) -> io::Result<Transcript> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Transcript(file))
    }

    /// Adds lines that the GUI (`>`) or the engine (`<`) sent, unbuffered: the file is complete while a GUI hangs.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, who: char, text: &str) -> io::Result<()> {
        let time = Timestamp::now();
        let mut lines = String::new();
        for line in text.lines() {
            let _ = writeln!(lines, "{time:.3} {who} {line}");
        }
        self.0.write_all(lines.as_bytes())
    }
}
