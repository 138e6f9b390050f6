//! The static evaluation of a node: computed or read from the transposition table, corrected, and compared with earlier ones.

use super::node::NodeResult;
use super::report::Bound;
use super::score;
use super::transposition::Entry;
use super::worker::Worker;
use crate::eval::{MAX_EVAL, Score};

impl Worker<'_> {
    /// Evaluates a node and stores the result in its frame. Returns the refined evaluation: the corrected one, or the table's score
    /// if that is nearer the true score; `None` in check.
    pub(super) fn evaluate_node(&mut self, ply: usize, entry: Option<Entry>) -> Option<Score> {
        let frame = &self.frames[ply];
        let raw = if frame.check_info.in_check() {
            None
        } else if frame.excluded.is_some() {
            // A singular search: the search of the node itself has computed it.
            frame.raw_eval
        } else {
            Some(self.evaluation_of(ply, entry))
        };
        let corrected = raw.map(|raw| self.corrected(raw));
        let frame = &mut self.frames[ply];
        frame.raw_eval = raw;
        frame.static_eval = corrected;
        Some(self.refined(corrected?, entry))
    }

    /// Returns the table's score if that is known to be nearer the true score than the evaluation, else the evaluation.
    #[inline]
    pub(super) fn refined(&self, eval: Score, entry: Option<Entry>) -> Score {
        let is_nearer = |entry: &Entry| {
            !score::is_decisive(entry.score) && self.table_cuts(entry, 0, eval, eval + 1)
        };
        entry.filter(is_nearer).map_or(eval, |entry| entry.score)
    }

    /// Changes the butterfly history of the quiet move that led to a node by how much the evaluation rose for its mover.
    pub(super) fn update_history_by_eval(&mut self, ply: usize) {
        let Some(parent) = ply.checked_sub(1) else {
            return;
        };
        let (before, frame) = (&self.frames[parent], &self.frames[ply]);
        if let (Some(mv), Some(before), Some(now), None) = (
            before.quiet_move,
            before.static_eval,
            frame.static_eval,
            frame.excluded,
        ) {
            let mover = !self.board.side();
            self.histories
                .update_by_eval(mover, mv, -now - before, self.techniques.purpose);
        }
    }

    /// Returns the uncorrected evaluation of the position, from the table entry if it has one. If there is no entry, the evaluation
    /// is stored, because the node may be cut without a result.
    #[inline]
    pub(super) fn evaluation_of(&mut self, ply: usize, entry: Option<Entry>) -> Score {
        if let Some(eval) = entry.and_then(|entry| entry.eval) {
            return eval;
        }
        let eval = self.raw_eval();
        if entry.is_none() {
            self.store_table(ply, Entry::without_score(None, Some(eval)));
        }
        eval
    }

    /// Adds the correction history to an evaluation; see [`super::correction`].
    #[inline]
    pub(super) fn corrected(&self, eval: Score) -> Score {
        if !self.techniques.correction {
            return eval;
        }
        (eval + self.corrections.of(&self.board, self.techniques.purpose))
            .clamp(-MAX_EVAL, MAX_EVAL)
    }

    /// Updates the correction history by the score of a node whose best move is quiet, if the score contradicts the evaluation.
    pub(super) fn update_correction(&mut self, ply: usize, best: &NodeResult, bound: Bound) {
        if let Some(eval) = self.frames[ply].static_eval
            && self.techniques.correction
            && best.mv.is_none_or(|mv| self.board.is_empty(mv.to()))
            && bound.corrects(best.score, eval)
            && !score::is_decisive(best.score)
        {
            self.corrections
                .update(&self.board, best.depth, best.score, eval);
        }
    }

    /// Returns true if the mover's evaluation is higher than two plies before, or four if it was in check then.
    pub(super) fn improving(&self, ply: usize) -> bool {
        let eval = |back| self.frames[ply.checked_sub(back)?].static_eval;
        let now = eval(0);
        // An earlier `None` is less than any evaluation.
        now.is_some() && now > eval(2).or_else(|| eval(4))
    }
}
