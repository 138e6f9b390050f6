//! The course of a game as a curve: who stood better after each move, and where it turned.
//!
//! Up is good for red. The height is the share of the points that red may hope for, from 0 to 1, and not
//! the score itself: from +800 to +900 nothing happens, from 0 to +100 much.

use super::board::write;
use super::chart::{BOTTOM, INK, PALE, PAPER, RIGHT, TOP};
use super::position::disc;
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
    /// The number of the move that led to it, from 1; by red or by black.
    pub number: u32,
    /// Whether black made it.
    pub black: bool,
    /// What red may hope for, from 0 to 1.
    pub red: f32,
    /// What the move was, if it was none of the good ones.
    pub fault: Option<Fault>,
    /// What is said of the position where a pointer rests on it.
    pub title: String,
}

const RED: Rgb = Rgb(0xb3, 0x20, 0x1a);
const BLACK: Rgb = Rgb(0x1d, 0x1d, 0x1d);

/// The left edge of the chart within the picture.
const LEFT: f32 = 130.0;

/// The picture of a game, `pixels` broad. `samples` are its positions in their order, the start first.
///
/// ```
/// use chuhe::diagram::curve::{Fault, Sample, curve};
/// let sample = |number, red, fault| Sample { number, black: false, red, fault, title: String::new() };
/// let picture = curve("a game", &[sample(0, 0.5, None), sample(1, 0.2, Some(Fault::Blunder))], 800);
/// assert!(picture.to_svg().contains("<title>a game</title>"));
/// ```
pub fn curve(title: &str, samples: &[Sample], pixels: u32) -> Scene {
    let mut shapes = vec![Shape::block((0.0, 0.0), (1200.0, 510.0), PAPER)];
    let steps = samples.len().saturating_sub(1).max(1) as f32;
    let place = |index: usize, red: f32| -> Point {
        (
            LEFT + index as f32 / steps * (RIGHT - LEFT),
            height(red.clamp(0.0, 1.0)),
        )
    };
    let points: Vec<Point> = samples
        .iter()
        .enumerate()
        .map(|(index, sample)| place(index, sample.red))
        .collect();
    shapes.extend(shades(&points));
    shapes.extend(scale());
    shapes.extend(numbers(samples, |index| place(index, 0.0).0));
    shapes.push(Shape::drawn(Path::through(&points), INK, 3.0));
    for (sample, &point) in samples.iter().zip(&points) {
        shapes.push(mark(sample, point));
    }
    Scene {
        width: 1200.0,
        height: 510.0,
        pixels,
        title: title.to_owned(),
        shapes,
    }
}

fn height(red: f32) -> f32 {
    BOTTOM - red * (BOTTOM - TOP)
}

/// What lies between the curve and the middle: red above, black below.
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
    let shade = |clamp: &dyn Fn(f32) -> f32, color| {
        let mut outline = vec![(first, middle)];
        outline.extend(all.iter().map(|&(x, y)| (x, clamp(y))));
        outline.push((last, middle));
        let mut path = Path::through(&outline);
        path.steps.push(Step::Close);
        Shape::filled(path, color).with_opacity(0.2)
    };
    vec![
        shade(&|y| y.min(middle), RED),
        shade(&|y| y.max(middle), BLACK),
    ]
}

/// The scale at the left: whose the points are, in hundredths.
fn scale() -> Vec<Shape> {
    let mut shapes = Vec::new();
    for (share, text) in [
        (0.0, "0%"),
        (0.25, "25%"),
        (0.5, "50%"),
        (0.75, "75%"),
        (1.0, "100%"),
    ] {
        let y = height(share);
        let width = if share == 0.5 { 2.4 } else { 1.2 };
        let color = if share == 0.5 { INK } else { PALE };
        shapes.push(Shape::drawn(
            Path::through(&[(LEFT, y), (RIGHT, y)]),
            color,
            width,
        ));
        let begin = LEFT - 4.0 - 17.0 * text.len() as f32;
        shapes.extend(line(text, (begin, y)));
    }
    for (color, share) in [(Color::Red, 0.87), (Color::Black, 0.13)] {
        let general = Piece::new(color, PieceKind::General);
        shapes.extend(disc(general, (34.0, 0.0)).into_iter().map(|shape| {
            let (x, y) = (32.0, height(share));
            small(shape, (34.0, 0.0), (x, y))
        }));
    }
    shapes
}

