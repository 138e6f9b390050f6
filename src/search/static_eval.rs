//! The static evaluation of a node: computed or taken from the table, corrected, and compared with earlier ones.

use super::node::Best;
use super::report::Bound;
use super::score;
use super::transposition::Entry;
use super::worker::Worker;
use crate::eval::Score;

impl Worker<'_> {
    /// Evaluates a node and keeps the result in its frame. Returns the evaluation, replaced by the table's score where that
    /// bounds it from the right side; `None` in check.
    pub(super) fn evaluate_node(&mut self, ply: usize, entry: Option<Entry>) -> Option<Score> {
        let frame = &self.frames[ply];
        let raw = if frame.safety.in_check() {
            None
        } else if frame.excluded.is_some() {
            // The search of the whole node has computed it.
            frame.raw_eval
        } else {
            Some(self.evaluation_of(ply, entry))
        };
        let corrected = raw.map(|raw| self.corrected(raw));
        let frame = &mut self.frames[ply];
        frame.raw_eval = raw;
        frame.static_eval = corrected;
        let eval = corrected?;
        let is_better = |entry: &Entry| {
            entry.bound.corrects(entry.score, eval) && !score::is_decisive(entry.score)
        };
        Some(entry.filter(is_better).map_or(eval, |entry| entry.score))
    }

    /// The uncorrected evaluation of the position, from the table where it has one.
    #[inline]
    pub(super) fn evaluation_of(&mut self, ply: usize, entry: Option<Entry>) -> Score {
        let stored = entry.and_then(|entry| entry.eval);
        stored.unwrap_or_else(|| self.static_eval(ply))
    }

    /// An evaluation corrected by what searches of similar positions found; see [`super::correction`].
    #[inline]
    pub(super) fn corrected(&self, eval: Score) -> Score {
        if !self.techniques.correction {
            return eval;
        }
        (eval + self.corrections.of(&self.board)).clamp(-score::MAX_EVAL, score::MAX_EVAL)
    }

    /// Updates the corrections by the score of a quiet position, where it shows that the evaluation is wrong.
    pub(super) fn learn_correction(&mut self, ply: usize, best: &Best, bound: Bound) {
        if let Some(eval) = self.frames[ply].static_eval
            && self.techniques.correction
            && best.mv.is_none_or(|mv| self.board.is_empty(mv.to()))
            && bound.corrects(best.score, eval)
            && !score::is_decisive(best.score)
        {
            self.corrections
                .learn(&self.board, best.depth, best.score, eval);
        }
    }

    /// Whether the mover's evaluation is better than two plies before, or four where that was in check.
    pub(super) fn improving(&self, ply: usize) -> bool {
        let eval = |back| self.frames[ply.checked_sub(back)?].static_eval;
        let now = eval(0);
        // An earlier `None` is less than any evaluation.
        now.is_some() && now > eval(2).or_else(|| eval(4))
    }
}
