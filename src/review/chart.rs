//! Chart of a reviewed game.

use super::Review;
use super::reviewer::{describe_score, expected_points};
use super::summary::annotation_sign;
use crate::board::Color;
use crate::catalogue;
use crate::diagram::Scene;
use crate::diagram::game_chart::{GameSample, game_chart};
use crate::notation::Notation;

/// The width of a chart, in pixels.
const PIXEL_WIDTH: u32 = 1_200;

/// Draws red's expected points after each move. The tooltips have the moves in `notation`, and are in Chinese if `is_chinese`, else
/// in English.
pub fn review_chart(title: &str, review: &Review, notation: Notation, is_chinese: bool) -> Scene {
    let first = review.moves.first();
    let start = first.map_or(0.5, |judged| expected_points(judged.for_red(judged.before)));
    let mut samples = vec![GameSample {
        number: 0,
        black: false,
        red: start as f32,
        mistake: None,
        title: String::new(),
    }];
    samples.extend(review.moves.iter().map(|judged| {
        let black = judged.side == Color::Black;
        let after = judged.for_red(judged.after);
        let text = notation.write(&judged.board, judged.mv);
        let dots = if black { "..." } else { "." };
        let (sign, score) = (annotation_sign(judged.mistake), describe_score(after));
        let score = catalogue::text(&score, is_chinese);
        let number = judged.number;
        GameSample {
            number,
            black,
            red: expected_points(after) as f32,
            mistake: judged.mistake,
            title: format!("{number}{dots} {text}{sign}  {score}"),
        }
    }));
    let general = |name| catalogue::text(name, is_chinese);
    let generals = [general("red general"), general("black general")];
    game_chart(title, [&generals[0], &generals[1]], &samples, PIXEL_WIDTH)
}
