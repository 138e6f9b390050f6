//! The input lines that an earlier run has finished: little more than one byte for each line.
//!
//! The byte is a hash of the line's position or error, never 0. A mismatch shows that the results belong to another input; one of
//! 255 different lines matches by chance. A line that was invalid may have been corrected: a mismatch then means that it has no
//! result.

use std::collections::BTreeMap;

use crate::columns::printable;
use crate::fnv::fnv;

/// The number of lines whose bytes are stored together.
const BLOCK_LINES: u64 = 64;

/// The lines of each file that have a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FinishedLines {
    files: BTreeMap<String, FileLines>,
}

/// The lines of a file that have a result.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct FileLines {
    /// The bytes of blocks of lines, by the number of the block; 0 for a line without a result.
    blocks: BTreeMap<u64, [u8; BLOCK_LINES as usize]>,
    /// The bytes of the lines that are invalid.
    invalid: BTreeMap<u64, u8>,
}

impl FinishedLines {
    /// Records that a line has a result. `about` is its position or, without one, its error. The result may replace that of an
    /// invalid line. False if the line was recorded before, or its number is 0.
    #[must_use]
    pub fn mark(&mut self, file: &str, line: u64, about: &str) -> bool {
        let Some(index) = line.checked_sub(1) else {
            return false;
        };
        let lines = self.files.entry(file.to_owned()).or_default();
        lines.invalid.remove(&line);
        let block = lines.blocks.entry(index / BLOCK_LINES);
        let block = block.or_insert([0; BLOCK_LINES as usize]);
        let byte = &mut block[(index % BLOCK_LINES) as usize];
        std::mem::replace(byte, fingerprint(about)) == 0
    }

    /// Records that a line is invalid, as [`mark`](Self::mark).
    #[must_use]
    pub fn mark_invalid(&mut self, file: &str, line: u64, about: &str) -> bool {
        let lines = self.files.entry(file.to_owned()).or_default();
        lines.invalid.insert(line, fingerprint(about));
        line > 0 && !lines.has_result(line)
    }

    /// Takes the recorded result of a line, and returns whether it has the same `about`, by its hash. `None` if the line has no
    /// result, was invalid and has changed, or was taken before.
    ///
    /// ```
    /// use chuhe::solve::batch::FinishedLines;
    /// let mut finished = FinishedLines::default();
    /// assert!(finished.mark("", 7, "a position") && finished.mark("", 9, "a position"));
    /// assert!(finished.mark_invalid("", 12, "an error") && finished.mark_invalid("", 13, "an error"));
    /// assert_eq!(finished.take("", 7, "a position"), Some(true));
    /// assert_eq!(finished.take("", 8, "a position"), None);
    /// assert_eq!(finished.first_untaken(8), Some(("", 9)));
    /// assert_eq!(finished.first_untaken(10), None);
    /// assert_eq!(finished.take("", 9, "another position"), Some(false));
    /// assert_eq!(finished.first_untaken(1), None);
    /// assert_eq!(finished.take("", 12, "an error"), Some(true));
    /// assert_eq!(finished.take("", 13, "a position"), None);
    /// ```
    pub fn take(&mut self, file: &str, line: u64, about: &str) -> Option<bool> {
        let lines = self.files.get_mut(file)?;
        if let Some(known) = lines.invalid.remove(&line) {
            return Some(true).filter(|_| known == fingerprint(about));
        }
        let index = line.checked_sub(1)?;
        let block = lines.blocks.get_mut(&(index / BLOCK_LINES))?;
        match std::mem::take(&mut block[(index % BLOCK_LINES) as usize]) {
            0 => None,
            known => Some(known == fingerprint(about)),
        }
    }

    /// The first line of a file, from line `from` on, that has a result which was not taken. Invalid lines, which may have been
    /// removed, do not count.
    pub fn first_untaken(&self, from: u64) -> Option<(&str, u64)> {
        self.files.iter().find_map(|(file, lines)| {
            let blocks = lines.blocks.range(from.saturating_sub(1) / BLOCK_LINES..);
            let mut known = blocks.flat_map(|(block, bytes)| {
                let known = (0..).zip(bytes).filter(|(_, byte)| **byte != 0);
                known.map(move |(index, _): (u64, _)| block * BLOCK_LINES + index + 1)
            });
            Some((file.as_str(), known.find(|line| *line >= from)?))
        })
    }

    /// True if no line has a result.
    pub fn is_empty(&self) -> bool {
        self.files.is_empty()
    }
}

impl FileLines {
    fn has_result(&self, line: u64) -> bool {
        let index = line - 1;
        let block = self.blocks.get(&(index / BLOCK_LINES));
        block.is_some_and(|block| block[(index % BLOCK_LINES) as usize] != 0)
    }
}

/// A hash from 1 to 255, of the text as results have it.
fn fingerprint(text: &str) -> u8 {
    (fnv(printable(text).as_bytes()) % 255) as u8 + 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_numbers_of_any_size_are_recorded() {
        let mut finished = FinishedLines::default();
        for line in [1, 64, 65, 1 << 32, u64::MAX] {
            assert!(finished.mark("", line, "a") && !finished.mark("", line, "a"));
            assert_eq!(finished.first_untaken(line), Some(("", line)));
        }
        assert!(!finished.mark("", 0, "a") && !finished.mark_invalid("", 0, "a"));
        assert_eq!(finished.take("", u64::MAX, "a"), Some(true));
        assert_eq!(finished.first_untaken(66), Some(("", 1 << 32)));
    }

    #[test]
    fn a_result_replaces_an_earlier_invalid_one() {
        let mut finished = FinishedLines::default();
        assert!(finished.mark_invalid("", 3, "an error"));
        assert!(finished.mark("", 3, "a position") && !finished.mark_invalid("", 3, "an error"));
        assert!(finished.mark_invalid("", 4, "an error"));
        assert!(finished.mark_invalid("", 4, "another error"));
        assert_eq!(finished.first_untaken(4), None);
    }
}
