//! Late-move pruning: near the leaves, only the first quiet moves are searched.
//!
//! **Idea.** In a good order the move that raises alpha comes early. After a number of quiet moves that grows with the depth, the
//! others are skipped; sooner where the evaluation does not improve.
//!
//! **Drawback.** A late quiet move that wins is seen an iteration later. Measured in `docs/search.md`.

use crate::search::node::Candidate;
use crate::search::params;
use crate::search::worker::Worker;

impl Worker<'_> {
    /// Whether enough quiet moves were searched before this one.
    pub(super) fn is_late_quiet(&self, depth: i32, candidate: &Candidate) -> bool {
        self.techniques.late_move_pruning
            && depth <= params::late_move_depth()
            && candidate.quiets_before as i32
                >= (params::late_move_base() + depth * depth) / (2 - i32::from(candidate.improving))
    }
}
