//! Quiescence search: at the leaves of the main search, captures are searched until the position is quiet.
//!
//! **Idea** (Moreland's article on quiescent search). In the middle of an exchange an evaluation is wrong by a piece. So the
//! search goes on at the leaves with captures only, until none is worth making:
//!
//! - **Stand pat**: the side to move need not capture, so the evaluation is a lower bound of its score.
//! - **Good captures only**, by MVV/LVA. Captures that lose material by SEE are skipped. **Delta pruning** (Chess Programming
//!   Wiki) also skips captures whose victim and a margin do not raise the evaluation to alpha.
//! - **In check** the side to move cannot stand pat, and all evasions are searched, so that a mate at the end of a capture
//!   sequence is found. The number of checks that are answered in one line is limited, which bounds the tree.
//!
//! **Drawback.** It finds no quiet threats and no quiet checks. Measured in `docs/measurements/techniques.md`.

use super::ordering::{Hints, Picker};
use super::params;
use super::report::Bound;
use super::score::{self, INFINITY};
use super::see;
use super::transposition::Entry;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Score;

impl Worker<'_> {
    /// Returns the score of a leaf of the main search, by quiescence search or, if that is off, by the static evaluation.
    pub(super) fn search_leaf(&mut self, ply: usize, alpha: Score, beta: Score) -> Score {
        if self.techniques.quiescence {
            self.quiescence(ply, alpha, beta, params::quiescence_checks() as u32)
        } else {
            let decided = self.begin_node(ply);
            decided.unwrap_or_else(|| self.raw_eval())
        }
    }

    /// Searches captures and evasions. `checks` is how many more checks are answered in this line.
    fn quiescence(&mut self, ply: usize, mut alpha: Score, beta: Score, checks: u32) -> Score {
        if let Some(score) = self.begin_node(ply) {
            return score;
        }
        let in_check = self.frames[ply].check_info.in_check() && checks > 0;
        let entry = self.probe_table(ply);
        if let Some(entry) = entry
            && alpha + 1 == beta
            && self.table_cuts(&entry, 0, alpha, beta)
        {
            return entry.score;
        }
        let eval = (!in_check).then(|| self.evaluation_of(ply, entry));
        let stand_pat = eval.map_or(-INFINITY, |eval| self.refined(self.corrected(eval), entry));
        if stand_pat >= beta {
            return stand_pat;
        }
        alpha = alpha.max(stand_pat);

        let hints = Hints {
            table: entry.and_then(|entry| entry.mv),
            killers: [None; 2],
            previous: self.previous_moves(ply),
        };
        let mut picker = Picker::new(hints, in_check, true, &self.techniques);
        let mut best = stand_pat;
        let (mut best_move, mut has_legal_move, mut path_dependent) = (None, false, false);
        let check_info = self.frames[ply].check_info;
        while let Some(mv) = picker.next(&self.board, &check_info, self.histories) {
            self.table.prefetch(self.board.key_after(mv));
            if !self.board.is_legal(mv, &check_info) {
                continue;
            }
            has_legal_move = true;
            if !in_check && let Some(bound) = self.delta_pruning(mv, stand_pat, alpha) {
                best = best.max(bound);
                continue;
            }
            let undo = self.make(ply, mv);
            let score = -self.quiescence(ply + 1, -beta, -alpha, checks - u32::from(in_check));
            self.undo(undo);
            path_dependent |= self.frames[ply + 1].path_dependent;
            if self.stopped {
                return 0;
            }
            best = best.max(score);
            if score > alpha {
                alpha = score;
                best_move = Some(mv);
                self.extend_pv(ply, mv);
                if score >= beta {
                    break;
                }
            }
        }
        if in_check && !has_legal_move {
            return score::mated_in(ply);
        }
        self.frames[ply].path_dependent = path_dependent;
        let entry = Entry {
            mv: best_move,
            score: best,
            eval,
            depth: 0,
            bound: Bound::of(best, beta, false),
        };
        self.store_table(ply, entry);
        best
    }

    /// Returns an upper bound of the score of a capture if its victim and the delta margin do not raise the evaluation above alpha.
    fn delta_pruning(&self, mv: Move, stand_pat: Score, alpha: Score) -> Option<Score> {
        let victim = self.board.piece_at(mv.to())?;
        let margin = params::delta_margin(self.techniques.purpose);
        let most = stand_pat + see::value(victim.kind()) + margin;
        (self.techniques.see && most <= alpha).then_some(most)
    }
}
