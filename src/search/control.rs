//! State shared by the threads of a search: stop and ponder flags, limits, node counts, and the deepest finished iteration.

use std::sync::atomic::{AtomicBool, AtomicU32, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::thread::{self, Thread};
use std::time::Duration;

use super::lag::Lag;
use super::level::Level;
use super::params;
use super::report::PvLine;
use super::request::Request;
use super::resources::thread_count;
use super::settings::Settings;
use super::time::TimeBudget;
use crate::eval::Score;
use crate::host::{CAN_WAIT, Instant, pause};

/// The flag of a caller that does not set one.
pub(super) static NO_STOP: AtomicBool = AtomicBool::new(false);

/// The shared state of a search, written by the caller and all threads.
#[derive(Debug)]
pub(super) struct Control<'a> {
    /// Set by the caller to end the search.
    caller_stop: &'a AtomicBool,
    stop: AtomicBool,
    pondering: AtomicBool,
    /// True while the result is held back until the caller stops the search ([`Limits::wait_for_stop`]).
    ///
    /// [`Limits::wait_for_stop`]: super::request::Limits::wait_for_stop
    waits_for_stop: AtomicBool,
    /// The time from which the limits count.
    started: Instant,
    /// The time at which pondering ended and the time budget began to count.
    ponderhit: OnceLock<Instant>,
    /// When the time of the search was used up; empty if something else ended it.
    time_up: OnceLock<Instant>,
    /// The lag of the engine's answers.
    lag: Arc<Lag>,
    /// The thread that holds back the result.
    waiter: OnceLock<Thread>,
    pub budget: TimeBudget,
    pub node_limit: Option<u64>,
    /// True if the node limit also ends a search while pondering, because it belongs to the level.
    limits_pondering: bool,
    /// By how much a draw is worth less than an even score for the engine's side.
    pub contempt: Score,
    pub deepest: DeepestIteration,
    /// The nodes of each thread.
    pub counters: Vec<AtomicU64>,
}

impl<'a> Control<'a> {
    pub fn new(
        request: &Request,
        settings: &Settings,
        lag: &Arc<Lag>,
        caller_stop: &'a AtomicBool,
    ) -> Control<'a> {
        let threads = thread_count(settings.threads);
        let board = request.game.board();
        let contempt = match request.limits.clock {
            Some(_) => settings.contempt + params::clock_contempt(),
            None => settings.contempt,
        };
        Control {
            caller_stop,
            stop: AtomicBool::new(false),
            pondering: AtomicBool::new(request.ponder && CAN_WAIT),
            waits_for_stop: AtomicBool::new(request.limits.wait_for_stop && CAN_WAIT),
            started: request.received.unwrap_or_else(Instant::now),
            ponderhit: OnceLock::new(),
            time_up: OnceLock::new(),
            lag: lag.clone(),
            waiter: OnceLock::new(),
            budget: TimeBudget::of(
                &request.limits,
                board.move_number(),
                settings.overhead,
                lag.margin(),
            ),
            node_limit: request.limits.nodes,
            limits_pondering: settings.level < Level::FULL,
            contempt,
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

    fn waits_for_stop(&self) -> bool {
        self.waits_for_stop.load(Ordering::Acquire)
    }

    /// Ends the search because a limit is reached. The result may still be held back.
    pub fn stop(&self) {
        self.stop.store(true, Ordering::Relaxed);
    }

    /// Ends the search for the caller, and no longer holds back the result.
    pub fn stop_by_caller(&self) {
        self.stop();
        self.waits_for_stop.store(false, Ordering::Release);
        self.end_pondering();
    }

    /// Ends pondering, if the search ponders, and starts the clock, because the expected move was played.
    pub fn ponderhit(&self) {
        if self.is_pondering() {
            self.ponderhit.get_or_init(Instant::now);
            self.end_pondering();
        }
    }

    fn end_pondering(&self) {
        self.pondering.store(false, Ordering::Release);
        if let Some(waiter) = self.waiter.get() {
            waiter.unpark();
        }
    }

    /// Waits while the result is held back: until pondering ends, and until the caller's stop if the limits say so.
    pub fn wait_until_outcome_allowed(&self) {
        self.waiter.get_or_init(thread::current);
        while self.is_pondering() || self.waits_for_stop() {
            // The flags may change just before the waiter is set, and then no thread unparks it.
            pause(Duration::from_millis(20));
            self.check_caller();
        }
    }

    /// Time since the search began.
    pub fn elapsed(&self) -> Duration {
        self.started.elapsed()
    }

    /// The time that counts against the time budget: zero while pondering.
    pub fn spent(&self, now: Instant) -> Duration {
        if self.is_pondering() {
            return Duration::ZERO;
        }
        now.saturating_duration_since(*self.ponderhit.get().unwrap_or(&self.started))
    }

    /// Records when the time of the search was used up. Nothing is recorded after a stop, or while the result is held back until one.
    pub fn set_time_up(&self, at: Instant) {
        if !self.waits_for_stop() && !self.is_stopped() {
            self.time_up.get_or_init(|| at);
        }
    }

    /// Records the lag of the answer, which was sent just now, if time ended the search.
    pub fn record_lag(&self) {
        if let Some(end) = self.time_up.get() {
            self.lag.record(end.elapsed());
        }
    }

    /// The nodes of all threads.
    pub fn nodes(&self) -> u64 {
        let counts = self.counters.iter();
        counts.map(|counter| counter.load(Ordering::Relaxed)).sum()
    }

    /// Stops the search if the caller has set its flag.
    pub fn check_caller(&self) {
        if self.caller_stop.load(Ordering::Relaxed) {
            self.stop_by_caller();
        }
    }

    /// Returns true if this number of nodes ends the search.
    #[inline]
    pub fn is_out_of_nodes(&self, nodes: u64) -> bool {
        self.node_limit.is_some_and(|limit| nodes >= limit)
            && (self.limits_pondering || !self.is_pondering())
    }

    /// Stops the search if its time or its nodes are used up, but not while pondering.
    pub fn check_limits(&self, now: Instant) {
        // The hard limit is not zero, so no search is late while it ponders.
        let hard = self.budget.hard;
        if let Some(late) = hard.and_then(|hard| self.spent(now).checked_sub(hard)) {
            self.set_time_up(now - late);
            self.stop();
        }
        if self.is_out_of_nodes(self.nodes()) {
            self.stop();
        }
    }
}

/// The deepest iteration that a thread has finished. Other threads take its lines and continue with the next depth. With one
/// thread nothing is recorded.
#[derive(Debug, Default)]
pub(super) struct DeepestIteration {
    depth: AtomicU32,
    lines: Mutex<Vec<PvLine>>,
}

impl DeepestIteration {
    /// Its depth, 0 if there is none.
    #[inline]
    pub fn depth(&self) -> u32 {
        self.depth.load(Ordering::Acquire)
    }

