//! The empty board: lines, palaces, marks, the river's name, and letters and digits at the edge.

use super::glyphs::strokes;
use super::scene::{Path, Point, Rgb, Shape};
use crate::board::Square;

/// From one point of the board to the next, in units of the picture.
pub const STEP: f32 = 100.0;
/// From the edge of the picture to the outermost lines.
pub const MARGIN: f32 = 76.0;
/// What letters and digits need beyond that, at the left and at the bottom.
pub const LABELS: f32 = 34.0;

pub(super) const WOOD: Rgb = Rgb(0xf0, 0xd9, 0xa8);
pub(super) const LINE: Rgb = Rgb(0x6b, 0x4a, 0x22);

/// Where the points of a board lie.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Layout {
    /// Seen from black's side.
    pub flip: bool,
    /// Whether letters and digits stand at the edge.
    pub coordinates: bool,
}

impl Layout {
    /// Breadth and height of the picture.
    pub fn size(self) -> (f32, f32) {
        let labels = self.labels();
        let size = |steps: f32| steps * STEP + 2.0 * MARGIN + labels;
        (size(8.0), size(9.0))
    }

    fn labels(self) -> f32 {
        if self.coordinates { LABELS } else { 0.0 }
    }

    /// Where a column and a row of the picture meet, counted from its top left corner.
    fn at(self, column: f32, row: f32) -> Point {
        let left = MARGIN + self.labels();
        (left + column * STEP, MARGIN + row * STEP)
    }

    /// Where a square lies.
    pub fn point(self, square: Square) -> Point {
        let (file, rank) = (f32::from(square.file()), f32::from(square.rank()));
        match self.flip {
            false => self.at(file, 9.0 - rank),
            true => self.at(8.0 - file, rank),
        }
    }

    /// All of it.
    pub fn draw(self) -> Vec<Shape> {
        let mut shapes = vec![Shape::block((0.0, 0.0), self.size(), WOOD)];
        shapes.extend(self.lines());
        shapes.push(Shape::drawn(self.marks(), LINE, 2.6));
        shapes.extend(self.river());
        if self.coordinates {
            shapes.extend(self.edge());
        }
        shapes
    }

    fn lines(self) -> [Shape; 3] {
        let mut grid = Path::default();
        let mut line = |from: (f32, f32), to: (f32, f32)| {
            let (from, to) = (self.at(from.0, from.1), self.at(to.0, to.1));
            grid.join(Path::through(&[from, to]));
        };
        for row in 0..10 {
            line((0.0, row as f32), (8.0, row as f32));
        }
        for column in 1..8 {
            let column = column as f32;
            line((column, 0.0), (column, 4.0));
            line((column, 5.0), (column, 9.0));
        }
        for top in [0.0, 7.0] {
            line((3.0, top), (5.0, top + 2.0));
            line((5.0, top), (3.0, top + 2.0));
        }
        let frame = |out: f32| {
            let ((left, top), (right, bottom)) = (self.at(0.0, 0.0), self.at(8.0, 9.0));
            let (left, top, right, bottom) = (left - out, top - out, right + out, bottom + out);
            let corners = [
                (left, top),
                (right, top),
                (right, bottom),
                (left, bottom),
                (left, top),
            ];
            Path::through(&corners)
        };
        [
            Shape::drawn(grid, LINE, 2.6),
            Shape::drawn(frame(0.0), LINE, 2.6),
            Shape::drawn(frame(11.0), LINE, 5.0),
        ]
    }

    /// The corners around the points where cannons and pawns begin.
    fn marks(self) -> Path {
        let mut path = Path::default();
        let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
        let pawns = [0, 2, 4, 6, 8]
            .iter()
            .flat_map(|&column| [(column, 3), (column, 6)]);
        let (near, far) = (9.0, 25.0);
        for (column, row) in cannons.into_iter().chain(pawns) {
            let (x, y) = self.at(column as f32, row as f32);
            for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                if (column == 0 && right < 0.0) || (column == 8 && right > 0.0) {
                    continue;
                }
                path.join(Path::through(&[
                    (x + right * near, y + down * far),
                    (x + right * near, y + down * near),
                    (x + right * far, y + down * near),
                ]));
            }
        }
        path
    }

    /// 楚河 at red's left, 漢界 at red's right.
    fn river(self) -> Vec<Shape> {
        let places = match self.flip {
            false => [('楚', 1.55), ('河', 2.45), ('漢', 5.55), ('界', 6.45)],
            true => [('漢', 1.55), ('界', 2.45), ('楚', 5.55), ('河', 6.45)],
        };
        let draw = |(name, column)| write(name, self.at(column, 4.5), 60.0, LINE, 3.6);
        places.into_iter().filter_map(draw).collect()
    }

    fn edge(self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        for square in Square::all() {
            let (file, rank) = (square.file(), square.rank());
            let (x, y) = self.point(square);
            let lowest = if self.flip { 9 } else { 0 };
            let leftmost = if self.flip { 8 } else { 0 };
            // Beyond the pieces, which reach over the frame.
            if rank == lowest {
                let letter = char::from(b'a' + file);
                shapes.extend(write(letter, (x, y + 75.0), 34.0, LINE, 3.4));
            }
            if file == leftmost {
                let digit = char::from(b'0' + rank);
                shapes.extend(write(digit, (x - 78.0, y), 34.0, LINE, 3.4));
            }
        }
        shapes
    }
}

/// A character around a point, so large, drawn with a pen so broad.
pub(super) fn write(
    character: char,
    (x, y): Point,
    size: f32,
    color: Rgb,
    width: f32,
) -> Option<Shape> {
    let scale = size / 100.0;
    let path = strokes(character)?.placed(x - size / 2.0, y - size / 2.0, scale, scale);
    Some(Shape::drawn(path, color, width))
}
