//! What is told on standard error while a match goes on.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};

/// Takes the cursor to the beginning of the line and empties it.
const CLEAR: &str = "\r\x1b[2K";

/// A line at the terminal that is written over again and again, and lines above it that stay. Where
/// there is no terminal, only the lines that stay are written.
#[derive(Debug)]
pub struct LiveLine {
    terminal: bool,
}

impl LiveLine {
    /// On standard error, whatever that is.
    pub fn on_stderr() -> LiveLine {
        LiveLine {
            terminal: io::stderr().is_terminal(),
        }
    }

    /// Writes the line over.
    pub fn update(&self, text: &dyn Display) {
        if self.terminal {
            let width = terminal_size::terminal_size_of(io::stderr())
                .map_or(80, |(width, _)| usize::from(width.0));
            // A line that wraps cannot be written over.
            let text: String = text
                .to_string()
                .chars()
                .take(width.saturating_sub(1))
                .collect();
            write(&format!("{CLEAR}{text}"));
        }
    }

    /// Writes a line that stays.
    pub fn note(&self, text: &dyn Display) {
        let clear = if self.terminal { CLEAR } else { "" };
        write(&format!("{clear}{text}\n"));
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.terminal {
            write(CLEAR);
        }
    }
}

fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    // Nobody is left to tell when standard error is closed.
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}
