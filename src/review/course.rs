//! The chart of a reviewed game.

use super::Review;
use super::reviewer::{points, standing};
use super::summary::sign;
use crate::board::Color;
use crate::diagram::Scene;
use crate::diagram::curve::{Sample, curve};
use crate::notation::Notation;

/// Draws red's expected points after each move, `pixels` wide; the titles of the points have moves in `notation`.
pub fn course(title: &str, review: &Review, notation: Notation, pixels: u32) -> Scene {
    let first = review.moves.first();
    let start = first.map_or(0.5, |judged| points(judged.for_red(judged.before)));
    let mut samples = vec![Sample {
        number: 0,
        black: false,
        red: start as f32,
        fault: None,
        title: String::new(),
    }];
    samples.extend(review.moves.iter().map(|judged| {
        let black = judged.side == Color::Black;
        let after = judged.for_red(judged.after);
        let text = notation.write(&judged.board, judged.mv);
        let dots = if black { "..." } else { "." };
        let (number, sign, standing) = (judged.number, sign(judged.fault), standing(after));
        Sample {
            number,
            black,
            red: points(after) as f32,
            fault: judged.fault,
            title: format!("{number}{dots} {text}{sign}  {standing}"),
        }
    }));
    curve(title, &samples, pixels)
}
