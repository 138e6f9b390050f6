//! What is said with a move: a draw accepted, a game resigned.

use super::options::{Options, Style};
use crate::board::{Board, Color};
use crate::eval::Score;

/// From this score down a position is hopeless: more than two rooks behind, or being mated.
pub const HOPELESS: Score = -1_500;

/// We resign when so many of our own moves in a row had a hopeless score.
pub const PATIENCE: u32 = 3;

/// Something said with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Gesture {
    /// The opponent's offer of a draw is accepted.
    Draw,
    /// The game is given up.
    Resign,
}

/// What has to be remembered from move to move to behave.
#[derive(Clone, Debug, Default)]
pub struct Manners {
    hopeless: Option<Streak>,
}

/// Hopeless moves of one side in a row.
#[derive(Clone, Debug)]
struct Streak {
    side: Color,
    /// The position of the last one: one that is searched again is not one move more.
    key: u64,
    moves: u32,
}

impl Manners {
    /// What to say with a move found with this score, to an opponent who may have offered a draw.
    pub fn gesture(
        &mut self,
        board: &Board,
        score: Score,
        draw_offered: bool,
        options: &Options,
    ) -> Option<Gesture> {
        let hopeless_moves = self.count(board, score);
        if draw_offered && score <= acceptable_draw(options.style) {
            return Some(Gesture::Draw);
        }
        (options.resign && hopeless_moves >= PATIENCE).then_some(Gesture::Resign)
    }

    fn count(&mut self, board: &Board, score: Score) -> u32 {
        if score > HOPELESS {
            self.hopeless = None;
            return 0;
        }
        let (side, key) = (board.side(), board.key());
        let moves = match &self.hopeless {
            Some(streak) if streak.key == key => streak.moves,
            Some(streak) if streak.side == side => streak.moves + 1,
            _ => 1,
        };
        self.hopeless = Some(Streak { side, key, moves });
        moves
    }
}

/// A draw is as good as a position of this score or less: a solid player takes it while a little
/// better, a risky one only when somewhat worse.
fn acceptable_draw(style: Style) -> Score {
    match style {
        Style::Solid => 30,
        Style::Normal => 10,
        Style::Risky => -50,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A game's positions with red to move, each another.
    fn positions() -> Vec<Board> {
        let mut board = Board::startpos();
        ["a0a1", "a9a8", "a1a2", "a8a7", "b0c2", "b9c7", "i0i1"]
            .map(|mv| {
                let before = board.clone();
                let _ = board.make(mv.parse().unwrap());
                before
            })
            .into_iter()
            .filter(|board| board.side() == Color::Red)
            .collect()
    }

    fn resigning() -> Options {
        Options {
            resign: true,
            ..Options::default()
        }
    }

    #[test]
    fn resigns_after_three_hopeless_moves_and_only_if_allowed() {
        for (options, last) in [
            (resigning(), Some(Gesture::Resign)),
            (Options::default(), None),
        ] {
            let mut manners = Manners::default();
            let said = positions()
                .iter()
                .take(3)
                .map(|board| manners.gesture(board, HOPELESS, false, &options))
                .collect::<Vec<_>>();
            assert_eq!(said, [None, None, last]);
        }
    }

    #[test]
    fn one_hope_or_the_other_side_or_the_same_position_counts_anew() {
        let boards = positions();
        let other = boards[0].flipped();
        let options = resigning();
        let mut manners = Manners::default();
        for (board, score) in [
            (&boards[0], -31_990),
            (&boards[1], -2_000),
            (&boards[2], -1_499),
            (&boards[2], -2_000),
            (&boards[3], -2_000),
            (&boards[3], -2_000),
            (&boards[3], -2_000),
            (&other, -2_000),
            (&boards[0], -2_000),
        ] {
            assert_eq!(manners.gesture(board, score, false, &options), None);
        }
    }

    #[test]
    fn a_draw_is_accepted_when_level_or_lost_by_style() {
        let board = Board::startpos();
        let accepts = |style, score| {
            let options = Options {
                style,
                ..resigning()
            };
            Manners::default().gesture(&board, score, true, &options) == Some(Gesture::Draw)
        };
        for (style, limit) in [(Style::Solid, 30), (Style::Normal, 10), (Style::Risky, -50)] {
            assert!(
                accepts(style, limit) && accepts(style, -31_000),
                "{style:?}"
            );
            assert!(
                !accepts(style, limit + 1) && !accepts(style, 31_000),
                "{style:?}"
            );
        }
        let unasked = Manners::default().gesture(&board, -5, false, &resigning());
        assert_eq!(unasked, None);
    }
}
