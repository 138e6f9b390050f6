//! Alpha-beta: the main recursion.
//!
//! **Idea** (Moreland's article; Knuth & Moore 1975). Negamax gives a node the best of its children's scores, each seen from the
//! other side. Alpha is the score that the mover has secured already, beta the one that the opponent has. A child that scores
//! beta or more refutes the move that led here, and the other moves are skipped. Both bounds come from *any* ancestor, and so do
//! the cuts. The value at the root is exactly minimax's ([`super::reference`] has both in their plainest form).
//!
//! **Form.** Fail-soft: a node returns the best score it saw, inside the window or not. Each technique is a call into its file.

use super::history::Tried;
use super::killers::{self, Killers};
use super::node::{Best, Candidate, Kind, Known, Node};
use super::null_move::NullMoveResult;
use super::score::{self, INFINITY, WIN_BOUND};
use super::singular::Singular;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Score;

impl Worker<'_> {
    /// The score of a node for its mover: exact inside the window, else a bound.
    pub(super) fn alpha_beta<K: Kind>(&mut self, mut node: Node) -> Score {
        let ply = node.ply;
        if node.depth <= 0 {
            return self.leaf(ply, node.alpha, node.beta);
        }
        if let Some(score) = self.enter(ply) {
            return score;
        }
        if let Some(score) = self.mate_distance(&mut node) {
            return score;
        }
        let entry = self.probe_table(ply);
        if !K::PV
            && let Some(entry) = entry
            && self.table_cuts(&entry, node.depth, node.alpha, node.beta)
        {
            return entry.score;
        }
        let eval = self.evaluate_node(ply, entry);
        let mut known = Known {
            entry,
            improving: self.improving(ply),
            mate_threat: false,
        };

        // Cut the node without searching its moves, where that is safe enough.
        let requested = node;
        let mut doubtful = false;
        if !K::PV
            && let Some(eval) = eval
        {
            if let Some(score) = self.prune_node(node, eval, &known) {
                return score;
            }
            match self.try_null_move(node, eval) {
                NullMoveResult::FailLow => {}
                NullMoveResult::Cut(score) => return score,
                NullMoveResult::MateThreat => known.mate_threat = true,
                NullMoveResult::Doubtful => {
                    doubtful = true;
                    node.depth -= 1;
                    node.verify = false;
                }
            }
            if self.stopped {
                return 0;
            }
        }

        let extension = self.check_extension(ply);
        node.depth += extension;
        node.depth -= self.internal_reduction::<K>(&node, known.table_move());
        let best = self.search_moves::<K>(node, &known);
        if self.stopped {
            return 0;
        }
        let excluded = self.frames[ply].excluded;
        let Some(mut best) = best else {
            return match excluded {
                Some(_) => node.alpha,
                // Without a legal move, mate or not, the game is lost.
                None => score::mated_in(ply),
            };
        };
        if doubtful && best.score < node.beta {
            return self.search_without_null_move(requested);
        }
        if excluded.is_none() {
            // The table is asked for the depth without the extension, which is given again.
            best.depth -= extension;
            self.store_result::<K>(&node, &known, best);
        }
        best.score
    }

    /// Searches the moves of a node in order. Returns `None` if no move is legal and allowed, or if the search is stopped.
    pub(super) fn search_moves<K: Kind>(&mut self, mut node: Node, known: &Known) -> Option<Best> {
        let ply = node.ply;
        let eval = self.frames[ply].static_eval;
        let answers_threat = known.mate_threat || self.frames[ply].safety.in_check();
        let mut moves = self.moves(ply, known.table_move());
        // Killers serve all nodes two plies deeper that have this parent; they start empty.
        self.frames[ply + 2].killers = Killers::default();
        let mut best = Best {
            score: -INFINITY,
            mv: None,
            depth: node.depth,
        };
        let mut tried = Tried::default();
        let mut path_dependent = false;
        while let Some((mv, number)) = self.next_move::<K>(&mut moves, &node) {
            let mut candidate = Candidate {
                mv,
                number,
                is_capture: !self.board.is_empty(mv.to()),
                gives_check: self.board.gives_check(mv),
                quiets_before: tried.quiets(),
                improving: known.improving,
                answers_threat,
                reduction: 0,
            };
            candidate.reduction = self.late_move_reduction::<K>(&node, &candidate);
            if !K::ROOT
                && best.score > -WIN_BOUND
                && let Some(eval) = eval
                && let Some(bound) = self.prune_move(&node, &candidate, eval)
            {
                best.score = best.score.max(bound);
                continue;
            }
            let extension = match self.singular::<K>(node, mv, known) {
                Singular::Extend(plies) => plies,
                Singular::MultiCut(best) => return Some(best),
            };
            if self.stopped {
                return None;
            }
            let depth = node.depth - 1 + extension;
            let score = if K::ROOT {
                self.search_root_move(node, &candidate, depth)
            } else {
                self.search_move::<K>(node, &candidate, depth)
            };
            if self.stopped {
                return None;
            }
            // A cut depends on the move that makes it, and on no other.
            path_dependent =
                self.frames[ply + 1].path_dependent || path_dependent && score < node.beta;
            best.score = best.score.max(score);
            if score > node.alpha {
                best.mv = Some(mv);
                self.extend_pv(ply, mv);
                if score >= node.beta {
                    self.learn_cut(&node, mv, &tried);
                    break;
                }
                node.alpha = score;
            } else {
                tried.push(mv, candidate.is_capture);
            }
        }
        self.frames[ply].path_dependent = path_dependent;
        moves.any().then_some(best)
    }

    /// Plays a move, searches the position after it and takes the move back. Returns the score for the node's mover.
    pub(super) fn search_move<K: Kind>(&mut self, node: Node, mv: &Candidate, depth: i32) -> Score {
        let announced = self.announce(&node, mv);
        let undo = self.make(node.ply, mv.mv);
        let score = self.pv_search::<K>(node, mv, depth);
        self.undo(undo);
        if let Some(key) = announced {
            self.control.busy.end(key);
        }
        score
    }

    /// Updates killers and histories after a move that failed high.
    fn learn_cut(&mut self, node: &Node, mv: Move, tried: &Tried) {
        let before = self.before(node.ply);
        if self.board.is_empty(mv.to()) {
            killers::add(&mut self.frames[node.ply].killers, mv);
        }
        self.histories
            .learn_cut(&self.board, mv, before, node.depth, tried);
    }
}
