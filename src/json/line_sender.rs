//! The output of a conversation as messages to a page.

use std::io::{self, Write};

/// Sends each line that is written.
pub struct LineSender<F>(pub F);

impl<F: Fn(&str) -> io::Result<()>> Write for LineSender<F> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        String::from_utf8_lossy(bytes)
            .lines()
            .try_for_each(&self.0)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
