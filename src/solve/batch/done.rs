//! What an earlier run has answered already: one byte for each line of the input.
//!
//! The byte is a fingerprint of what the answer was about, never 0. So results that belong to another input are
//! noticed, not always at the first line, but soon.

use std::collections::HashMap;

use crate::fnv::fnv;

/// The lines that have an answer, of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    files: HashMap<String, Vec<u8>>,
    count: u64,
}

/// The longest input of which answers are remembered, in lines: a number beyond it is a mistake.
pub const MOST_LINES: u64 = 1 << 32;

/// A line that can be none, or that was marked before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Unmarkable;

impl Done {
    /// Notes that a line is answered. `about` is its position, or what was wrong with it.
    ///
    /// # Errors
    /// When the line was noted before, or its number is 0 or beyond [`MOST_LINES`].
    pub fn mark(&mut self, file: &str, line: u64, about: &str) -> Result<(), Unmarkable> {
        if line == 0 || line > MOST_LINES {
            return Err(Unmarkable);
        }
        if !self.files.contains_key(file) {
            self.files.insert(file.to_owned(), Vec::new());
        }
        let Some(lines) = self.files.get_mut(file) else {
            return Err(Unmarkable);
        };
        let index = (line - 1) as usize;
        if lines.len() <= index {
            lines.resize(index + 1, 0);
        }
        if lines[index] != 0 {
            return Err(Unmarkable);
        }
        lines[index] = fingerprint(about);
        self.count += 1;
        Ok(())
    }

    /// Whether a line is answered, and if it is, whether the answer seems to be about this.
    ///
    /// ```
    /// use chuhe::solve::batch::Done;
    /// let mut done = Done::default();
    /// done.mark("", 7, "a position").unwrap();
    /// assert_eq!(done.answered("", 7, "a position"), Some(true));
    /// assert_eq!(done.answered("", 7, "another position"), Some(false));
    /// assert_eq!(done.answered("", 8, "a position"), None);
    /// ```
    pub fn answered(&self, file: &str, line: u64, about: &str) -> Option<bool> {
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        match self.files.get(file)?.get(index)? {
            0 => None,
            &known => Some(known == fingerprint(about)),
        }
    }

    /// How many lines are answered.
    pub fn len(&self) -> u64 {
        self.count
    }

    /// Whether none is.
    pub fn is_empty(&self) -> bool {
        self.count == 0
    }
}

/// From 1 to 255: the checksum, folded.
fn fingerprint(text: &str) -> u8 {
    (fnv(text.as_bytes()) % 255) as u8 + 1
}
