//! Late move pruning (move count pruning): near the leaves, only the first quiet moves are searched.
//!
//! **Idea** (Chess Programming Wiki, "Futility Pruning", move count based). With a good move order the move that raises alpha comes
//! early. After a number of quiet moves that grows with the depth, the others are skipped. If the evaluation does not improve,
//! half as many are searched.
//!
//! **Drawback.** A late quiet move that wins is found some iterations later. Measured in `docs/measurements/techniques.md`.

use crate::search::node::Candidate;
use crate::search::params;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Returns true if enough quiet moves were searched before this one to skip it.
    pub(super) fn is_late_quiet(&self, depth: i32, candidate: &Candidate) -> bool {
        self.techniques.late_move_pruning
            && depth <= params::late_move_depth()
            && candidate.quiets_before as i32
                >= (params::late_move_base() + depth * depth) / (2 - i32::from(candidate.improving))
    }
}
