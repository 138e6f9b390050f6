//! Game chart: red's expected points after each move.
//!
//! The height is the expected share of the points, from 0 to 1, and not the score: a step from +800 to +900 hardly
//! matters, one from 0 to +100 does.

use super::chart::{BOTTOM, INK, RIGHT, TOP, grid_line, scene, tick, tick_distance};
use super::position::{BLACK, RED, disc};
use super::scene::{Path, Pen, Point, Rgb, Scene, Shape, Step};
use crate::board::{Color, Piece, PieceKind};

/// How bad a move was.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Fault {
    /// `?!`
    Inaccuracy,
    /// `?`
    Mistake,
    /// `??`
    Blunder,
}

/// A position of the game.
#[derive(Clone, Debug, PartialEq)]
pub struct Sample {
    /// The number of the move that led to it, from 1.
    pub number: u32,
    pub black: bool,
    /// Red's expected points, from 0 to 1.
    pub red: f32,
    /// The class of mistake, if the move was one.
    pub fault: Option<Fault>,
    /// The text shown where a pointer rests on the position.
    pub title: String,
}

/// The left edge of the chart within the picture.
const LEFT: f32 = 130.0;

/// Draws a game, `pixels` wide. `samples` are its positions in their order, the start first.
///
/// ```
/// use chuhe::diagram::curve::{Fault, Sample, curve};
/// let sample = |number, red, fault| Sample { number, black: false, red, fault, title: String::new() };
/// let picture = curve("a game", &[sample(0, 0.5, None), sample(1, 0.2, Some(Fault::Blunder))], 800);
/// assert!(picture.to_svg().contains("<title>a game</title>"));
/// ```
pub fn curve(title: &str, samples: &[Sample], pixels: u32) -> Scene {
    let steps = samples.len().saturating_sub(1).max(1) as f32;
    let place = |(index, sample): (usize, &Sample)| -> Point {
        let x = LEFT + index as f32 / steps * (RIGHT - LEFT);
        (x, height(sample.red.clamp(0.0, 1.0)))
    };
    let points: Vec<Point> = samples.iter().enumerate().map(place).collect();
    let mut shapes = shades(&points);
    for quarter in 0..=4 {
        let (share, text) = (quarter as f32 / 4.0, format!("{}%", 25 * quarter));
        shapes.extend(grid_line(LEFT, height(share), quarter == 2, &text, 4.0));
    }
    for (color, share) in [(Color::Red, 0.87), (Color::Black, 0.13)] {
        let general = Piece::new(color, PieceKind::General);
        shapes.extend(disc(general, (32.0, height(share)), 0.55));
    }
    let every = tick_distance(samples.last().map_or(0, |sample| sample.number));
    let mut written = 0;
    for (sample, &(x, _)) in samples.iter().zip(&points) {
        if sample.number != written && sample.number % every == 0 {
            written = sample.number;
            shapes.extend(tick(x, written));
        }
    }
    shapes.push(Shape::drawn(Path::through(&points), INK, 3.0));
    let marks = samples.iter().zip(&points);
    shapes.extend(marks.map(|(sample, &point)| mark(sample, point)));
    scene(title, pixels, shapes)
}

fn height(red: f32) -> f32 {
    BOTTOM - red * (BOTTOM - TOP)
}

/// The areas between the curve and the middle: red above, black below.
fn shades(points: &[Point]) -> Vec<Shape> {
    let middle = height(0.5);
    // With the points where the curve crosses the middle.
    let mut all: Vec<Point> = Vec::new();
    for &(x, y) in points {
        if let Some(&(a, b)) = all.last()
            && (b - middle) * (y - middle) < 0.0
        {
            let part = (middle - b) / (y - b);
            all.push((a + part * (x - a), middle));
        }
        all.push((x, y));
    }
    let (Some(&(first, _)), Some(&(last, _))) = (all.first(), all.last()) else {
        return Vec::new();
    };
    let shade = |clamp: fn(f32, f32) -> f32, color| {
        let mut outline = vec![(first, middle)];
        outline.extend(all.iter().map(|&(x, y)| (x, clamp(y, middle))));
        outline.push((last, middle));
        let mut path = Path::through(&outline);
        path.steps.push(Step::Close);
        Shape::filled(path, color).with_opacity(0.2)
    };
    vec![shade(f32::min, RED), shade(f32::max, BLACK)]
}

/// A position: a small dot, or a large one in a colour for a mistake, with a ring in the colour of the side that made it.
fn mark(sample: &Sample, point: Point) -> Shape {
    let (radius, fill) = match sample.fault {
        None => (3.0, INK),
        Some(Fault::Inaccuracy) => (6.5, Rgb(0xe3, 0xb3, 0x20)),
        Some(Fault::Mistake) => (8.0, Rgb(0xe0, 0x78, 0x18)),
        Some(Fault::Blunder) => (9.5, Rgb(0xd0, 0x1f, 0x3c)),
    };
    let color = if sample.black { BLACK } else { RED };
    let pen = sample.fault.map(|_| Pen { color, width: 2.5 });
    Shape::circle(point, radius, Some(fill), pen).with_title(sample.title.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::scene::Outline;

    fn sample(number: u32, red: f32) -> Sample {
        Sample {
            number,
            black: false,
            red,
            fault: None,
            title: String::new(),
        }
    }

    #[test]
    fn any_game_has_a_curve() {
        for count in [0, 1, 2, 3, 600] {
            let red = |index| (index % 3) as f32 * 0.7 - 0.1;
            let samples: Vec<Sample> = (0..count).map(|index| sample(index, red(index))).collect();
            let scene = curve("", &samples, 900);
            assert!(!scene.to_svg().contains("NaN"));
            assert!(scene.to_png().is_ok());
        }
    }

    #[test]
    fn up_is_good_for_red() {
        assert!(height(1.0) < height(0.0));
        let shapes = curve("", &[sample(0, 0.5), sample(1, 1.0)], 900).shapes;
        let (centre, radius) = ((RIGHT, TOP), 3.0);
        assert_eq!(
            shapes.last().unwrap().outline,
            Outline::Circle { centre, radius }
        );
    }
}
