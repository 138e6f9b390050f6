//! The score of a position that the rules decide: a repetition, or the natural limit.

use super::score::{DRAW, RULE_WIN};
use super::worker::Worker;
use crate::eval::Score;
use crate::rules::{cycle, repetition};

impl Worker<'_> {
    /// The score of the position if the rules end the game there. Sets the frame's `path_dependent`.
    #[inline]
    pub(super) fn rule_score(&mut self, ply: usize) -> Option<Score> {
        let quiet = self.board.quiet_plies();
        let rules = &self.settings.rules;
        let at_limit = rules.limit_reached(quiet);
        if quiet < 4 && !at_limit {
            return None;
        }
        // A cycle need not come again where the game is drawn first.
        let root = if at_limit {
            cycle::AT_THE_BOARD
        } else {
            self.root_index
        };
        let Some(cycle) = cycle::find(&self.history, quiet, rules.occurrences, root) else {
            // Without a legal move, mated or not, the game is lost before it can be drawn.
            let drawn = at_limit && self.board.has_legal_move();
            self.frames[ply].path_dependent |= drawn;
            return drawn.then(|| self.draw(ply));
        };
        let start = self.history.len() - 1 - cycle.len();
        let winner = repetition::winner(&self.board, cycle, rules.repetition);
        self.frames[ply].path_dependent = start < self.root_index;
        Some(match winner {
            Some(winner) if winner == self.board.side() => RULE_WIN - ply as Score,
            Some(_) => ply as Score - RULE_WIN,
            None => self.draw(ply),
        })
    }

    /// The score of a draw with the contempt of the side to move at the root.
    #[inline]
    fn draw(&self, ply: usize) -> Score {
        let contempt = self.settings.contempt;
        DRAW + if ply.is_multiple_of(2) {
            -contempt
        } else {
            contempt
        }
    }
}
