//! The score of a position at which the rules end the game: a repetition, the natural limit, or no material to win.

use super::score::{DRAW, RULE_WIN};
use super::worker::Worker;
use crate::eval::Score;
use crate::rules::{cycle, repetition};

impl Worker<'_> {
    /// Returns the score of the current position if the rules end the game there. Sets the frame's `path_dependent`.
    #[inline]
    pub(super) fn rule_score(&mut self, ply: usize) -> Option<Score> {
        self.repetition_or_limit(ply).or_else(|| {
            // A side without a legal move has lost, also by stalemate.
            let drawn = !self.board.has_attackers() && self.board.has_legal_move();
            drawn.then(|| self.draw(ply))
        })
    }

    #[inline]
    fn repetition_or_limit(&mut self, ply: usize) -> Option<Score> {
        let quiet = self.board.quiet_plies();
        let rules = &self.settings.rules;
        let at_limit = rules.limit_reached(quiet);
        if quiet < 4 && !at_limit {
            return None;
        }
        // Within the search a cycle counts before it is repeated in full. At the limit the game ends first, so it does not.
        let root = if at_limit {
            cycle::NO_SEARCH_ROOT
        } else {
            self.root_index
        };
        let Some(cycle) = cycle::find(&self.positions, quiet, rules.repeat_count, root) else {
            // The limit does not make a mate a draw.
            let drawn = at_limit && self.board.has_legal_move();
            self.frames[ply].path_dependent |= drawn;
            return drawn.then(|| self.draw(ply));
        };
        let first = self.positions.len() - cycle.len();
        Some(self.repetition_score(ply, first))
    }

    /// Returns the score of a repetition whose first move led to the position at index `first` of the history.
    #[inline(never)]
    fn repetition_score(&mut self, ply: usize, first: usize) -> Score {
        let cycle = &self.positions[first..];
        let winner = repetition::winner(&self.board, cycle, self.settings.rules.repetition);
        self.frames[ply].path_dependent = first <= self.root_index;
        match winner {
            Some(winner) if winner == self.board.side() => RULE_WIN - ply as Score,
            Some(_) => ply as Score - RULE_WIN,
            None => self.draw(ply),
        }
    }

    /// Returns the score of a draw: minus the contempt for the side to move at the root, plus the contempt for the other.
    #[inline]
    pub(super) fn draw(&self, ply: usize) -> Score {
        let sign = if ply.is_multiple_of(2) { -1 } else { 1 };
        DRAW + sign * self.control.contempt
    }
}
