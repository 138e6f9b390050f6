//! Alpha-beta: the main recursion.
//!
//! **Idea** (Moreland's article; Knuth & Moore 1975). Negamax gives a node the best of its children's scores, each seen from the
//! other side. Alpha is what the mover has already secured elsewhere, beta what the opponent has. A
//! child that scores beta or more refutes the move that led here, and the rest of the node is not
//! looked at; since both bounds come from *any* ancestor, so do the cuts. The value at the root is
//! exactly minimax's ([`super::reference`] holds both in their plainest form and tests compare
//! them).
//!
//! **Form.** Fail-soft: a node returns the best it saw, inside the window or not. With **principal variation
//! search** (Marsland & Campbell 1982) only the first move is searched with the full window; the
//! others have to beat it in a zero window first, and are searched again if they do.
//!
//! The recursion reads as the articles' pseudo-code, one decision after another, each made in its
//! own room:
//! [`super::quiescence`], [`super::transposition`], [`super::pruning`], [`super::null_move`],
//! [`super::ordering`], [`super::extensions`], [`super::reductions`].

use arrayvec::ArrayVec;

use super::extensions::Singular;
use super::null_move::Passed;
use super::ordering::{Hints, Picker};
use super::params;
use super::pruning::{Candidate, mate_distance};
use super::reductions::{LateMove, reduction};
use super::report::Bound;
use super::score::{self, INFINITY, MAX_PLY};
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::{Move, MoveList};
use crate::eval::Score;

/// What is expected of a node (Knuth & Moore's types 1 to 3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// On the principal variation: an exact score is wanted.
    Pv,
    /// Expected to fail high at one of its first moves.
    Cut,
    /// Expected to fail low after all of them.
    All,
}

impl Kind {
    pub fn is_pv(self) -> bool {
        self == Kind::Pv
    }

    /// What to expect of a child searched with a zero window.
    pub fn child(self) -> Kind {
        if self == Kind::Cut {
            Kind::All
        } else {
            Kind::Cut
        }
    }
}

/// A node to be searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Distance from the root.
    pub ply: usize,
    /// Plies still to be searched.
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    pub kind: Kind,
    /// Whether a null move that fails high must be verified (see [`super::null_move`]).
    pub verify: bool,
}

/// What the moves of a node have come to.
struct Best {
    score: Score,
    /// The move that reached alpha.
    mv: Option<Move>,
    /// How deep the search was that says so.
    depth: i32,
}

/// The moves tried at a node, for what histories learn from them.
#[derive(Default)]
struct Tried {
    quiets: MoveList,
    captures: ArrayVec<Move, 32>,
}

