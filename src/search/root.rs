//! The root node: it must return a move, and its moves are counted and reported.
//!
//! So neither the table, nor a repetition, nor any pruning ends the root. Moves that the caller bans or that begin an earlier line
//! (MultiPV) are left out.

use super::node::{Candidate, Node, NodeInfo, Root};
use super::report::Event;
use super::score::{self, MATE, RULE_WIN};
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Score;

impl Worker<'_> {
    /// Searches the root to the iteration's depth, `first` before the other moves. The score is exact inside the window, otherwise a
    /// bound.
    pub(super) fn search_root(&mut self, alpha: Score, beta: Score, first: Option<Move>) -> Score {
        let node = Node {
            ply: 0,
            depth: self.root_depth,
            alpha,
            beta,
            cut: false,
            verify_null_move: true,
        };
        self.clear_frame(0);
        if self.must_stop() {
            return 0;
        }
        self.root_moves.may_lose_by_rule = false;
        let entry = self.probe_table(0);
        self.evaluate_node(0, entry);
        // The table's move may be another: results of restricted roots and of repetitions are not stored.
        let first = first.or(entry.and_then(|entry| entry.mv));
        let info = NodeInfo {
            entry: Some(Entry::without_score(first, None)),
            improving: self.improving(0),
            mate_threat: false,
        };
        let best = self.search_moves::<Root>(node, &info);
        if self.stopped {
            return 0;
        }
        let Some(best) = best else {
            return score::mated_in(0);
        };
        if !self.root_moves.are_restricted() {
            self.store_result::<Root>(&node, &info, best);
        }
        // All other moves are mated, and one that loses by rule was ranked below them: that is the longer defence.
        if self.root_moves.may_lose_by_rule && best.score < -RULE_WIN {
            return (best.score + MATE - RULE_WIN).max(1 - RULE_WIN);
        }
        best.score
    }

    /// Searches a move of the root and records its nodes. After the first second it also reports the move. A move that loses by
    /// rule at once scores less than being mated, which takes an opponent who finds the mate.
    pub(super) fn search_root_move(&mut self, node: Node, root: &Candidate, depth: i32) -> Score {
        let &Candidate { mv, number, .. } = root;
        if self.index == 0 && self.control.elapsed().as_millis() >= 1000 {
            let depth = node.depth as u32;
            (self.events)(Event::CurrentMove { depth, mv, number });
        }
        let nodes_before = self.nodes;
        let mut score = self.search_move::<Root>(node, root, depth);
        if score == 1 - RULE_WIN {
            self.root_moves.may_lose_by_rule = true;
            score = score::mated_in(0);
        }
        if !self.stopped {
            self.root_moves.add_nodes(mv, self.nodes - nodes_before);
            if score > node.alpha {
                self.root_moves.best_score = score;
            }
        }
        score
    }
}
