//! Alpha-beta: the main recursion.
//!
//! **Idea** (Moreland's article on alpha-beta search; Knuth & Moore 1975). In negamax form the score of a node is the largest of
//! its children's negated scores. Alpha is the score that the mover has already secured, beta the one that the opponent has. A
//! move that scores beta or more refutes the opponent's last move, and the other moves are skipped. Both bounds may come from any
//! ancestor. The score of the root equals that of minimax ([`super::reference`] contains both in their simplest form).
//!
//! **Form.** Fail-soft: a node returns the best score found, inside the window or not. Each technique is a call into its file.
//!
//! **Drawback.** What it saves depends on the move order ([`super::ordering`]). Measured in `docs/measurements/techniques.md`.

use super::history::TriedMoves;
use super::killers::{self, Killers};
use super::node::{Candidate, Node, NodeInfo, NodeResult, NodeType};
use super::null_move::NullMoveResult;
use super::score::{self, INFINITY, WIN_BOUND};
use super::singular::SingularResult;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Score;

impl Worker<'_> {
    /// Searches a node. Returns its score for the side to move, which is exact inside the window, otherwise a bound.
    pub(super) fn alpha_beta<T: NodeType>(&mut self, mut node: Node) -> Score {
        let ply = node.ply;
        if node.depth <= 0 {
            return self.search_leaf(ply, node.alpha, node.beta);
        }
        if let Some(score) = self.begin_node(ply) {
            return score;
        }
        if let Some(score) = self.mate_distance(&mut node) {
            return score;
        }
        let entry = self.probe_table(ply);
        if !T::PV
            && let Some(entry) = entry
            && self.table_cuts(&entry, node.depth, node.alpha, node.beta)
        {
            return entry.score;
        }
        let refined_eval = self.evaluate_node(ply, entry);
        self.update_history_by_eval(ply);
        let mut info = NodeInfo {
            entry,
            improving: self.improving(ply),
            mate_threat: false,
        };

        // Cut the node without searching its moves, if that is safe enough.
        let unreduced = node;
        let mut needs_verification = false;
        let excluded = self.frames[ply].excluded;
        if !T::PV
            && excluded.is_none()
            && let Some(refined_eval) = refined_eval
        {
            if let Some(score) = self.prune_node(node, refined_eval, &info) {
                return score;
            }
            match self.try_null_move(node, refined_eval) {
                NullMoveResult::FailLow => {}
                NullMoveResult::Cut(score) => return score,
                NullMoveResult::MateThreat => info.mate_threat = true,
                NullMoveResult::NeedsVerification => {
                    needs_verification = true;
                    node.depth -= 1;
                    node.verify_null_move = false;
                }
            }
            if self.stopped {
                return 0;
            }
        }

        let extension = self.check_extension(ply);
        node.depth += extension;
        node.depth -= self.internal_reduction::<T>(&node, info.table_move());
        let best = self.search_moves::<T>(node, &info);
        if self.stopped {
            return 0;
        }
        let Some(mut best) = best else {
            return match excluded {
                Some(_) => node.alpha,
                // A side without a legal move has lost, also by stalemate.
                None => score::mated_in(ply),
            };
        };
        if needs_verification && best.score < node.beta {
            // Zugzwang: the null move failed high, and the moves did not.
            return self.search_without_null_move(unreduced, 1);
        }
        if excluded.is_none() {
            if best.mv.is_none() {
                self.update_refuting_move(&node);
            }
            // The stored depth is without the extension, because a probe compares it with the depth before extension.
            best.depth -= extension;
            self.store_result::<T>(&node, &info, best);
        }
        best.score
    }

    /// Searches the moves of a node in order. Returns `None` if no move is legal and allowed, or if the search is stopped.
    pub(super) fn search_moves<T: NodeType>(
        &mut self,
        mut node: Node,
        info: &NodeInfo,
    ) -> Option<NodeResult> {
        let ply = node.ply;
        let static_eval = self.frames[ply].static_eval;
        let answers_threat = info.mate_threat || self.frames[ply].check_info.in_check();
        let mut picker = self.picker(ply, info.table_move());
        let quiet_history = (self.histories).quiet(self.board.side(), self.previous_moves(ply));
        // The nodes two plies deeper share killers, which start empty here.
        self.frames[ply + 2].killers = Killers::default();
        let mut best = NodeResult {
            score: -INFINITY,
            mv: None,
            depth: node.depth,
        };
        let mut tried = TriedMoves::default();
        let mut path_dependent = false;
        // The number of moves so far, with the quiet moves left out because they give no check, so that later checks keep their
        // numbers.
        let mut number = 0;
        while let Some(mv) = self.next_move::<T>(&mut picker, ply) {
            number += 1;
            self.table.prefetch(self.board.key_after(mv));
            let mut candidate = Candidate {
                mv,
                number,
                is_capture: !self.board.is_empty(mv.to()),
                gives_check: self.board.gives_check(mv),
                history: 0,
                improving: info.improving,
                answers_threat,
                reduction: 0,
            };
            if !candidate.is_capture
                && let Some(piece) = self.board.piece_at(mv.from())
            {
                candidate.history = quiet_history.of(piece, mv);
            }
            candidate.reduction =
                self.late_move_reduction::<T>(&node, &candidate, info.table_move());
            if !T::ROOT
                && best.score > -WIN_BOUND
                && let Some(static_eval) = static_eval
            {
                if let Some(bound) = self.prune_quiet(&node, &candidate, static_eval) {
                    best.score = best.score.max(bound);
                    number += picker.skip_quiets_without_check(&self.board);
                    continue;
                }
                if self.loses_exchange(&node, &candidate) {
                    continue;
                }
            }
            let extension = match self.singular_extension::<T>(node, mv, info) {
                SingularResult::AdjustDepth(plies) => plies,
                SingularResult::MultiCut(best) => return Some(best),
            };
            if self.stopped {
                return None;
            }
            let depth = node.depth - 1 + extension;
            let score = if T::ROOT {
                self.search_root_move(node, &candidate, depth)
            } else {
                self.search_move::<T>(node, &candidate, depth)
            };
            if self.stopped {
                return None;
            }
            // A fail high depends only on the move that failed high, whatever the moves before it depend on.
            path_dependent =
                self.frames[ply + 1].path_dependent || path_dependent && score < node.beta;
            best.score = best.score.max(score);
            if score > node.alpha {
                best.mv = Some(mv);
                if T::PV {
                    self.extend_pv(ply, mv);
                }
                if score >= node.beta {
                    self.update_histories(&node, mv, &tried);
                    break;
                }
                node.alpha = score;
            } else {
                tried.push(mv, candidate.is_capture);
            }
        }
        self.frames[ply].path_dependent = path_dependent;
        (number > 0).then_some(best)
    }

    /// Plays a move, searches the position after it and takes the move back. Returns the score for the node's mover.
    pub(super) fn search_move<T: NodeType>(
        &mut self,
        node: Node,
        candidate: &Candidate,
        depth: i32,
    ) -> Score {
        let undo = self.make(node.ply, candidate.mv);
        let score = self.pv_search::<T>(node, candidate, depth);
        self.undo(undo);
        score
    }

    /// Raises the history of the quiet move that led to a node which failed low.
    fn update_refuting_move(&mut self, node: &Node) {
        if let Some(parent) = node.ply.checked_sub(1)
            && let Some(mv) = self.frames[parent].quiet_move
            && let Some(made) = self.frames[parent].piece_to
        {
            let before = self.previous_moves(parent);
            (self.histories).update_made_move(mv, made.piece, before, node.depth);
        }
    }

    /// Updates killers and histories after a move that failed high.
    fn update_histories(&mut self, node: &Node, mv: Move, tried: &TriedMoves) {
        let before = self.previous_moves(node.ply);
        if self.board.is_empty(mv.to()) {
            killers::add(&mut self.frames[node.ply].killers, mv);
        }
        self.histories
            .update_histories(&self.board, mv, before, node.depth, tried);
    }
}
