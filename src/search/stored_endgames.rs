//! Stored endgames: positions in an endgame table are not searched.
//!
//! **Idea** (Thompson 1986). With few pieces on the board the result of every position is known ([`crate::endgame`]). A mate
//! scores as one that was searched. A draw scores as a draw only if neither side could lose by a perpetual attack, which the
//! tables do not decide; all other positions are searched.
//!
//! **Drawback.** A probe takes longer than most nodes, and the tables know neither the game before a position nor the natural
//! limit. So a mate that the limit might prevent is searched, too.

use super::report::Bound;
use super::score::{self, MATE, MAX_PLY, ScoreKind};
use super::worker::{Variation, Worker};
use crate::board::Color;
use crate::endgame::EndgameResult;
use crate::eval::Score;
use crate::rules::offenders::may_be_forced_to_attack;

impl Worker<'_> {
    /// Returns the score of the current position by the endgame tables; `None` if it is to be searched, as the root always is.
    #[inline]
    pub(super) fn stored_score(&mut self, ply: usize) -> Option<Score> {
        match self.settings.endings.is_empty() || ply == 0 {
            true => None,
            false => self.probe_endings(ply),
        }
    }

    #[inline(never)]
    fn probe_endings(&mut self, ply: usize) -> Option<Score> {
        let result = self.settings.endings.probe(&self.board)?;
        let rules = &self.settings.rules;
        match result {
            EndgameResult::Mates(plies) | EndgameResult::Mated(plies) => {
                let last = self.board.quiet_plies().saturating_add(plies as u16);
                if rules.limit_reached(last) {
                    return None;
                }
                let distance = ply + plies as usize;
                Some(match result {
                    EndgameResult::Mates(_) => MATE - distance as Score,
                    _ => score::mated_in(distance),
                })
            }
            EndgameResult::Draw => {
                let may_lose = |side| may_be_forced_to_attack(&self.board, side, rules.repetition);
                let is_exact = !Color::ALL.into_iter().any(may_lose);
                is_exact.then(|| self.draw(ply))
            }
            EndgameResult::WinsByRule | EndgameResult::LosesByRule => None,
        }
    }

    /// Extends the principal variation of a mate by the moves of the endgame tables.
    pub(super) fn extend_by_endings(&self, pv: &mut Variation, score: Score, bound: Bound) {
        if self.settings.endings.is_empty()
            || bound != Bound::Exact
            || !matches!(score::classify(score), ScoreKind::Mate(_))
        {
            return;
        }
        let mut board = self.board.after_line(pv);
        while pv.len() < MAX_PLY
            && let Some(EndgameResult::Mates(_) | EndgameResult::Mated(_)) =
                self.settings.endings.probe(&board)
            && let Some(moves) = self.settings.endings.moves(&board)
            && let Some((mv, _)) = moves.first()
        {
            pv.push(*mv);
            let _ = board.make(*mv);
        }
    }
}
