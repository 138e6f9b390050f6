//! How many puzzles ended how.

use std::fmt;
use std::time::Duration;

use super::record::{Record, Status};

/// Results counted.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tally {
    by_status: [u64; Status::ALL.len()],
    right: u64,
    /// Those with an answer that `bm` or `am` says is wrong.
    pub wrong: u64,
    /// Those with an answer that is not wrong.
    pub solved: u64,
    nodes: u64,
    /// The time of this run.
    pub elapsed: Duration,
}

impl Tally {
    /// Counts a result.
    pub fn add(&mut self, record: &Record) {
        self.add_earlier(record.status, record.right);
        self.nodes += record.nodes;
    }

    /// Counts a result of an earlier run.
    pub fn add_earlier(&mut self, status: Status, right: Option<bool>) {
        self.by_status[status as usize] += 1;
        let answered = !matches!(status, Status::Unsolved | Status::Invalid);
        self.solved += u64::from(answered && right != Some(false));
        self.right += u64::from(right == Some(true));
        self.wrong += u64::from(right == Some(false));
    }

    /// All of them.
    pub fn count(&self) -> u64 {
        self.by_status.iter().sum()
    }

    /// Those of a status.
    pub fn of(&self, status: Status) -> u64 {
        self.by_status[status as usize]
    }
}

impl fmt::Display for Tally {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let count = self.count();
        let plural = if count == 1 { "" } else { "s" };
        write!(f, "{count} puzzle{plural}")?;
        let mut lead = ": ";
        for status in Status::ALL {
            if self.of(status) > 0 {
                write!(f, "{lead}{} {}", self.of(status), status.name())?;
                lead = ", ";
            }
        }
        if self.right + self.wrong > 0 {
            write!(f, "; {} right, {} wrong", self.right, self.wrong)?;
        }
        let seconds = self.elapsed.as_secs_f64();
        write!(f, "; {} nodes, {seconds:.1} s", self.nodes)
    }
}
