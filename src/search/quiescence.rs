//! Quiescence: evaluate only what is quiet.
//!
//! **Idea** (Moreland's article on quiescent search). Cut off in the middle of an exchange, an evaluation is wrong by a piece. So the
//! leaves of the main search go on with captures alone until none is worth making:
//!
//! - **Stand pat**: the side to move need not capture; the evaluation as it stands is a lower bound
//!   of its score.
//! - **Good captures only**: by MVV/LVA, those that lose material by SEE dropped, and those that
//!   even with their victim stay below alpha by the **delta margin** skipped.
//! - **In check** standing pat would be a lie: all evasions are searched, one ply at a time, so
//!   that a mate at the end of a capture sequence is found. A bound on the checks answered in one
//!   line keeps the tree from exploding.
//!
//! **Cost.** It sees no quiet threats and no quiet checks; that is left to the plies above it.

use super::ordering::{Hints, Picker};
use super::params;
use super::report::Bound;
use super::score::{self, INFINITY, MAX_PLY};
use super::see;
use super::transposition::Entry;
use super::worker::Worker;
use crate::eval::Score;

impl Worker<'_> {
    /// The score where the main search ends: by quiescence, or the bare evaluation without it.
    pub(super) fn leaf(&mut self, ply: usize, alpha: Score, beta: Score) -> Score {
        if self.techniques.quiescence {
            self.quiescence(ply, alpha, beta, params::quiescence_checks() as u32)
        } else {
            self.frames[ply].pv.clear();
            self.static_eval(ply)
        }
    }

    /// Quiescence search; `checks` more checks of this line are answered.
    fn quiescence(&mut self, ply: usize, mut alpha: Score, beta: Score, checks: u32) -> Score {
        self.enter(ply);
        if self.must_stop() {
            return 0;
        }
        if let Some(score) = self.rule_score(ply) {
            return score;
        }
        if ply >= MAX_PLY {
            return self.static_eval(ply);
        }
        let safety = self.frames[ply].safety;
        let in_check = safety.in_check() && checks > 0;

        let entry = self.probe_table(ply);
        if let Some(entry) = entry
            && alpha + 1 == beta
            && self.table_cuts(&entry, 0, alpha, beta)
        {
            return entry.score;
        }

        let mut eval = None;
        let mut best = -INFINITY;
        if !in_check {
            let raw = entry
                .and_then(|entry| entry.eval)
                .unwrap_or_else(|| self.static_eval(ply));
            eval = Some(raw);
            best = self.corrected(raw);
            if let Some(entry) = entry
                && !score::is_decisive(entry.score)
                && self.table_cuts(&entry, 0, best, best + 1)
            {
                best = entry.score; // a search knows better than the evaluation
            }
            if best >= beta {
                return best;
            }
            alpha = alpha.max(best);
        }
        let stand_pat = best;

        let hints = Hints {
            table: entry.and_then(|entry| entry.mv),
            killers: [None; 2],
            before: self.before(ply),
        };
        let mut picker = Picker::captures(hints, in_check, &self.techniques);
        let (mut best_move, mut tried, mut leans_on_game) = (None, 0, false);
        while let Some(mv) = picker.next(&self.board, &safety, self.histories) {
            if !self.board.is_legal(mv, &safety) {
                continue;
            }
            tried += 1;
            if let (false, Some(victim)) = (in_check, self.board.piece_at(mv.to()))
                && self.techniques.see
            {
                let hoped = stand_pat + see::value(victim.kind()) + params::delta_margin();
                if hoped <= alpha {
                    best = best.max(hoped);
                    continue;
                }
            }
            let undo = self.make(ply, mv);
            let score = -self.quiescence(ply + 1, -beta, -alpha, checks - u32::from(in_check));
            self.undo(undo);
            leans_on_game |= self.frames[ply + 1].leans_on_game;
            if self.stopped {
                return 0;
            }
            if score > best {
                best = score;
                if score > alpha {
                    alpha = score;
                    best_move = Some(mv);
                    self.extend_pv(ply, mv);
                    if score >= beta {
                        break;
                    }
                }
            }
        }
        if in_check && tried == 0 {
            return score::mated_in(ply);
        }
        self.frames[ply].leans_on_game = leans_on_game;
        let bound = if best >= beta {
            Bound::Lower
        } else {
            Bound::Upper
        };
        self.store_table(
            ply,
            Entry {
                mv: best_move,
                score: best,
                eval,
                depth: 0,
                bound,
            },
        );
        best
    }
}
