//! Access of the search to the transposition table: probing, cuts, and storing of results.

use super::node::{Node, NodeInfo, NodeResult, NodeType};
use super::report::Bound;
use super::techniques::Purpose;
use super::transposition::Entry;
use super::worker::Worker;
use crate::eval::Score;

impl Worker<'_> {
    /// Returns the table's entry for the current position, or `None` while a move is excluded, since entries are for all moves.
    #[inline]
    pub(super) fn probe_table(&self, ply: usize) -> Option<Entry> {
        if self.techniques.transposition && self.frames[ply].excluded.is_none() {
            self.table.probe(self.board.key(), ply)
        } else {
            None
        }
    }

    /// Stores the result of a node. If the score depends on the game before the search, only move and evaluation are stored.
    #[inline]
    pub(super) fn store_table(&self, ply: usize, mut entry: Entry) {
        if self.frames[ply].path_dependent {
            entry = Entry::without_score(entry.mv, entry.eval);
        }
        if self.techniques.transposition {
            self.table.store(self.board.key(), ply, entry);
        }
    }

    /// Returns true if an entry cuts a node with this depth and window.
    #[inline]
    pub(super) fn table_cuts(&self, entry: &Entry, depth: i32, alpha: Score, beta: Score) -> bool {
        // Within 20 plies of the natural limit the game may be drawn, whatever the score.
        let quiet_plies = self.board.quiet_plies().saturating_add(20);
        cuts(entry, depth, alpha, beta, self.techniques.purpose)
            && !self.settings.rules.limit_reached(quiet_plies)
    }

    /// Stores the result of the search of a node's moves, and updates the correction history.
    pub(super) fn store_result<T: NodeType>(
        &mut self,
        node: &Node,
        info: &NodeInfo,
        best: NodeResult,
    ) {
        let bound = Bound::of(best.score, node.beta, T::PV && best.mv.is_some());
        self.update_correction(node.ply, &best, bound);
        let entry = Entry {
            mv: best.mv.or(info.table_move()),
            score: best.score,
            eval: self.frames[node.ply].raw_eval,
            depth: best.depth,
            bound,
        };
        self.store_table(node.ply, entry);
    }
}

/// Returns true if an entry cuts a node far from the natural limit.
#[inline]
fn cuts(entry: &Entry, depth: i32, alpha: Score, beta: Score, purpose: Purpose) -> bool {
    entry.depth >= depth
        && match entry.bound {
            Bound::Exact => true,
            Bound::Lower => entry.score >= beta,
            Bound::Upper => entry.score <= alpha,
        }
        // A score by rule does not hold on every path to the position. What the search for mates claims is proved before it counts.
        && (purpose == Purpose::Mates || !entry.is_by_rule())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::search::score::RULE_WIN;

    #[test]
    fn an_entry_cuts_by_depth_and_bound_and_only_for_mates_by_a_score_by_rule() {
        let cuts = |score, bound, purpose| {
            let entry = Entry {
                score,
                bound,
                depth: 5,
                ..Entry::without_score(None, None)
            };
            assert!(!super::cuts(&entry, 6, 10, 20, purpose));
            super::cuts(&entry, 5, 10, 20, purpose)
        };
        for (score, bound, expected) in [
            (15, Bound::Exact, true),
            (20, Bound::Lower, true),
            (19, Bound::Lower, false),
            (10, Bound::Upper, true),
            (11, Bound::Upper, false),
        ] {
            assert_eq!(cuts(score, bound, Purpose::Games), expected, "{score}");
        }
        for score in [RULE_WIN - 4, 4 - RULE_WIN] {
            assert!(!cuts(score, Bound::Exact, Purpose::Games));
            assert!(cuts(score, Bound::Exact, Purpose::Mates));
        }
    }
}
