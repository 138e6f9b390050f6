//! The budget of a puzzle in time and nodes, and the meter that counts nodes against it.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

pub use crate::host::Stopped;
use crate::host::{Instant, handle_messages};

/// The limits of the work on a puzzle; the first one reached ends it. Without a limit it ends when the puzzle is solved or the
/// user stops it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Budget {
    /// Wall-clock time.
    pub time: Option<Duration>,
    /// Nodes: work in units of about one position of the provers. A node of the alpha-beta search counts a quarter, each
    /// examination of a placement in retrograde analysis an eighth.
    pub nodes: Option<u64>,
}

impl Budget {
    /// A budget of `nodes` nodes, without a time limit.
    pub const fn of_nodes(nodes: u64) -> Budget {
        Budget {
            time: None,
            nodes: Some(nodes),
        }
    }
}

/// Nodes between two readings of the clock and the stop flag.
const POLL_NODES: u64 = 1 << 10;

/// Counts nodes against a budget.
#[derive(Debug)]
pub struct Meter<'a> {
    /// The nodes counted so far.
    pub(super) nodes: u64,
    /// The work ends when this many nodes are counted.
    node_limit: u64,
    /// The clock and the stop flag are read when this many nodes are counted.
    next_poll: u64,
    deadline: Option<Instant>,
    pub(super) stop: &'a AtomicBool,
}

impl<'a> Meter<'a> {
    /// Creates a meter whose time starts now. Setting `stop` ends the work.
    pub fn new(budget: Budget, stop: &'a AtomicBool) -> Meter<'a> {
        let end = |time| Instant::now().checked_add(time);
        Meter {
            nodes: 0,
            node_limit: budget.nodes.unwrap_or(u64::MAX),
            next_poll: 0,
            deadline: budget.time.and_then(end),
            stop,
        }
    }

    /// Counts a node.
    #[inline]
    pub(super) fn count(&mut self) -> Result<(), Stopped> {
        self.nodes += 1;
        if self.nodes >= self.next_poll {
            return self.poll();
        }
        Ok(())
    }

    /// Counts work other than positions, as the number of nodes that take about as long. The limit is checked at the next node.
    #[inline]
    pub(super) fn charge(&mut self, nodes: u64) {
        self.nodes += nodes;
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stopped> {
        handle_messages();
        self.next_poll = (self.nodes + POLL_NODES).min(self.node_limit);
        let is_late = || self.deadline.is_some_and(|end| Instant::now() >= end);
        if self.nodes >= self.node_limit || self.stop.load(Ordering::Relaxed) || is_late() {
            self.next_poll = 0;
            return Err(Stopped);
        }
        Ok(())
    }

    /// Runs `work` with at most `nodes` nodes of the budget. `None` when that share was spent, but not the budget.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn share<T>(
        &mut self,
        nodes: u64,
        work: impl FnOnce(&mut Meter<'a>) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let whole = self.node_limit;
        self.node_limit = whole.min(self.nodes.saturating_add(nodes));
        self.next_poll = 0;
        let result = work(self);
        self.node_limit = whole;
        self.unless_only_share_spent(result)
    }

    /// Runs `work` with at most half of the time left. `None` when that share was spent, but not the budget.
    ///
    /// # Errors
    /// If the budget is spent.
    pub(super) fn half_of_time<T>(
        &mut self,
        work: impl FnOnce(&mut Meter<'a>) -> Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        let whole = self.deadline;
        let half = (self.time_left()).and_then(|left| Instant::now().checked_add(left / 2));
        self.deadline = half.or(whole);
        let result = work(self);
        self.deadline = whole;
        self.unless_only_share_spent(result)
    }

    /// Turns the end of a share into `None`, unless the budget is spent as well.
    fn unless_only_share_spent<T>(
        &mut self,
        result: Result<T, Stopped>,
    ) -> Result<Option<T>, Stopped> {
        match result {
            Ok(value) => Ok(Some(value)),
            Err(Stopped) => self.poll().map(|()| None),
        }
    }

    /// The time left, `None` without a time limit.
    pub(super) fn time_left(&self) -> Option<Duration> {
        self.deadline
            .map(|end| end.saturating_duration_since(Instant::now()))
    }

    /// The nodes left, `None` without a node limit.
    pub(super) fn nodes_left(&self) -> Option<u64> {
        (self.node_limit != u64::MAX).then(|| self.node_limit.saturating_sub(self.nodes))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_spent_share_ends_only_its_work_and_a_spent_budget_is_an_error() {
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

    #[test]
    fn half_of_the_time_limits_only_its_work() {
        let stop = AtomicBool::new(false);
        let half = Duration::from_secs(500);
        let budget = Budget {
            time: Some(2 * half),
            nodes: None,
        };
        let mut meter = Meter::new(budget, &stop);
        let left = meter.half_of_time(|meter| Ok(meter.time_left()));
        assert!(matches!(left, Ok(Some(Some(left))) if left <= half));
        assert!(meter.time_left().is_some_and(|left| left > half));
        // The work ends, but not the budget.
        assert_eq!(meter.half_of_time(|_| Err::<(), _>(Stopped)), Ok(None));
        let mut meter = Meter::new(Budget::of_nodes(0), &stop);
        assert_eq!(meter.half_of_time(|meter| meter.count()), Err(Stopped));
        assert_eq!(meter.time_left(), None);
    }
}
