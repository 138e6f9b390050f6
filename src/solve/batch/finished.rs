//! The input lines that an earlier run has finished: one byte for each line.
//!
//! The byte is a hash of the line's position or error, never 0. A mismatch shows that the results belong to another input; one of
//! 255 different lines matches by chance.

use std::collections::BTreeMap;

use crate::columns::printable;
use crate::fnv::fnv;

/// The highest line number that is accepted.
const MAX_LINE: u64 = 1 << 32;

/// The lines of each file that have a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinishedLines {
    pub(super) files: BTreeMap<String, Vec<u8>>,
}

impl FinishedLines {
    /// Records that a line has a result. `about` is its position or, without one, its error. False if the line was recorded before,
    /// or its number is 0 or above 2^32.
    #[must_use]
    pub fn mark(&mut self, file: &str, line: u64, about: &str) -> bool {
        if line == 0 || line > MAX_LINE {
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

    /// Takes the recorded result of a line, and returns whether it has the same `about`, by its hash. `None` if the line has no
    /// result, or it was taken before.
    ///
    /// ```
    /// use chuhe::solve::batch::FinishedLines;
    /// let mut finished = FinishedLines::default();
    /// assert!(finished.mark("", 7, "a position") && finished.mark("", 9, "a position"));
    /// assert_eq!(finished.take("", 7, "a position"), Some(true));
    /// assert_eq!(finished.take("", 8, "a position"), None);
    /// assert_eq!(finished.first_untaken(8), Some(("", 9)));
    /// assert_eq!(finished.first_untaken(10), None);
    /// assert_eq!(finished.take("", 9, "another position"), Some(false));
    /// assert_eq!(finished.first_untaken(1), None);
    /// ```
    pub fn take(&mut self, file: &str, line: u64, about: &str) -> Option<bool> {
        let index = usize::try_from(line.checked_sub(1)?).ok()?;
        match std::mem::take(self.files.get_mut(file)?.get_mut(index)?) {
            0 => None,
            known => Some(known == fingerprint(about)),
        }
    }

    /// The first line of a file, from line `from` on, that has a result which was not taken.
    pub fn first_untaken(&self, from: u64) -> Option<(&str, u64)> {
        self.files.iter().find_map(|(file, lines)| {
            let mut known = (1..).zip(lines).skip(from.saturating_sub(1) as usize);
            let (line, _) = known.find(|(_, known)| **known != 0)?;
            Some((file.as_str(), line))
        })
    }

    /// True if no line has a result.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// A hash from 1 to 255, of the text as results have it.
fn fingerprint(text: &str) -> u8 {
    (fnv(printable(text).as_bytes()) % 255) as u8 + 1
}
