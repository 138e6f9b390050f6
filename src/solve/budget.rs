//! The budget of a puzzle, and the meter that counts against it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

/// What a puzzle may cost; the first limit reached ends the work. Without one it ends when the puzzle is solved or the user stops
/// it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Time by the clock.
    pub time: Option<Duration>,
    /// Nodes: positions reached by a move, over all provers, and the nodes of the playing search.
    pub nodes: Option<u64>,
}

impl Budget {
    /// So many nodes, in any time.
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget {
            time: None,
            nodes: Some(nodes),
        }
    }
}

/// The work was ended early, by a limit or by the user.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stopped;

/// How often, in nodes, the clock and the flag are read.
const LOOK: u64 = 1 << 10;

/// Counts nodes against a budget.
#[derive(Debug)]
pub struct Meter<'a> {
    /// The nodes counted.
    pub(super) nodes: u64,
    last_node: u64,
    next_look: u64,
    deadline: Option<Instant>,
    pub(super) stop: &'a AtomicBool,
}

impl<'a> Meter<'a> {
    /// A meter that starts now. `stop` ends the work when it becomes true.
    pub fn new(budget: Budget, stop: &'a AtomicBool) -> Meter<'a> {
        let end = |time| Instant::now().checked_add(time);
        Meter {
            nodes: 0,
            last_node: budget.nodes.unwrap_or(u64::MAX),
            next_look: 0,
            deadline: budget.time.and_then(end),
            stop,
        }
    }

    /// Counts a node.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_look {
            return self.look();
        }
        Ok(())
    }

    /// Counts work that is not in positions, as many nodes as took about the time. It ends nothing before the next node.
    #[inline]
    pub(super) fn charge(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    /// Counts the nodes of the playing search.
    pub(super) fn add(&mut self, nodes: u64) -> Result<(), Stopped> {
        self.nodes += nodes;
        self.look()
    }

    #[cold]
    fn look(&mut self) -> Result<(), Stopped> {
        self.next_look = (self.nodes + LOOK).min(self.last_node);
        let late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        if self.nodes >= self.last_node || self.stop.load(Ordering::Relaxed) || late() {
            self.next_look = 0;
            return Err(Stopped);
        }
        Ok(())
    }

    /// Runs a piece of work that may take so many nodes, within the whole budget. `None` when only its share ran out.
    pub(super) fn share<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Meter<'a>) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let whole = self.last_node;
        self.last_node = whole.min(self.nodes.saturating_add(nodes));
        self.next_look = 0;
        let result = work(self);
        self.last_node = whole;
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Stopped) => self.look().map(|()| None),
        }
    }

    /// The time left, `None` without a limit of time.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The nodes left, `None` without a limit of nodes.
    pub(super) fn nodes_left(&self) -> Option<u64> {
        (self.last_node != u64::MAX).then(|| self.last_node.saturating_sub(self.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_share_ends_alone_and_the_whole_ends_all() {
        let stop = AtomicBool::new(false);
        let mut meter = Meter::new(Budget::of_nodes(100), &stop);
        let forever = |meter: &mut Meter| -> Result<(), Stopped> {
            loop {
                meter.count()?;
            }
        };
        assert_eq!(meter.share(30, forever), Ok(None));
        assert_eq!(meter.nodes, 30);
        assert_eq!(meter.share(10, |meter| meter.count()), Ok(Some(())));
        assert_eq!(meter.nodes_left(), Some(69));
        assert_eq!(meter.share(1_000, forever), Err(Stopped));
        assert_eq!(meter.nodes, 100);
        stop.store(true, Ordering::Relaxed);
        let stopped = Meter::new(Budget::default(), &stop).count();
        assert_eq!(stopped, Err(Stopped));
    }
}
