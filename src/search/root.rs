//! The root of the search: its moves are counted and reported, and no rule decides it.
//!
//! The root is a node on the principal variation that must return a move. So neither the table, nor a repetition, nor any pruning
//! ends it, and moves that the caller bans, or that lead another line already (MultiPV), are left out.

use super::node::{Candidate, Known, Node, Root};
use super::report::Event;
use super::score;
use super::worker::Worker;
use crate::eval::Score;

impl Worker<'_> {
    /// The score of the root to the iteration's depth: exact inside the window, else a bound.
    pub(super) fn search_root(&mut self, alpha: Score, beta: Score) -> Score {
        let node = Node {
            ply: 0,
            depth: self.root_depth,
            alpha,
            beta,
            cut: false,
            verify: true,
        };
        self.clear_frame(0);
        if self.must_stop() {
            return 0;
        }
        let entry = self.probe_table(0);
        self.evaluate_node(0, entry);
        let known = Known {
            entry,
            improving: self.improving(0),
            mate_threat: false,
        };
        let best = self.search_moves::<Root>(node, &known);
        if self.stopped {
            return 0;
        }
        let Some(best) = best else {
            return score::mated_in(0);
        };
        if !self.root_moves.are_restricted() {
            self.store_result::<Root>(&node, &known, best);
        }
        best.score
    }

    /// Searches a move of the root, reports it once the search has taken a while, and records its nodes.
    pub(super) fn search_root_move(&mut self, node: Node, root: &Candidate, depth: i32) -> Score {
        let &Candidate { mv, number, .. } = root;
        if self.index == 0 && self.control.elapsed().as_millis() >= 1000 {
            let depth = node.depth as u32;
            (self.events)(Event::CurrentMove { depth, mv, number });
        }
        let nodes_before = self.nodes;
        let score = self.search_move::<Root>(node, root, depth);
        if !self.stopped {
            self.root_moves.add_nodes(mv, self.nodes - nodes_before);
            if score > node.alpha {
                self.root_moves.best_score = score;
            }
        }
        score
    }
}
