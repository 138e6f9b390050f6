//! What the threads of a search share beside the table: when to stop, and how much was done.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use web_time::Instant;

use super::busy::Busy;
use super::deepest::Deepest;
use super::time::Budget;

/// What the engine's user has said since the search began.
#[derive(Debug, Default)]
struct Told {
    /// When pondering ended, and with it when the budget began to count.
    hit: Option<Instant>,
    /// To stop, and so to answer.
    stop: bool,
}

/// A flag and its kin, written by the engine's user and read by every thread.
#[derive(Debug)]
pub(super) struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Whether an unlimited search has to wait for a stop before it answers.
    waiting: bool,
    started: Instant,
    told: Mutex<Told>,
    changed: Condvar,
    pub budget: Budget,
    pub node_limit: Option<u64>,
    /// What the threads are searching.
    pub busy: Busy,
    /// What they have finished; nothing with one thread.
    pub deepest: Deepest,
    /// Nodes of each thread.
    pub counters: Vec<AtomicU64>,
}

impl Control {
    pub fn new(
        threads: usize,
        budget: Budget,
        node_limit: Option<u64>,
        pondering: bool,
        waiting: bool,
    ) -> Control {
        Control {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(pondering),
            waiting,
            started: Instant::now(),
            told: Mutex::default(),
            changed: Condvar::new(),
            budget,
            node_limit,
            busy: Busy::new(threads),
            deepest: Deepest::default(),
            counters: (0..threads).map(|_| AtomicU64::new(0)).collect(),
        }
    }

    pub fn threads(&self) -> usize {
        self.counters.len()
    }

    pub fn is_stopped(&self) -> bool {
        self.stop.load(Ordering::Relaxed)
    }

    pub fn is_pondering(&self) -> bool {
        self.pondering.load(Ordering::Relaxed)
    }

    /// Ends the search: a limit is reached. It may still have to wait for leave to answer.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// The user ends the search, and any wait.
    pub fn tell_stop(&self) {
        self.pondering.store(false, Ordering::Relaxed);
        self.stop();
        self.told().stop = true;
        self.changed.notify_all();
    }

    /// The expected move was played: the clock runs from now on.
    pub fn tell_ponderhit(&self) {
        self.told().hit.get_or_insert_with(Instant::now);
        self.pondering.store(false, Ordering::Relaxed);
        self.changed.notify_all();
    }

    fn told(&self) -> MutexGuard<'_, Told> {
        // What is said is two words: a thread that panicked with the lock cannot have left half of
        // it.
        self.told.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits until an answer may be given: not while pondering, and not before a stop where one is
    /// asked for.
    pub fn wait_for_leave(&self) {
        let mut told = self.told();
        while self.is_pondering() || (self.waiting && !told.stop) {
            // Now and then it looks again by itself, for the flags change outside the lock.
            let waited = self.changed.wait_timeout(told, Duration::from_millis(20));
            told = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that counts against the budget: none while pondering.
    pub fn spent(&self, now: Instant) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        let since = self.told().hit.unwrap_or(self.started);
        now.saturating_duration_since(since)
    }

    pub fn nodes(&self) -> u64 {
        self.counters
            .iter()
            .map(|counter| counter.load(Ordering::Relaxed))
            .sum()
    }

    /// Stops the search where its time or its nodes are used up.
    pub fn check_limits(&self, now: Instant) {
        let out_of_nodes = self.node_limit.is_some_and(|limit| self.nodes() >= limit);
        let out_of_time = self.budget.hard.is_some_and(|hard| self.spent(now) >= hard);
        if (out_of_nodes || out_of_time) && !self.is_pondering() {
            self.stop();
        }
    }
}
