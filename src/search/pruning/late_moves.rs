//! Late move pruning (move count pruning): near the leaves, only the first quiet moves are searched.
//!
//! **Idea** (Chess Programming Wiki, "Futility Pruning", move count based). With a good move order the move that raises alpha comes
//! early. After a number of quiet moves that grows with the depth, the others are skipped. If the evaluation does not improve,
//! half as many are searched.
//!
//! **Drawback.** A late quiet move that wins is found some iterations later, also if it gives check.
//! Measured in `docs/measurements/techniques.md`.

use crate::search::params;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns true if a node that has searched this many quiet moves skips the others.
    pub(in crate::search) fn is_late(&self, depth: i32, quiets: usize, improving: bool) -> bool {
        let searched = (params::late_move_base() + depth * depth) / (2 - i32::from(improving));
        self.techniques.late_move_pruning
            && depth <= params::late_move_depth()
            && quiets as i32 >= searched
    }
}
