//! Chart of wins, draws and losses by score: shares of games as dots, and a model of them as curves.

use super::chart::{RIGHT, SHARES_LEFT, scene, share_height, share_lines, tick};
use super::scene::{Point, Rgb, Scene, Shape, VectorPath};

/// The shares of games lost, drawn and won at a score, from 0 to 1.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ScoreShares {
    /// The score in centipawns.
    pub score: f64,
    /// The shares in games.
    pub played: [f64; 3],
    /// The shares by the model.
    pub model: [f64; 3],
}

/// The colours of losses, draws and wins.
const COLORS: [Rgb; 3] = [
    Rgb(0x22, 0x22, 0x22),
    Rgb(0x8a, 0x7c, 0x66),
    Rgb(0xb3, 0x20, 0x1a),
];

/// Draws the shares of losses (black), draws (grey-brown) and wins (red), `pixel_width` pixels wide. The scores rise from left
/// to right.
pub fn wdl_chart(title: &str, shares: &[ScoreShares], pixel_width: u32) -> Scene {
    let ends = [shares.first(), shares.last()].map(|end| end.map_or(0.0, |end| end.score));
    let width = (ends[1] - ends[0]).max(1.0);
    let place = |score: f64, share: f64| -> Point {
        let x = SHARES_LEFT + ((score - ends[0]) / width) as f32 * (RIGHT - SHARES_LEFT);
        (x, share_height(share as f32))
    };
    let mut shapes = share_lines(0);
    let hundreds = (ends[0] / 100.0).ceil() as i32..=(ends[1] / 100.0).floor() as i32;
    for hundred in hundreds.filter(|hundred| hundred % 3 == 0) {
        shapes.extend(tick(place(f64::from(100 * hundred), 0.0).0, 100 * hundred));
    }
    for (result, color) in COLORS.into_iter().enumerate() {
        let curve: Vec<Point> = shares
            .iter()
            .map(|at| place(at.score, at.model[result]))
            .collect();
        shapes.push(Shape::stroked(VectorPath::polyline(&curve), color, 2.0));
        for at in shares {
            let dot = Shape::circle(place(at.score, at.played[result]), 4.0, Some(color), None);
            let [lost, drawn, won] = at.played.map(|share| 100.0 * share);
            let text = format!(
                "score {:.0}: {lost:.0} % lost, {drawn:.0} % drawn, {won:.0} % won",
                at.score
            );
            shapes.push(dot.with_title(text));
        }
    }
    scene(title, pixel_width, shapes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_have_the_shares_as_titles() {
        let shares = [-100.0, 100.0].map(|score| ScoreShares {
            score,
            played: [0.2, 0.5, 0.3],
            model: [0.25, 0.5, 0.25],
        });
        let text = wdl_chart("results by score", &shares, 800).to_svg();
        assert!(text.contains("score 100: 20 % lost, 50 % drawn, 30 % won"));
    }
}