    /// Records an iteration that a thread has finished.
    pub fn record(&self, depth: u32, lines: &[PvLine]) {
        let mut deepest = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        if depth > self.depth() {
            *deepest = lines.to_vec();
            self.depth.store(depth, Ordering::Release);
        }
    }

    /// Returns the depth and lines of the iteration if it has at least this depth.
    pub fn at_least(&self, depth: u32) -> Option<(u32, Vec<PvLine>)> {
        if self.depth() < depth {
            return None;
        }
        let lines = self.lines.lock().unwrap_or_else(PoisonError::into_inner);
        Some((self.depth(), lines.clone()))
    }
}

#[cfg(test)]
mod tests {
    use super::super::request::{Clock, Limits};
    use super::*;
    use crate::board::Board;
    use crate::rules::Game;

    #[test]
    fn lag_counts_from_the_end_of_a_search_that_time_ended() {
        let after = |moment: Instant, millis| moment + Duration::from_millis(millis);
        // The search began 100 ms ago and had 50 ms besides the overhead.
        let now = Instant::now();
        let begun = now - Duration::from_millis(100);
        for (wait_for_stop, nodes, lags) in [
            (false, None, true),
            (true, None, false),
            (false, Some(1), false),
        ] {
            let limits = Limits {
                movetime: Some(Duration::from_millis(60)),
                wait_for_stop,
                nodes,
                ..Limits::default()
            };
            let request = Request {
                received: Some(begun),
                ..Request::new(Game::new(Board::startpos()), limits)
            };
            let lag = Arc::new(Lag::default());
            let control = Control::new(&request, &Settings::default(), &lag, &NO_STOP);
            control.counters[0].store(1, Ordering::Relaxed);
            control.check_limits(after(begun, 49));
            assert_eq!(control.is_stopped(), nodes.is_some());
            control.check_limits(after(begun, 50 + u64::from(nodes.is_none()) * 20));
            control.record_lag();
            // The time was used up at least 50 ms ago, before a thread detected it.
            let expected = Duration::from_millis(if lags { 100 } else { 0 });
            assert!(lag.margin() >= expected, "{limits:?}");
            assert_eq!(lag.margin().is_zero(), !lags, "{limits:?}");
        }
    }

    #[test]
    fn a_draw_is_worth_less_in_a_game_with_a_clock() {
        let control = |clock| {
            let limits = Limits {
                clock,
                ..Limits::default()
            };
            let settings = Settings {
                contempt: -5,
                ..Settings::default()
            };
            let request = Request::new(Game::new(Board::startpos()), limits);
            Control::new(&request, &settings, &Arc::default(), &NO_STOP)
        };
        assert_eq!(control(None).contempt, -5);
        let clock = Clock {
            remaining: Duration::from_secs(3),
            increment: Duration::ZERO,
            moves_to_go: None,
        };
        assert_eq!(control(Some(clock)).contempt, 15);
    }

    #[test]
    fn only_a_deeper_iteration_replaces_the_deepest() {
        let deepest = DeepestIteration::default();
        assert!(deepest.at_least(1).is_none());
        let line = |depth| PvLine {
            depth,
            ..PvLine::default()
        };
        deepest.record(3, &[line(3)]);
        deepest.record(2, &[line(2)]);
        deepest.record(3, &[]);
        assert_eq!(deepest.at_least(2), Some((3, vec![line(3)])));
        assert!(deepest.at_least(4).is_none());
    }
}
