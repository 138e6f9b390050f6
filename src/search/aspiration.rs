//! Aspiration windows: the root is searched with a narrow window around the last iteration's score.
//!
//! **Idea** (Moreland's article on aspiration search). The score of an iteration is seldom far from the last
//! one's, and a narrow window causes more cuts. If the score falls outside, the window is widened on that side, by more each
//! time, and the search is repeated. After a fail low beta falls to the middle of the window. In the search for mates the
//! window widens faster after a fail high, because the score of a mate is far above.
//!
//! **Drawback.** When the score changes much, the root is searched again, though the table keeps most results. Measured in
//! `docs/measurements/techniques.md`.

use super::params;
use super::report::{Bound, PvLine};
use super::score::{self, INFINITY};
use super::techniques::Purpose;
use super::worker::{Variation, Worker};
use crate::eval::Score;

impl Worker<'_> {
    /// Searches the root to the iteration's depth with a window around the score of `previous`, the last iteration's line, whose move
    /// is searched first. `rank` is the number of the line with MultiPV, from 1.
    pub(super) fn search_with_aspiration(
        &mut self,
        rank: usize,
        previous: Option<&PvLine>,
    ) -> Score {
        let (mut alpha, mut beta) = (-INFINITY, INFINITY);
        let mut window = params::aspiration_window(self.techniques.purpose);
        if let Some(previous) = previous
            && self.techniques.aspiration
            && self.root_depth >= params::aspiration_depth()
            && !score::is_decisive(previous.score)
        {
            alpha = (previous.score - window).max(-INFINITY);
            beta = (previous.score + window).min(INFINITY);
        }
        // The result of the last fail high, to be played if the search is stopped before another.
        let mut fail_high: Option<(Score, Variation)> = None;
        let mut first = previous.map(|line| line.pv[0]);
        loop {
            let score = self.search_root(alpha, beta, first);
            if self.stopped {
                if self.frames[0].pv.is_empty()
                    && let Some((score, pv)) = fail_high
                {
                    self.root_moves.best_score = score;
                    self.frames[0].pv = pv;
                }
                return score;
            }
            if score <= alpha && alpha > -INFINITY {
                // No move has reached alpha, so the line is still that of the last iteration.
                if let Some(previous) = previous {
                    self.frames[0].pv.extend(previous.pv.iter().copied());
                }
                self.report_line(rank, score, Bound::Upper);
                beta = (alpha + beta) / 2;
                alpha = (score - window).max(-INFINITY);
            } else if score >= beta && beta < INFINITY {
                self.report_line(rank, score, Bound::Lower);
                if self.techniques.purpose == Purpose::Mates {
                    window *= 2;
                }
                beta = (score + window).min(INFINITY);
                fail_high = Some((score, self.frames[0].pv.clone()));
                first = self.frames[0].pv.first().copied();
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
