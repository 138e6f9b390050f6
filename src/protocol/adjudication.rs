//! Adjudication by the engine: accepting draw offers, and resigning.

use super::options::{Options, Style};
use crate::board::{Board, Color};
use crate::eval::Score;
use crate::search::score::{ScoreKind, classify};

/// From this score down a position is lost: about one and a half rooks behind, or being mated.
const RESIGN_SCORE: Score = -1_500;

/// The engine resigns after so many of its own moves in a row with a lost score.
const RESIGN_MOVES: u32 = 3;

/// An announcement with the engine's move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Adjudication {
    /// Accepts the opponent's draw offer.
    Draw,
    /// Resigns.
    Resign,
}

/// Decides on draw offers and resignation, and counts the lost moves of one side in a row.
#[derive(Clone, Debug, Default)]
pub struct Adjudicator {
    lost: Option<LostMoves>,
}

#[derive(Clone, Debug)]
struct LostMoves {
    side: Color,
    /// The position of the last one, which is counted once even if it is searched again.
    key: u64,
    count: u32,
}

impl Adjudicator {
    /// Returns the announcement with a move of this score.
    pub fn adjudicate(
        &mut self,
        board: &Board,
        score: Score,
        draw_offered: bool,
        options: &Options,
    ) -> Option<Adjudication> {
        let (side, key) = (board.side(), board.key());
        let count = match &self.lost {
            // A loss by rule depends on how the game goes on.
            _ if score > RESIGN_SCORE || matches!(classify(score), ScoreKind::Rule(_)) => 0,
            Some(lost) if lost.key == key => lost.count,
            Some(lost) if lost.side == side => lost.count + 1,
            _ => 1,
        };
        self.lost = (count > 0).then_some(LostMoves { side, key, count });
        // A solid style accepts a draw with a small advantage, a risky one only with a disadvantage.
        let acceptable = match options.style {
            Style::Solid => 30,
            Style::Normal => 10,
            Style::Risky => -50,
        };
        if draw_offered && score <= acceptable {
            return Some(Adjudication::Draw);
        }
        (options.resign && count >= RESIGN_MOVES).then_some(Adjudication::Resign)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Different positions of one game, all with red to move.
    fn positions() -> Vec<Board> {
        let mut board = Board::startpos();
        let mut boards = vec![board.clone()];
        for moves in [["a0a1", "a9a8"], ["a1a2", "a8a7"], ["b0c2", "b9c7"]] {
            for mv in moves {
                let _ = board.make(mv.parse().unwrap());
            }
            boards.push(board.clone());
        }
        boards
    }

    fn resigning() -> Options {
        Options {
            resign: true,
            ..Options::default()
        }
    }

    #[test]
    fn resigns_after_three_lost_moves_in_a_row_and_only_if_allowed() {
        let boards = positions();
        for (options, last) in [
            (resigning(), Some(Adjudication::Resign)),
            (Options::default(), None),
        ] {
            let mut adjudicator = Adjudicator::default();
            let found = boards[..3]
                .iter()
                .map(|board| adjudicator.adjudicate(board, RESIGN_SCORE, false, &options));
            assert_eq!(found.collect::<Vec<_>>(), [None, None, last]);
        }
        // A better score, the other side and the same position do not add to the count.
        let other = boards[0].flipped();
        let mut adjudicator = Adjudicator::default();
        for (board, score) in [
            (&boards[0], -31_990),
            (&boards[1], -30_990),
            (&boards[0], -2_000),
            (&boards[1], -2_000),
            (&boards[2], -1_499),
            (&boards[2], -2_000),
            (&boards[3], -2_000),
            (&boards[3], -2_000),
            (&boards[3], -2_000),
            (&other, -2_000),
            (&boards[0], -2_000),
        ] {
            let found = adjudicator.adjudicate(board, score, false, &resigning());
            assert_eq!(found, None);
        }
    }

    #[test]
    fn a_draw_is_accepted_when_level_or_lost_by_style() {
        let adjudicate = |style, score, offered| {
            let options = Options {
                style,
                ..resigning()
            };
            Adjudicator::default().adjudicate(&Board::startpos(), score, offered, &options)
        };
        for (style, limit) in [(Style::Solid, 30), (Style::Normal, 10), (Style::Risky, -50)] {
            for (score, found) in [
                (limit, Some(Adjudication::Draw)),
                (-31_000, Some(Adjudication::Draw)),
                (limit + 1, None),
                (31_000, None),
            ] {
                assert_eq!(adjudicate(style, score, true), found, "{style:?}");
            }
        }
        assert_eq!(adjudicate(Style::Normal, -5, false), None);
    }
}
