//! Stored endgames: positions in an endgame table are not searched.
//!
//! **Idea** (Thompson 1986). With few pieces on the board the result of every position is known ([`crate::endgame`]). A mate
//! scores as one that was searched. A draw scores as a draw only if neither side could lose by perpetual chase, which the tables do
//! not decide; all other positions are searched.
//!
//! **Drawback.** A probe takes longer than most nodes, and the tables know neither the game before a position nor the natural
//! limit. So a mate that the limit might prevent is searched, too.

use super::report::Bound;
use super::score::{self, MATE, MAX_PLY, is_decisive};
use super::worker::{Variation, Worker};
use crate::board::{Board, Color, PieceKind};
use crate::endgame::EndgameResult;
use crate::eval::Score;
use crate::rules::RepetitionRules;

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
                is_exact_draw(&self.board, rules.repetition).then(|| self.draw(ply))
            }
            EndgameResult::WinsByRule | EndgameResult::LosesByRule => None,
        }
    }

    /// Extends the principal variation of a mate by the moves of the endgame tables.
    pub(super) fn extend_by_endings(&self, pv: &mut Variation, score: Score, bound: Bound) {
        if self.settings.endings.is_empty() || bound != Bound::Exact || !is_decisive(score) {
            return;
        }
        let mut board = self.board.clone();
        for mv in pv.iter() {
            let _ = board.make(*mv);
        }
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

/// Returns true if a position that neither side wins in the tables is a draw under these rules: no side that could be mated has a
/// piece with which it could only hold by a forbidden repetition.
fn is_exact_draw(board: &Board, rules: RepetitionRules) -> bool {
    use PieceKind::{Advisor, Cannon, Elephant, Horse, Pawn, Rook};
    let has = |color, kinds: &[PieceKind]| kinds.iter().any(|&kind| board.count(color, kind) > 0);
    let is_safe = |color: Color| {
        let may_offend = match rules {
            RepetitionRules::Simple => false,
            RepetitionRules::Asian => has(color, &[Rook, Cannon, Horse, Advisor, Elephant]),
            RepetitionRules::Chinese => has(color, &[Rook, Cannon, Horse, Pawn, Advisor, Elephant]),
        };
        !may_offend || !has(!color, &[Rook, Cannon, Horse, Pawn])
    };
    Color::ALL.into_iter().all(is_safe)
}
