//! UCI's `Debug Log File`: the conversation, line by line, in a file.

use std::fmt::Write as _;
use std::fs::{File, OpenOptions};
use std::io::{self, Write as _};
use std::path::Path;

use jiff::Timestamp;

/// A file that is added to, a line for each line of the conversation: the time (UTC), `>` for the GUI or `<` for the
/// engine, the text.
#[derive(Debug)]
pub struct Transcript {
    file: File,
}

impl Transcript {
    /// Opens the file; what is in it stays.
    ///
    /// # Errors
    /// When it cannot be opened or made.
    pub fn open(path: &Path) -> io::Result<Transcript> {
        let file = OpenOptions::new().create(true).append(true).open(path)?;
        Ok(Transcript { file })
    }

    /// Adds lines that the GUI (`>`) or the engine (`<`) sent, at once and in one piece: whoever looks into the file
    /// while a GUI hangs sees all of it.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, who: char, text: &str) -> io::Result<()> {
        let time = Timestamp::now();
        let mut lines = String::new();
        for line in text.lines() {
            let _ = writeln!(lines, "{time:.3} {who} {line}");
        }
        self.file.write_all(lines.as_bytes())
    }
}
