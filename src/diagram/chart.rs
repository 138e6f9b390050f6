//! Chart frame: the paper, grid lines, ticks and labels that the charts share.

use super::board::write;
use super::scene::{Path, Point, Rgb, Scene, Shape};

const PAPER: Rgb = Rgb(0xff, 0xfd, 0xf8);
/// Text and main lines.
pub const INK: Rgb = Rgb(0x4a, 0x3c, 0x2a);
const PALE: Rgb = Rgb(0xdd, 0xd2, 0xbd);

/// The right edge of the chart within the picture.
pub const RIGHT: f32 = 1175.0;
pub const TOP: f32 = 30.0;
pub const BOTTOM: f32 = 450.0;

const STEP: f32 = 17.0;

/// A picture, `pixels` wide, with shapes on paper.
pub fn scene(title: &str, pixels: u32, shapes: Vec<Shape>) -> Scene {
    let (width, height) = (1200.0, 510.0);
    let paper = Shape::block((0.0, 0.0), (width, height), PAPER);
    Scene {
        width,
        height,
        pixels,
        title: title.to_owned(),
        shapes: std::iter::once(paper).chain(shapes).collect(),
    }
}

/// A line across the chart from `left`, and its label that ends `gap` before it.
pub fn grid_line(left: f32, y: f32, strong: bool, text: &str, gap: f32) -> Vec<Shape> {
    let (color, width) = if strong { (INK, 2.4) } else { (PALE, 1.2) };
    let line = Shape::drawn(Path::through(&[(left, y), (RIGHT, y)]), color, width);
    let mut shapes = vec![line];
    shapes.extend(label(text, (left - gap - STEP * text.len() as f32, y)));
    shapes
}

/// A tick below the chart, and its number.
pub fn tick(x: f32, number: u32) -> Vec<Shape> {
    let path = Path::through(&[(x, BOTTOM), (x, BOTTOM + 7.0)]);
    let text = number.to_string();
    let begin = x - STEP / 2.0 * (text.len() as f32 - 1.0);
    let mut shapes = vec![Shape::drawn(path, INK, 1.6)];
    shapes.extend(label(&text, (begin, BOTTOM + 28.0)));
    shapes
}

/// The distance of the ticks for so many numbers.
pub fn tick_distance(numbers: u32) -> u32 {
    let distances = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    let fits = |distance: &u32| numbers / distance <= 16;
    distances.into_iter().find(fits).unwrap_or(1000)
}

/// Digits and signs in a row, the first around a point.
fn label(text: &str, (x, y): Point) -> Vec<Shape> {
    let letter = |(index, letter)| {
        let x = x + STEP * index as f32;
        match letter {
            '.' => Some(Shape::circle((x, y + 9.0), 1.8, Some(INK), None)),
            letter => write(letter, (x, y), 25.0, INK, 2.2),
        }
    };
    text.chars().enumerate().filter_map(letter).collect()
}
