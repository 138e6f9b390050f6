//! History pruning: quiet moves with a bad history are skipped near the leaves.
//!
//! **Idea** (Chess Programming Wiki, "History Leaf Pruning"). A quiet move that seldom cut before will seldom cut here. Near the
//! leaves it is skipped if its history is below a bound that falls with the depth.
//!
//! **Drawback.** A move that is good for once is found some iterations later. Measured in `docs/measurements/techniques.md`.

use crate::search::params;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns true if the history of a quiet move is so bad that it is skipped.
    pub(super) fn has_bad_history(&self, depth: i32, reduced_depth: i32, history: i32) -> bool {
        self.techniques.history_pruning
            && reduced_depth <= params::history_pruning_depth()
            && history < -params::history_pruning_margin(self.techniques.purpose) * depth
    }
}
