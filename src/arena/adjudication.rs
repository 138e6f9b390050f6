//! Adjudication: ends games early when the scores of both engines agree on the result.

use serde::{Deserialize, Serialize};

use crate::board::Color;

/// Adjudicates a game as lost after both engines have scored it so for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignRule {
    /// The least score of the winner, in centipawns; the loser must report at most its negative.
    pub score: i32,
    /// The number of consecutive moves of each side.
    pub moves: u32,
}

/// Adjudicates a game as drawn after both engines have scored it as equal for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawRule {
    /// The greatest absolute score, in centipawns.
    pub score: i32,
    /// The number of consecutive moves of each side.
    pub moves: u32,
    /// The number of moves of each side before which no game is adjudicated as drawn.
    pub from: u32,
}

/// Counts the scores of a game that agree on a result.
///
/// ```
/// use chuhe::arena::adjudication::{GameAdjudicator, ResignRule};
/// use chuhe::board::Color::{Black, Red};
/// let mut game = GameAdjudicator::new(Some(ResignRule { score: 800, moves: 2 }), None);
/// for (side, score) in [(Red, 900), (Black, -850), (Red, 950)] {
///     assert_eq!(game.add(side, Some(score)), None);
/// }
/// assert_eq!(game.add(Black, Some(-1000)), Some(Some(Red)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct GameAdjudicator {
    resign: Option<ResignRule>,
    draw: Option<DrawRule>,
    plies: u32,
    /// The number of last plies in a row whose score is won for each side, by [`Color::index`].
    wins: [u32; 2],
    /// The number of last plies in a row whose score is equal.
    draws: u32,
}

impl GameAdjudicator {
    /// The counts before the first move.
    pub fn new(resign: Option<ResignRule>, draw: Option<DrawRule>) -> GameAdjudicator {
        GameAdjudicator {
            resign,
            draw,
            ..GameAdjudicator::default()
        }
    }

    /// Adds the score of the side that moved, in centipawns for that side; without a score the counts restart at 0.
    /// Returns `Some(winner)` when the game is adjudicated, with `None` as winner for a draw.
    pub fn add(&mut self, side: Color, score: Option<i32>) -> Option<Option<Color>> {
        self.plies += 1;
        let count = |count: u32, holds: bool| if holds { count + 1 } else { 0 };
        if let Some(rule) = self.resign {
            for winner in Color::ALL {
                let score = match winner == side {
                    true => score,
                    false => score.map(i32::saturating_neg),
                };
                let wins = &mut self.wins[winner.index()];
                *wins = count(*wins, score.is_some_and(|score| score >= rule.score));
                if *wins >= 2 * rule.moves {
                    return Some(Some(winner));
                }
            }
        }
        let rule = self.draw?;
        let is_equal = score.is_some_and(|score| score.saturating_abs() <= rule.score);
        self.draws = count(self.draws, is_equal);
        (self.draws >= 2 * rule.moves && self.plies >= 2 * rule.from).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, Red};

    fn end(mut game: GameAdjudicator, scores: &[Option<i32>]) -> Option<(usize, Option<Color>)> {
        let sides = [Red, Black].into_iter().cycle();
        let mut plies = scores.iter().zip(sides).enumerate();
        plies.find_map(|(ply, (&score, side))| Some((ply + 1, game.add(side, score)?)))
    }

    #[test]
    fn a_win_needs_the_scores_of_both_sides_for_the_number_of_moves() {
        let (score, moves) = (500, 2);
        let rule = ResignRule { score, moves };
        let of = |scores: &[Option<i32>]| end(GameAdjudicator::new(Some(rule), None), scores);
        let [good, bad, none] = [Some(500), Some(-500), None];
        assert_eq!(of(&[bad, good, bad, good]), Some((4, Some(Black))));
        assert_eq!(of(&[good, bad, good, Some(-499), good, bad, good]), None);
        let scores = [good, bad, none, bad, good, bad, good];
        assert_eq!(of(&scores), Some((7, Some(Red))));
        // Both engines score the game as won.
        assert_eq!(of(&[good; 20]), None);
    }

    #[test]
    fn a_draw_needs_equal_scores_and_the_least_number_of_moves() {
        let (score, moves, from) = (10, 2, 4);
        let rule = DrawRule { score, moves, from };
        let of = |scores: &[i32]| {
            let scores: Vec<Option<i32>> = scores.iter().copied().map(Some).collect();
            end(GameAdjudicator::new(None, Some(rule)), &scores)
        };
        assert_eq!(of(&[0; 20]), Some((8, None)));
        assert_eq!(of(&[0, 0, 0, 0, 0, 0, 11, -10, 10, 0, 0]), Some((11, None)));
        assert_eq!(of(&[30; 20]), None);
    }
}
