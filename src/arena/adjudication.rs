//! Adjudication: ends games that both engines agree on, to save time.

use serde::{Deserialize, Serialize};

use crate::board::Color;

/// A game counts as lost when both engines agree on that for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignTerms {
    /// The least score of the winner, and of the loser with the other sign.
    pub score: i32,
    /// Moves of each side.
    pub moves: u32,
}

/// A game counts as drawn when both engines agree on that for some moves in a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawTerms {
    /// The greatest distance of a score from 0.
    pub score: i32,
    /// Moves of each side.
    pub moves: u32,
    /// Moves of each side before which no game counts as drawn.
    pub from: u32,
}

/// The scores of the engines in the course of a game.
///
/// ```
/// use chuhe::arena::adjudication::{Adjudication, ResignTerms};
/// use chuhe::board::Color::{Black, Red};
/// let mut game = Adjudication::new(Some(ResignTerms { score: 800, moves: 2 }), None);
/// for (side, score) in [(Red, 900), (Black, -850), (Red, 950)] {
///     assert_eq!(game.after(side, Some(score)), None);
/// }
/// assert_eq!(game.after(Black, Some(-1000)), Some(Some(Red)));
/// ```
#[derive(Clone, Debug, Default)]
pub struct Adjudication {
    resign: Option<ResignTerms>,
    draw: Option<DrawTerms>,
    plies: u32,
    /// Plies in a row after which the engine that moved called red the winner, black, or neither.
    red: u32,
    black: u32,
    equal: u32,
}

impl Adjudication {
    /// A game that begins.
    pub fn new(resign: Option<ResignTerms>, draw: Option<DrawTerms>) -> Adjudication {
        Adjudication {
            resign,
            draw,
            ..Adjudication::default()
        }
    }

    /// Notes the score of the side that moved. Returns `Some` at the end: the winner, or `None` in it
    /// for a draw. A move without a score begins the counts anew.
    pub fn after(&mut self, side: Color, score: Option<i32>) -> Option<Option<Color>> {
        self.plies += 1;
        let red_score = score.map(|score| match side {
            Color::Red => score,
            Color::Black => score.saturating_neg(),
        });
        let count = |count: u32, holds: bool| if holds { count + 1 } else { 0 };
        if let Some(ResignTerms { score, moves }) = self.resign {
            self.red = count(self.red, red_score.is_some_and(|red| red >= score));
            self.black = count(self.black, red_score.is_some_and(|red| red <= -score));
            for (count, winner) in [(self.red, Color::Red), (self.black, Color::Black)] {
                if count >= 2 * moves {
                    return Some(Some(winner));
                }
            }
        }
        let DrawTerms { score, moves, from } = self.draw?;
        let is_equal = red_score.is_some_and(|red| red.saturating_abs() <= score);
        self.equal = count(self.equal, is_equal);
        (self.equal >= 2 * moves && self.plies >= 2 * from).then_some(None)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use Color::{Black, Red};

    fn end(mut game: Adjudication, scores: &[Option<i32>]) -> Option<(usize, Option<Color>)> {
        let sides = [Red, Black].into_iter().cycle();
        let mut plies = scores.iter().zip(sides).enumerate();
        plies.find_map(|(ply, (&score, side))| Some((ply + 1, game.after(side, score)?)))
    }

    #[test]
    fn both_must_agree_for_long_enough() {
        let (score, moves) = (500, 2);
        let terms = ResignTerms { score, moves };
        let of = |scores: &[Option<i32>]| end(Adjudication::new(Some(terms), None), scores);
        let [good, bad, none] = [Some(500), Some(-500), None];
        assert_eq!(of(&[bad, good, bad, good]), Some((4, Some(Black))));
        assert_eq!(of(&[good, bad, good, Some(-499), good, bad, good]), None);
        assert_eq!(
            of(&[good, bad, none, bad, good, bad, good]),
            Some((7, Some(Red)))
        );
        // Each thinks that it wins.
        assert_eq!(of(&[good; 20]), None);
    }

    #[test]
    fn a_draw_needs_a_quiet_game_that_has_gone_on_for_a_while() {
        let (score, moves, from) = (10, 2, 4);
        let terms = DrawTerms { score, moves, from };
        let of = |scores: &[i32]| {
            let scores: Vec<Option<i32>> = scores.iter().copied().map(Some).collect();
            end(Adjudication::new(None, Some(terms)), &scores)
        };
        assert_eq!(of(&[0; 20]), Some((8, None)));
        assert_eq!(of(&[0, 0, 0, 0, 0, 0, 11, -10, 10, 0, 0]), Some((11, None)));
        assert_eq!(of(&[30; 20]), None);
    }
}
