//! Ending games that are as good as over, to save their time.
//!
//! The engines themselves are the judges, and both must agree: one that misjudges loses nothing by
//! it but time.

use serde::{Deserialize, Serialize};

use crate::board::Color;

/// A game counts as lost when, for so many moves of each side in a row, both engines called it so.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ResignTerms {
    /// At least so bad for the loser, and so good for the winner.
    pub score: i32,
    /// For so many moves of each side.
    pub moves: u32,
}

/// A game counts as drawn when, for so many moves of each side in a row, both engines called it equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DrawTerms {
    /// At most so far from 0, for either side.
    pub score: i32,
    /// For so many moves of each side.
    pub moves: u32,
    /// Not before so many moves of each side have been played.
    pub from: u32,
}

/// The opinions of the engines in the course of a game.
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
#[derive(Clone, Debug)]
pub struct Adjudication {
    resign: Option<ResignTerms>,
    draw: Option<DrawTerms>,
    plies: u32,
    /// Plies in a row in which the engine that moved called red the winner, or black, or nobody.
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
            plies: 0,
            red: 0,
            black: 0,
            equal: 0,
        }
    }

    /// Notes the score that a side gave with its move. `Some` is the end: the winner, or `None` in it
    /// for a draw. A move without a score is no opinion and begins the count anew.
    pub fn after(&mut self, side: Color, score: Option<i32>) -> Option<Option<Color>> {
        self.plies += 1;
        let red_score = score.map(|score| match side {
            Color::Red => score,
            Color::Black => score.saturating_neg(),
        });
        let note = |count: &mut u32, holds: bool| *count = if holds { *count + 1 } else { 0 };
        if let Some(terms) = self.resign {
            note(
                &mut self.red,
                red_score.is_some_and(|score| score >= terms.score),
            );
            note(
                &mut self.black,
                red_score.is_some_and(|score| score <= -terms.score),
            );
            for (count, winner) in [(self.red, Color::Red), (self.black, Color::Black)] {
                if count >= 2 * terms.moves {
                    return Some(Some(winner));
                }
            }
        }
        if let Some(terms) = self.draw {
            note(
                &mut self.equal,
                red_score.is_some_and(|score| score.saturating_abs() <= terms.score),
            );
            if self.equal >= 2 * terms.moves && self.plies >= 2 * terms.from {
                return Some(None);
            }
        }
        None
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
        let terms = ResignTerms {
            score: 500,
            moves: 2,
        };
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
        let terms = DrawTerms {
            score: 10,
            moves: 2,
            from: 4,
        };
        let of = |scores: &[i32]| {
            let scores: Vec<Option<i32>> = scores.iter().copied().map(Some).collect();
            end(Adjudication::new(None, Some(terms)), &scores)
        };
        assert_eq!(of(&[0; 20]), Some((8, None)));
        assert_eq!(of(&[0, 0, 0, 0, 0, 0, 11, -10, 10, 0, 0]), Some((11, None)));
        assert_eq!(of(&[30; 20]), None);
    }
}
