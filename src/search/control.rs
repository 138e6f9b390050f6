//! State shared by the threads of a search: stop and ponder flags, limits, node counts, and the deepest iteration.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use web_time::Instant;

use super::busy::Busy;
use super::report::Line;
use super::request::Request;
use super::resources::{HAS_THREADS, thread_count};
use super::settings::Settings;
use super::time::Budget;

/// The shared state of a search, written by the caller and all threads.
#[derive(Debug)]
pub(super) struct Control {
    stop: AtomicBool,
    pondering: AtomicBool,
    /// Whether an unlimited search has to wait for a stop before it answers.
    waiting: bool,
    /// Whether the caller has stopped the search.
    released: AtomicBool,
    started: Instant,
    /// When pondering ended, and with it when the budget began to count.
    ponderhit: OnceLock<Instant>,
    /// The thread that waits until an answer may be given.
    waiter: OnceLock<Thread>,
    pub budget: Budget,
    pub node_limit: Option<u64>,
    pub busy: Busy,
    pub deepest: DeepestIteration,
    /// Nodes of each thread.
    pub counters: Vec<AtomicU64>,
}

impl Control {
    pub fn new(request: &Request, settings: &Settings) -> Control {
        let threads = thread_count(settings.threads);
        Control {
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(request.ponder && HAS_THREADS),
            waiting: request.limits.wait_for_stop && HAS_THREADS,
            released: AtomicBool::new(false),
            started: Instant::now(),
            ponderhit: OnceLock::new(),
            waiter: OnceLock::new(),
            budget: Budget::of(&request.limits, settings.overhead),
            node_limit: request.limits.nodes,
            busy: Busy::new(threads),
            deepest: DeepestIteration::default(),
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
        self.pondering.load(Ordering::Acquire)
    }

    /// Ends the search because a limit is reached. The answer may still have to wait.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends the search, and any wait, for the caller.
    pub fn stop_by_caller(&self) {
        self.stop();
        self.released.store(true, Ordering::Release);
        self.end_pondering();
    }

    /// Starts the clock: the expected move was played.
    pub fn ponderhit(&self) {
        self.ponderhit.get_or_init(Instant::now);
        self.end_pondering();
    }

    fn end_pondering(&self) {
        self.pondering.store(false, Ordering::Release);
        if let Some(waiter) = self.waiter.get() {
            waiter.unpark();
        }
    }

    /// Waits until an answer may be given: not while pondering, and not before a stop where one is asked for.
    pub fn wait_until_answer_allowed(&self) {
        self.waiter.get_or_init(thread::current);
        while self.is_pondering() || (self.waiting && !self.released.load(Ordering::Acquire)) {
            // The flags may change just before the waiter is known; then nobody wakes it.
            thread::park_timeout(Duration::from_millis(20));
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
        now.saturating_duration_since(*self.ponderhit.get().unwrap_or(&self.started))
    }

    /// Nodes of all threads.
    pub fn nodes(&self) -> u64 {
        let counts = self.counters.iter();
        counts.map(|counter| counter.load(Ordering::Relaxed)).sum()
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

/// The deepest iteration that a thread has finished. The others take its lines and continue from there; empty with one thread.
#[derive(Debug, Default)]
pub(super) struct DeepestIteration {
    depth: AtomicU32,
    lines: Mutex<Vec<Line>>,
}

impl DeepestIteration {
    /// Its depth, 0 for none.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Acquire)
    }

    /// Records an iteration that a thread has finished.
    pub fn record(&self, depth: u32, lines: &[Line]) {
        let mut known = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            *known = lines.to_vec();
            self.depth.store(depth, Ordering::Release);
        }
    }

    /// The iteration, if it is of this depth or deeper.
    pub fn reaching(&self, depth: u32) -> Option<(u32, Vec<Line>)> {
        if self.depth() < depth {
            return None;
        }
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        Some((self.depth(), lines.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_deepest_iteration_stays() {
        let deepest = DeepestIteration::default();
        assert!(deepest.reaching(1).is_none());
        let line = |depth| Line {
            depth,
            ..Line::default()
        };
        deepest.record(3, &[line(3)]);
        deepest.record(2, &[line(2)]);
        deepest.record(3, &[]);
        assert_eq!(deepest.reaching(2), Some((3, vec![line(3)])));
        assert!(deepest.reaching(4).is_none());
    }
}
