//! Chart frame: the background, grid lines, ticks and labels that the charts share.

use super::board::draw_character;
use super::scene::{Point, Rgb, Scene, Shape, VectorPath};

/// The background.
const PAPER: Rgb = Rgb(0xff, 0xfd, 0xf8);
/// Text and main lines.
pub const INK: Rgb = Rgb(0x4a, 0x3c, 0x2a);
/// Grid lines.
const PALE: Rgb = Rgb(0xdd, 0xd2, 0xbd);

/// The left edge of a chart of shares in the picture.
pub const SHARES_LEFT: f32 = 130.0;
/// The right edge of the chart.
pub const RIGHT: f32 = 1175.0;
/// The top edge.
pub const TOP: f32 = 30.0;
/// The bottom edge.
pub const BOTTOM: f32 = 450.0;

/// The distance of neighbouring characters of a label.
const LETTER_DISTANCE: f32 = 17.0;

/// A picture with shapes on the background.
pub fn scene(title: &str, pixel_width: u32, shapes: Vec<Shape>) -> Scene {
    let (width, height) = (1200.0, 510.0);
    let paper = Shape::rectangle((0.0, 0.0), (width, height), PAPER);
    Scene {
        width,
        height,
        pixel_width,
        title: title.to_owned(),
        shapes: std::iter::once(paper).chain(shapes).collect(),
    }
}

/// A horizontal line across the chart from `left`, and its label, which ends `gap` to the left of it. `strong` lines are
/// dark and wide.
pub fn grid_line(left: f32, y: f32, strong: bool, text: &str, gap: f32) -> Vec<Shape> {
    let (color, width) = if strong { (INK, 2.4) } else { (PALE, 1.2) };
    let line = Shape::stroked(VectorPath::polyline(&[(left, y), (RIGHT, y)]), color, width);
    let mut shapes = vec![line];
    let length = LETTER_DISTANCE * text.len() as f32;
    shapes.extend(label(text, (left - gap - length, y)));
    shapes
}

/// The height of a share, from 0 to 1, in the picture.
pub fn share_height(share: f32) -> f32 {
    BOTTOM - share * (BOTTOM - TOP)
}

/// The grid lines of a chart of shares, one for each quarter. That of `strong` quarters is dark and wide.
pub fn share_lines(strong: u8) -> Vec<Shape> {
    let line = |quarter: u8| {
        let y = share_height(f32::from(quarter) / 4.0);
        let text = format!("{}%", 25 * quarter);
        grid_line(SHARES_LEFT, y, quarter == strong, &text, 4.0)
    };
    (0..=4).flat_map(line).collect()
}

/// A tick below the chart with its number.
pub fn tick(x: f32, number: impl ToString) -> Vec<Shape> {
    let path = VectorPath::polyline(&[(x, BOTTOM), (x, BOTTOM + 7.0)]);
    let text = number.to_string();
    let begin = x - LETTER_DISTANCE / 2.0 * (text.len() as f32 - 1.0);
    let mut shapes = vec![Shape::stroked(path, INK, 1.6)];
    shapes.extend(label(&text, (begin, BOTTOM + 28.0)));
    shapes
}

/// The distance of the ticks on an axis from 0 to `numbers`, at most 17 of them up to 8500.
pub fn tick_distance(numbers: u32) -> u32 {
    let distances = [1, 2, 5, 10, 20, 50, 100, 200, 500];
    let fits = |distance: &u32| numbers / distance <= 16;
    distances.into_iter().find(fits).unwrap_or(1000)
}

/// Draws digits and signs in a row, the first centred at a point.
fn label(text: &str, (x, y): Point) -> Vec<Shape> {
    let letter = |(index, letter)| {
        let x = x + LETTER_DISTANCE * index as f32;
        match letter {
            '.' => Some(Shape::circle((x, y + 9.0), 1.8, Some(INK), None)),
            letter => draw_character(letter, (x, y), 25.0, INK, 2.2),
        }
    };
    text.chars().enumerate().filter_map(letter).collect()
}