/// A shape around a point made smaller, and moved to another.
fn small(shape: Shape, from: Point, to: Point) -> Shape {
    use super::scene::Outline;
    const SCALE: f32 = 0.55;
    let outline = match shape.outline {
        Outline::Circle { radius, .. } => Outline::Circle {
            centre: to,
            radius: radius * SCALE,
        },
        Outline::Path(path) => {
            Outline::Path(path.placed(to.0 - from.0 * SCALE, to.1 - from.1 * SCALE, SCALE, SCALE))
        }
    };
    let pen = shape.pen.map(|pen| Pen {
        width: pen.width * SCALE,
        ..pen
    });
    Shape {
        outline,
        pen,
        ..shape
    }
}

/// The numbers of the moves below, not too many of them.
fn numbers(samples: &[Sample], x_of: impl Fn(usize) -> f32) -> Vec<Shape> {
    let last = samples.last().map_or(0, |sample| sample.number);
    let every = [1, 2, 5, 10, 20, 50, 100]
        .into_iter()
        .find(|every| last / every <= 16)
        .unwrap_or(200);
    let mut shapes = Vec::new();
    let mut written = 0;
    for (index, sample) in samples.iter().enumerate() {
        if sample.number == written || sample.number % every != 0 {
            continue;
        }
        written = sample.number;
        let x = x_of(index);
        shapes.push(Shape::drawn(
            Path::through(&[(x, BOTTOM), (x, BOTTOM + 7.0)]),
            INK,
            1.6,
        ));
        let text = written.to_string();
        let begin = x - 8.5 * (text.len() as f32 - 1.0);
        shapes.extend(line(&text, (begin, BOTTOM + 28.0)));
    }
    shapes
}

/// Digits and signs on a line, the first around a point.
fn line(text: &str, (x, y): Point) -> Vec<Shape> {
    let place = |index: usize| (x + 17.0 * index as f32, y);
    text.chars()
        .enumerate()
        .filter_map(|(index, character)| write(character, place(index), 25.0, INK, 2.2))
        .collect()
}

/// A position: a small dot, or a large one in a colour for a mistake.
fn mark(sample: &Sample, point: Point) -> Shape {
    let (radius, fill) = match sample.fault {
        None => (3.0, INK),
        Some(Fault::Inaccuracy) => (6.5, Rgb(0xe3, 0xb3, 0x20)),
        Some(Fault::Mistake) => (8.0, Rgb(0xe0, 0x78, 0x18)),
        Some(Fault::Blunder) => (9.5, Rgb(0xd0, 0x1f, 0x3c)),
    };
    // The mistake of one side is not taken for the other's: whose it is, its ring tells.
    let color = if sample.black { BLACK } else { RED };
    let pen = sample.fault.map(|_| Pen { color, width: 2.5 });
    Shape::circle(point, radius, Some(fill), pen).with_title(sample.title.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

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
            let samples: Vec<Sample> = (0..count)
                .map(|index| sample(index, (index % 3) as f32 * 0.7 - 0.1))
                .collect();
            let scene = curve("", &samples, 900);
            assert!(!scene.to_svg().contains("NaN"));
            assert!(scene.to_png().is_ok());
        }
    }

    #[test]
    fn up_is_good_for_red() {
        assert!(height(1.0) < height(0.0));
        let shapes = curve("", &[sample(0, 0.5), sample(1, 1.0)], 900).shapes;
        let last = shapes.last().unwrap();
        assert_eq!(
            last.outline,
            super::super::scene::Outline::Circle {
                centre: (RIGHT, TOP),
                radius: 3.0
            }
        );
    }
}
