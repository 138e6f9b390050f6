//! Standard output and standard error for text, whose control characters are escaped.

use std::fmt::Display;
use std::io::{self, StdoutLock, Write};

use crate::columns::printable;
use crate::locale;

/// An output for text, whose control characters are escaped.
pub struct TextOut<W>(pub W);

pub fn stdout() -> TextOut<StdoutLock<'static>> {
    TextOut(io::stdout().lock())
}

/// Writes a message to standard error, which may be closed, in the language of the program.
pub fn write_stderr(message: impl Display) {
    let message = format!("{message}\n");
    let _ = TextOut(io::stderr()).write_all(locale::lines(&message).as_bytes());
}

impl<W: Write> Write for TextOut<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match str::from_utf8(bytes) {
            Ok(text) => self.0.write_all(printable(text).as_bytes())?,
            Err(_) => self.0.write_all(bytes)?,
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
