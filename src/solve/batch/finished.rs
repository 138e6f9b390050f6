//! The input lines that an earlier run has finished: about 20 bytes for each line.
//!
//! Of a line's position or error a hash of one byte is kept. A mismatch shows that the results belong to another input; one of
//! 255 different lines matches by chance. A line that was invalid may have been corrected: a mismatch then means that it has no
//! result.

use std::collections::BTreeMap;

use crate::columns::printable;
use crate::fnv::fnv;

/// The lines of each file that have a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinishedLines {
    /// For each line of a file the hash of its position or error, and whether it is invalid.
    files: BTreeMap<String, BTreeMap<u64, (u8, bool)>>,
}

impl FinishedLines {
    /// Records that a line has a result, or that it is invalid. `about` is its position or, without one, its error. The result may
    /// replace that of an invalid line. False if the line has a result already, or its number is 0.
    #[must_use]
    pub fn mark(&mut self, file: &str, line: u64, about: &str, is_invalid: bool) -> bool {
        let lines = self.files.entry(file.to_owned()).or_default();
        let earlier = lines.insert(line, (fingerprint(about), is_invalid));
        line > 0 && earlier.is_none_or(|(_, was_invalid)| was_invalid)
    }

    /// Takes the recorded result of a line, and returns whether it has the same `about`, by its hash. `None` if the line has no
    /// result, was invalid and has changed, or was taken before.
    pub fn take(&mut self, file: &str, line: u64, about: &str) -> Option<bool> {
        let (known, is_invalid) = self.files.get_mut(file)?.remove(&line)?;
        let is_same = known == fingerprint(about);
        (is_same || !is_invalid).then_some(is_same)
    }

    /// The first line of a file, from line `from` on, that has a result which was not taken. Invalid lines, which may have been
    /// removed, do not count.
    pub fn first_untaken(&self, from: u64) -> Option<(&str, u64)> {
        self.files.iter().find_map(|(file, lines)| {
            let mut lines = lines.range(from..);
            let (line, _) = lines.find(|(_, (_, is_invalid))| !is_invalid)?;
            Some((file.as_str(), *line))
        })
    }

    /// True if no line has a result.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

/// A hash from 0 to 254, of the text as results have it.
fn fingerprint(text: &str) -> u8 {
    (fnv(printable(text).as_bytes()) % 255) as u8
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_result_is_taken_by_its_position_or_error() {
        let mut finished = FinishedLines::default();
        for (line, about, is_invalid) in [
            (7, "a position", false),
            (9, "a position", false),
            (12, "an error", true),
            (13, "an error", true),
        ] {
            assert!(finished.mark("", line, about, is_invalid));
        }
        assert_eq!(finished.take("", 7, "a position"), Some(true));
        assert_eq!(finished.take("", 8, "a position"), None);
        assert_eq!(finished.first_untaken(8), Some(("", 9)));
        assert_eq!(finished.first_untaken(10), None);
        assert_eq!(finished.take("", 9, "another position"), Some(false));
        assert_eq!(finished.first_untaken(1), None);
        assert_eq!(finished.take("", 12, "an error"), Some(true));
        assert_eq!(finished.take("", 13, "a position"), None);
    }

    #[test]
    fn a_result_replaces_an_earlier_invalid_one() {
        let mut finished = FinishedLines::default();
        assert!(finished.mark("", 3, "an error", true));
        assert!(finished.mark("", 3, "a position", false));
        assert!(!finished.mark("", 3, "an error", true));
        assert!(finished.mark("", 4, "an error", true));
        assert!(finished.mark("", 4, "another error", true));
        assert_eq!(finished.first_untaken(4), None);
        assert!(!finished.mark("", 0, "a position", false));
    }
}