impl Worker<'_> {
    /// The score of a node, from its mover's view; exact inside the window, else a bound.
    pub(super) fn alpha_beta(&mut self, mut node: Node) -> Score {
        let ply = node.ply;
        if node.depth <= 0 {
            return self.leaf(ply, node.alpha, node.beta);
        }
        self.enter(ply);
        if self.must_stop() {
            return 0;
        }
        if ply > 0 {
            if let Some(score) = self.rule_score(ply) {
                return score;
            }
            if ply >= MAX_PLY {
                return self.static_eval(ply);
            }
            if self.techniques.mate_distance {
                match mate_distance(ply, node.alpha, node.beta) {
                    Ok((alpha, beta)) => (node.alpha, node.beta) = (alpha, beta),
                    Err(score) => return score,
                }
            }
        }

        // What is known of the position already.
        let excluded = self.frames[ply].excluded;
        let entry = if excluded.is_none() {
            self.probe_table(ply)
        } else {
            None
        };
        if let Some(entry) = entry
            && !node.kind.is_pv()
            && self.table_cuts(&entry, node.depth, node.alpha, node.beta)
        {
            return entry.score;
        }

        // What the evaluation says.
        let safety = self.frames[ply].safety;
        let in_check = safety.in_check();
        let raw_eval = match (in_check, excluded) {
            (true, _) => None,
            (false, Some(_)) => self.frames[ply].raw_eval,
            (false, None) => Some(
                entry
                    .and_then(|e| e.eval)
                    .unwrap_or_else(|| self.static_eval(ply)),
            ),
        };
        let static_eval = raw_eval.map(|raw| self.corrected(raw));
        self.frames[ply].raw_eval = raw_eval;
        self.frames[ply].static_eval = static_eval;
        let improving = self.improving(ply);

        // Cut the node without searching its moves, where that is safe enough.
        let full_depth = node;
        let mut doubtful = false;
        let mut mate_threat = false;
        if let Some(eval) = static_eval {
            let eval = entry.map_or(eval, |entry| entry.sharpen(eval));
            if let Some(score) = self.prune_node(node, eval, improving) {
                return score;
            }
            match self.try_null_move(node, eval) {
                Passed::Nothing => {}
                Passed::Cut(score) => return score,
                Passed::MateThreat => mate_threat = true,
                Passed::Doubtful => {
                    doubtful = true;
                    node.depth -= 1;
                    node.verify = false;
                }
            }
            if self.stopped {
                return 0;
            }
        }
        let extension = self.check_extension(ply, in_check);
        node.depth += extension;
        let table_move = entry.and_then(|entry| entry.mv);
        if self.techniques.iir
            && ply > 0
            && node.depth >= params::iir_depth()
            && table_move.is_none()
            && excluded.is_none()
            && node.kind != Kind::All
        {
            node.depth -= 1;
        }

        // Search the moves.
        let best = self.search_moves(node, entry, table_move, mate_threat, improving);
        let Best {
            score,
            mv: best_move,
            depth,
        } = match best {
            _ if self.stopped => return 0,
            Some(best) => best,
            None if excluded.is_some() => return node.alpha,
            // Without a legal move, mate or not, the game is lost.
            None => return score::mated_in(ply),
        };
        if doubtful && score < node.beta {
            // The pass had failed high, the moves do not: zugzwang. Search again, with no pass to
            // trust.
            self.frames[ply].pv.clear();
            self.frames[ply].no_pass = true;
            let score = self.alpha_beta(full_depth);
            self.frames[ply].no_pass = false;
            return score;
        }

        if excluded.is_none() && !(ply == 0 && self.root.is_restricted()) {
            let bound = if score >= node.beta {
                Bound::Lower
            } else if best_move.is_some() && node.kind.is_pv() {
                Bound::Exact
            } else {
                Bound::Upper
            };
            // What is asked for next time is the depth without the extension, which is given again.
            let depth = depth - extension;
            self.learn_correction(ply, depth, score, best_move, bound);
            let mv = best_move.or(table_move);
            self.store_table(
                ply,
                Entry {
                    mv,
                    score,
                    eval: raw_eval,
                    depth,
                    bound,
                },
            );
        }
        score
    }

    /// Searches the moves of a node in order; `None` when no move is legal (or all are excluded).
    fn search_moves(
        &mut self,
        mut node: Node,
        entry: Option<Entry>,
        table_move: Option<Move>,
        mate_threat: bool,
        improving: bool,
    ) -> Option<Best> {
        let ply = node.ply;
        let safety = self.frames[ply].safety;
        let in_check = safety.in_check();
        let eval = self.frames[ply].static_eval;
        let excluded = self.frames[ply].excluded;
        let before = self.before(ply);
        let hints = Hints {
            table: table_move,
            killers: self.frames[ply].killers,
            before,
        };
        let mut picker = Picker::new(hints, in_check, &self.techniques);
        // Killers serve cousins too; those two plies deeper begin anew.
        self.frames[ply + 2].killers = [None; 2];

        let mut best = -INFINITY;
        let mut best_move = None;
        let mut moves = 0;
        let mut tried = Tried::default();
        let mut leans_on_game = false;
        // Moves that other threads were searching when their turn came, with their numbers.
        let mut deferred = ArrayVec::<(Move, usize), 16>::new();
        loop {
            let next = picker.next(&self.board, &safety, self.histories);
            let may_defer = next.is_some() && !deferred.is_full();
            let (mv, number) = match next {
                Some(mv) => {
                    if Some(mv) == excluded
                        || (ply == 0 && self.root.skips(mv))
                        || !self.board.is_legal(mv, &safety)
                    {
                        continue;
                    }
                    moves += 1;
                    (mv, moves)
                }
                None => match deferred.pop_at(0) {
                    Some(waiting) => waiting,
                    None => break,
                },
            };
            let captures = !self.board.is_empty(mv.to());
            let history = if captures {
                0
            } else {
                self.histories.quiet(&self.board, mv, before)
            };
            let gives_check = self.board.gives_check(mv);
            let late = LateMove {
                number,
                captures,
                gives_check,
                answers_threat: in_check || mate_threat,
                pv: node.kind.is_pv(),
                cut_node: node.kind == Kind::Cut,
                improving,
                history,
            };
            let reduced = if self.techniques.lmr {
                reduction(node.depth, late)
            } else {
                0
            };

            // Skip what cannot matter, once something that does not lose is in hand.
            if ply > 0 && best > -score::WIN_BOUND && !in_check {
                let candidate = Candidate {
                    mv,
                    captures,
                    gives_check,
                    quiets: tried.quiets.len(),
                    reduced_depth: node.depth - 1 - reduced,
                    improving,
                };
                if let Some(believed) = self.prune_move(node, candidate, eval) {
                    best = best.max(believed);
                    continue;
                }
            }

            let busy = &self.control.busy;
            let announced =
                (number > 1 && busy.matters(node.depth)).then(|| self.board.key_after(mv));
            if let Some(key) = announced {
                if may_defer && busy.has(key) {
                    deferred.push((mv, number));
                    continue;
                }
                busy.begin(key);
            }

            // Look deeper where the table's move stands alone.
            let mut depth = node.depth - 1;
            if let Some(entry) = entry {
                match self.singular(node, mv, &entry) {
                    Singular::Extend(plies) => depth += plies,
                    Singular::MultiCut(score) => {
                        let depth = (node.depth - 1) / 2;
                        return Some(Best {
                            score,
                            mv: Some(mv),
                            depth,
                        });
                    }
                }
                if self.stopped {
                    return None;
                }
            }

            if ply == 0 {
                self.report_current_move(node.depth, mv, number);
            }
            let nodes_before = self.nodes;
            let undo = self.make(ply, mv);
            let score = self.search_child(node, depth, reduced.min(depth.max(1) - 1), number == 1);
            self.undo(undo);
            if let Some(key) = announced {
                self.control.busy.end(key);
            }
            let leaned = self.frames[ply + 1].leans_on_game;
            // A cut needs no other move than the one that makes it.
            leans_on_game = leaned || leans_on_game && score < node.beta;
            if self.stopped {
                return None;
            }
            if ply == 0 {
                self.root.spent(mv, self.nodes - nodes_before);
            }

            if score > best {
                best = score;
                if score > node.alpha {
                    best_move = Some(mv);
                    self.extend_pv(ply, mv);
                    if ply == 0 {
                        self.root.best_score = score;
                    }
                    if score >= node.beta {
                        self.learn_cut(node, mv, &tried);
                        break;
                    }
                    node.alpha = score;
                }
            }
            if Some(mv) != best_move {
                if captures {
                    let _ = tried.captures.try_push(mv);
                } else {
                    tried.quiets.push(mv);
                }
            }
        }
        self.frames[ply].leans_on_game = leans_on_game;
        (moves > 0).then_some(Best {
            score: best,
            mv: best_move,
            depth: node.depth,
        })
    }

    /// Searches the position after a move: in full for the first move, else reduced and with a zero
    /// window first, and again with more depth and more window as long as it fails high.
    fn search_child(&mut self, node: Node, depth: i32, reduced: i32, first: bool) -> Score {
        let Node {
            ply,
            alpha,
            beta,
            kind,
            verify,
            ..
        } = node;
        let full = Node {
            ply: ply + 1,
            depth,
            alpha: -beta,
            beta: -alpha,
            kind,
            verify,
        };
        let zero = Node {
            alpha: -alpha - 1,
            kind: kind.child(),
            ..full
        };
        if !self.techniques.pvs && reduced == 0 {
            return -self.alpha_beta(full);
        }
        if first {
            let kind = if kind.is_pv() { Kind::Pv } else { kind.child() };
            return -self.alpha_beta(Node { kind, ..full });
        }
        let mut score = alpha + 1;
        if reduced > 0 {
            score = -self.alpha_beta(Node {
                depth: depth - reduced,
                kind: Kind::Cut,
                ..zero
            });
        }
        if score > alpha && self.techniques.pvs {
            score = -self.alpha_beta(zero);
        }
        if score > alpha && (kind.is_pv() || !self.techniques.pvs) {
            score = -self.alpha_beta(Node { kind, ..full });
        }
        score
    }

    /// A move refuted the one before: the orders of later nodes learn from it.
    fn learn_cut(&mut self, node: Node, mv: Move, tried: &Tried) {
        let bonus = (params::history_bonus() * node.depth).min(params::history_max());
        let before = self.before(node.ply);
        if self.board.is_empty(mv.to()) {
            let killers = &mut self.frames[node.ply].killers;
            if killers[0] != Some(mv) {
                *killers = [Some(mv), killers[0]];
            }
            self.histories.learn_counter(before[0], mv);
            self.histories.learn_quiet(&self.board, mv, before, bonus);
            for &other in &tried.quiets {
                self.histories
                    .learn_quiet(&self.board, other, before, -bonus);
            }
        } else {
            self.histories.learn_capture(&self.board, mv, bonus);
        }
        for &other in &tried.captures {
            self.histories.learn_capture(&self.board, other, -bonus);
        }
    }
}

impl Entry {
    /// The evaluation, made sharper by a score that bounds it from the right side.
    fn sharpen(&self, eval: Score) -> Score {
        let better = match self.bound {
            Bound::Exact => true,
            Bound::Lower => self.score > eval,
            Bound::Upper => self.score < eval,
        };
        if better && !score::is_decisive(self.score) {
            self.score
        } else {
            eval
        }
    }
}
