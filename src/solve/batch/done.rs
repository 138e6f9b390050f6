//! What an earlier run has answered: one byte for each line of the input.
//!
//! The byte is a fingerprint of what the answer was about, never 0. So results that belong to another input are noticed, not always
//! at the first line, but soon.

use std::collections::HashMap;

use crate::fnv::fnv;

/// The longest input of which answers are remembered, in lines: a number beyond it is a mistake.
const MOST_LINES: u64 = 1 << 32;

/// The lines that have an answer, of each file.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Done {
    pub(super) files: HashMap<String, Vec<u8>>,
}

impl Done {
    /// Records that a line is answered. `about` is its position, or what was wrong with it. False when the line was recorded before,
    /// or its number is 0 or beyond 2^32.
    #[must_use]
    pub fn mark(&mut self, file: &str, line: u64, about: &str) -> bool {
        if line == 0 || line > MOST_LINES {
            return false;
        }
        let lines = self.files.entry(file.to_owned()).or_default();
        let index = (line - 1) as usize;
        if lines.len() <= index {
            lines.resize(index + 1, 0);
        }
        let before = std::mem::replace(&mut lines[index], fingerprint(about));
        before == 0
    }

    /// Whether a line is answered, and if it is, whether the answer seems to be about this.
    ///
    /// ```
    /// use chuhe::solve::batch::Done;
    /// let mut done = Done::default();
    /// assert!(done.mark("", 7, "a position"));
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
}

/// From 1 to 255: the checksum, folded.
fn fingerprint(text: &str) -> u8 {
    (fnv(text.as_bytes()) % 255) as u8 + 1
}
