//! Aspiration windows: the root is searched with a narrow window around the last iteration's score.
//!
//! **Idea.** The score of an iteration is seldom far from the last one's, and a narrow window brings cuts sooner. Where the
//! score falls outside, the window is opened on that side, faster each time, and the search repeated.
//!
//! **Drawback.** A score that jumps is searched twice; the table keeps most of the work. Measured in `docs/search.md`.

use super::params;
use super::report::Bound;
use super::score::{self, INFINITY};
use super::worker::{Variation, Worker};
use crate::eval::Score;

impl Worker<'_> {
    /// Searches the root to the iteration's depth, expecting the score `expected`.
    pub(super) fn aspire(&mut self, rank: usize, expected: Option<Score>) -> Score {
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        let mut window = params::aspiration_window();
        if let Some(expected) = expected
            && self.techniques.aspiration
            && self.root_depth >= params::aspiration_depth()
            && !score::is_decisive(expected)
        {
            alpha = (expected - window).max(-INFINITY);
            beta = (expected + window).min(INFINITY);
        }
        // The result of the last fail high: good enough to play, should the search be stopped.
        let mut risen: Option<(Score, Variation)> = None;
        loop {
            let score = self.search_root(alpha, beta);
            if self.stopped {
                if self.frames[0].pv.is_empty()
                    && let Some((score, pv)) = risen
                {
                    self.root_moves.best_score = score;
                    self.frames[0].pv = pv;
                }
                return score;
            }
            if score <= alpha && alpha > -INFINITY {
                self.report_line(rank, score, Bound::Upper);
                beta = (alpha + beta) / 2;
                alpha = (score - window).max(-INFINITY);
            } else if score >= beta && beta < INFINITY {
                self.report_line(rank, score, Bound::Lower);
                beta = (score + window).min(INFINITY);
                risen = Some((score, self.frames[0].pv.clone()));
            } else {
                return score;
            }
            window += window / 2;
            if score::is_decisive(score) {
                (alpha, beta) = (-INFINITY, INFINITY);
            }
        }
    }
}
