//! Game chart: red's expected points after each move.
//!
//! The chart shows expected points, from 0 to 1, instead of scores, because a change of the score from +800 to +900 hardly
//! matters and one from 0 to +100 does.

use super::chart::{
    INK, RIGHT, SHARES_LEFT, scene, share_height, share_lines, tick, tick_distance,
};
use super::position::{BLACK, RED, disc};
use super::scene::{Pen, Point, Rgb, Scene, Shape, VectorPath};
use crate::board::{Color, Piece, PieceKind};

/// The class of a mistake, in order of gravity.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MistakeClass {
    /// A dubious move, `?!`.
    Inaccuracy,
    /// A bad move, `?`.
    Mistake,
    /// A very bad move, `??`.
    Blunder,
}

/// A position of the game with the move that led to it.
#[derive(Clone, Debug, PartialEq)]
pub struct GameSample {
    /// The number of the move, from 1; 0 for the start.
    pub number: u32,
    /// True if black made the move.
    pub black: bool,
    /// Red's expected points, from 0 to 1.
    pub red: f32,
    /// The class of mistake, if the move was one.
    pub mistake: Option<MistakeClass>,
    /// The tooltip of the position.
    pub title: String,
}

/// Draws the chart of a game, `pixel_width` pixels wide. `generals` are the tooltips of red's and black's general, `samples` the
/// positions of the game in order, with the start.
///
/// ```
/// use chuhe::diagram::game_chart::{MistakeClass, GameSample, game_chart};
/// let sample = |number, red, mistake| GameSample { number, black: false, red, mistake, title: String::new() };
/// let samples = [sample(0, 0.5, None), sample(1, 0.2, Some(MistakeClass::Blunder))];
/// let picture = game_chart("a game", ["red general", "black general"], &samples, 800);
/// assert!(picture.to_svg().contains("<title>a game</title>"));
/// ```
pub fn game_chart(
    title: &str,
    generals: [&str; 2],
    samples: &[GameSample],
    pixel_width: u32,
) -> Scene {
    let steps = samples.len().saturating_sub(1).max(1) as f32;
    let place = |(index, sample): (usize, &GameSample)| -> Point {
        let x = SHARES_LEFT + index as f32 / steps * (RIGHT - SHARES_LEFT);
        (x, share_height(sample.red.clamp(0.0, 1.0)))
    };
    let points: Vec<Point> = samples.iter().enumerate().map(place).collect();
    let mut shapes = areas(&points);
    shapes.extend(share_lines(2));
    let [red, black] = generals;
    for (color, share, tooltip) in [(Color::Red, 0.87, red), (Color::Black, 0.13, black)] {
        let general = Piece::new(color, PieceKind::General);
        let mut general = disc(general, (32.0, share_height(share)), 0.55);
        general[0].title = tooltip.to_owned();
        shapes.extend(general);
    }
    // A game may begin in a later position, after any number of moves.
    let before = samples
        .get(1)
        .map_or(0, |sample| sample.number.saturating_sub(1));
    let last = samples.last().map_or(0, |sample| sample.number);
    let every = tick_distance(last.saturating_sub(before));
    let mut written = 0;
    for (sample, &(x, _)) in samples.iter().zip(&points) {
        if sample.number != written && sample.number % every == 0 {
            written = sample.number;
            shapes.extend(tick(x, written));
        }
    }
    shapes.push(Shape::stroked(VectorPath::polyline(&points), INK, 3.0));
    let marks = samples.iter().zip(&points);
    shapes.extend(marks.map(|(sample, &point)| mark(sample, point)));
    scene(title, pixel_width, shapes)
}

/// The areas between the curve and the line of equal chances: red above it, black below.
fn areas(points: &[Point]) -> Vec<Shape> {
    let middle = share_height(0.5);
    // The points, and those where the curve crosses the middle.
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
    let area = |clamp: fn(f32, f32) -> f32, color| {
        let mut outline = vec![(first, middle)];
        outline.extend(all.iter().map(|&(x, y)| (x, clamp(y, middle))));
        outline.push((last, middle));
        Shape::polygon(&outline, color).with_opacity(0.2)
    };
    vec![area(f32::min, RED), area(f32::max, BLACK)]
}

/// The mark of a position: a small dot, or for a mistake a large one in the colour of its class, with a ring in the colour of
/// the side that made it.
fn mark(sample: &GameSample, point: Point) -> Shape {
    let (radius, fill) = match sample.mistake {
        None => (3.0, INK),
        Some(MistakeClass::Inaccuracy) => (6.5, Rgb(0xe3, 0xb3, 0x20)),
        Some(MistakeClass::Mistake) => (8.0, Rgb(0xe0, 0x78, 0x18)),
        Some(MistakeClass::Blunder) => (9.5, Rgb(0xd0, 0x1f, 0x3c)),
    };
    let color = if sample.black { BLACK } else { RED };
    let pen = sample.mistake.map(|_| Pen { color, width: 2.5 });
    Shape::circle(point, radius, Some(fill), pen).with_title(sample.title.clone())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::chart::TOP;
    use crate::diagram::scene::Outline;

    fn sample(number: u32, red: f32) -> GameSample {
        GameSample {
            number,
            black: false,
            red,
            mistake: None,
            title: String::new(),
        }
    }

    #[test]
    fn games_of_any_length_are_drawn() {
        for count in [0, 1, 2, 3, 600] {
            let red = |index| (index % 3) as f32 * 0.7 - 0.1;
            let samples: Vec<GameSample> =
                (0..count).map(|index| sample(index, red(index))).collect();
            let scene = game_chart("", ["", ""], &samples, 900);
            assert!(!scene.to_svg().contains("NaN"));
            assert!(scene.to_png().is_ok());
        }
    }

    #[test]
    fn games_from_later_positions_have_move_numbers() {
        let shapes = |numbers: [u32; 3]| {
            let samples = numbers.map(|number| sample(number, 0.5));
            game_chart("", ["", ""], &samples, 900).shapes.len()
        };
        // The numbers have two digits instead of one.
        assert_eq!(shapes([0, 57, 58]), shapes([0, 1, 2]) + 2);
    }

    #[test]
    fn higher_points_are_better_for_red() {
        assert!(share_height(1.0) < share_height(0.0));
        let samples = [sample(0, 0.5), sample(1, 1.0)];
        let shapes = game_chart("", ["", ""], &samples, 900).shapes;
        let (centre, radius) = ((RIGHT, TOP), 3.0);
        let outline = &shapes.last().unwrap().outline;
        assert_eq!(outline, &Outline::Circle { centre, radius });
    }
}
