//! What the search reads from the transposition table, and what it stores there.

use super::node::{Best, Kind, Known, Node};
use super::report::Bound;
use super::transposition::Entry;
use super::worker::Worker;
use crate::eval::Score;

impl Worker<'_> {
    /// The table's entry for the position; `None` while a move is excluded, for which the entry does not hold.
    #[inline]
    pub(super) fn probe_table(&self, ply: usize) -> Option<Entry> {
        if self.techniques.transposition && self.frames[ply].excluded.is_none() {
            self.table.probe(self.board.key(), ply)
        } else {
            None
        }
    }

    /// Stores the result of a node; of a path-dependent score, which may be wrong in another game, only the move.
    #[inline]
    pub(super) fn store_table(&self, ply: usize, mut entry: Entry) {
        if self.frames[ply].path_dependent {
            entry = entry.without_score();
        }
        if self.techniques.transposition {
            self.table.store(self.board.key(), ply, entry);
        }
    }

    /// Whether an entry ends the search of a node with this depth and window.
    #[inline]
    pub(super) fn table_cuts(&self, entry: &Entry, depth: i32, alpha: Score, beta: Score) -> bool {
        entry.depth >= depth
            // Near the natural limit a score says little about how the game ends.
            && !self.settings.rules.limit_reached(self.board.quiet_plies().saturating_add(20))
            && match entry.bound {
                Bound::Exact => true,
                Bound::Lower => entry.score >= beta,
                Bound::Upper => entry.score <= alpha,
            }
    }

    /// Stores what the search of a node's moves found, and updates the correction history.
    pub(super) fn store_result<K: Kind>(&mut self, node: &Node, known: &Known, best: Best) {
        let bound = Bound::of(best.score, node.beta, K::PV && best.mv.is_some());
        self.learn_correction(node.ply, &best, bound);
        let entry = Entry {
            mv: best.mv.or(known.table_move()),
            score: best.score,
            eval: self.frames[node.ply].raw_eval,
            depth: best.depth,
            bound,
        };
        self.store_table(node.ply, entry);
    }
}
