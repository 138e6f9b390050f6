//! When a thread stops searching: its limits, the user, or another thread that was faster.

use std::sync::atomic::Ordering;

use web_time::Instant;

use super::resources::HAS_THREADS;
use super::worker::Worker;

impl Worker<'_> {
    /// Whether the search is over. Reads the clock every thousand nodes or so.
    #[inline]
    pub(super) fn must_stop(&mut self) -> bool {
        if self.nodes & 0x3ff == 0 {
            self.check_limits();
        }
        if let Some(limit) = self.control.node_limit
            && self.control.threads() == 1
            && !self.control.is_pondering()
            && self.nodes >= limit
        {
            self.control.stop();
        }
        // The first iteration is always finished: there must be a move to play.
        if self.root_depth > 1 && self.control.is_stopped() {
            self.stopped = true;
        }
        self.stopped
    }

    /// Publishes the node count, rests if the settings say so, and lets the first thread check the limits.
    fn check_limits(&mut self) {
        self.control.counters[self.index].store(self.nodes, Ordering::Relaxed);
        if let Some(rest) = self.settings.idle.rest().filter(|_| HAS_THREADS) {
            std::thread::sleep(rest);
        }
        // An iteration that another thread has finished meanwhile is given up.
        if self.control.deepest.depth() >= self.root_depth as u32 && self.root_depth > 1 {
            self.stopped = true;
        }
        if self.index == 0 {
            self.control.check_limits(Instant::now());
        }
    }
}
