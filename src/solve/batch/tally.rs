//! Counts of results by status, and the summary of a batch.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use super::record::{PuzzleRecord, PuzzleStatus};
use crate::columns::counted;

/// Counts of results.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BatchTally {
    by_status: [u64; PuzzleStatus::ALL.len()],
    right: u64,
    /// Results with a first move that contradicts `bm` or `am`.
    wrong: u64,
    /// Proved mates, best moves and proved draws that are not wrong.
    pub solved: u64,
    nodes: u64,
    /// The files and lines of the invalid puzzles, with the positions and errors. A later result of such a line replaces that.
    invalid: BTreeMap<(Option<String>, u64), [Option<String>; 2]>,
    /// The wall-clock time of this run.
    pub elapsed: Duration,
}

impl BatchTally {
    /// Counts a result.
    pub fn add(&mut self, record: &PuzzleRecord) {
        let PuzzleRecord { status, right, .. } = *record;
        let place = (record.file.clone(), record.line);
        if self.invalid.remove(&place).is_some() {
            self.by_status[PuzzleStatus::Invalid as usize] -= 1;
        }
        if status == PuzzleStatus::Invalid {
            self.invalid.insert(place, position_and_error(record));
        }
        self.by_status[status as usize] += 1;
        let answered = [PuzzleStatus::Mate, PuzzleStatus::Best, PuzzleStatus::Draw];
        let has_answer = answered.contains(&status);
        self.solved += u64::from(has_answer && right != Some(false));
        self.right += u64::from(right == Some(true));
        self.wrong += u64::from(right == Some(false));
        self.nodes += record.nodes;
    }

    /// True if a result is invalid, and the last one of its line that was counted has the same position and error.
    pub fn has_invalid(&self, record: &PuzzleRecord) -> bool {
        let place = (record.file.clone(), record.line);
        record.status == PuzzleStatus::Invalid
            && self.invalid.get(&place) == Some(&position_and_error(record))
    }

    /// The number of all results.
    pub fn count(&self) -> u64 {
        self.by_status.iter().sum()
    }

    /// The message of a run that goes on: the number of puzzles, and the puzzles per second.
    pub fn progress(&self, elapsed: Duration) -> String {
        let count = self.count();
        let open = [
            PuzzleStatus::Claimed,
            PuzzleStatus::Holds,
            PuzzleStatus::Unsolved,
            PuzzleStatus::Invalid,
        ];
        let open: u64 = open.map(|status| self.of(status)).iter().sum();
        let rate = count as f64 / elapsed.as_secs_f64().max(0.001);
        format!("{count} done, {open} unsolved, {rate:.1}/s")
    }

    /// The message of a run that was stopped, and may be continued.
    pub fn stopped(&self, can_resume: bool) -> String {
        let reason = format!("stopped after {}", counted(self.count(), "puzzle"));
        with_resume_hint(reason, can_resume)
    }

    /// The message of a run in which not all puzzles were solved.
    pub fn not_solved(&self) -> String {
        let count = self.count();
        let wrong = if self.wrong > 0 { ", or wrong" } else { "" };
        let open = count - self.solved;
        format!("{open} of {count} puzzles are not solved{wrong}")
    }

    /// The number of results with a status.
    pub fn of(&self, status: PuzzleStatus) -> u64 {
        self.by_status[status as usize]
    }
}

fn position_and_error(record: &PuzzleRecord) -> [Option<String>; 2] {
    [record.fen.clone(), record.error.clone()]
}

/// Why a run was stopped, and how it is continued if that is possible.
pub fn with_resume_hint(reason: String, can_resume: bool) -> String {
    match can_resume {
        true => format!("{reason}; to continue, repeat the command with --resume, without --force"),
        false => reason,
    }
}

impl fmt::Display for BatchTally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&counted(self.count(), "puzzle"))?;
        let mut separator = ": ";
        for status in PuzzleStatus::ALL {
            if self.of(status) > 0 {
                write!(f, "{separator}{} {}", self.of(status), status.name())?;
                separator = ", ";
            }
        }
        if self.right + self.wrong > 0 {
            write!(f, "; {} right, {} wrong", self.right, self.wrong)?;
        }
        write!(f, "; {}", counted(self.nodes, "node"))?;
        // Results that are written again have no time of their own.
        if self.elapsed.is_zero() {
            return Ok(());
        }
        write!(f, ", {:.1} s", self.elapsed.as_secs_f64())
    }
}
