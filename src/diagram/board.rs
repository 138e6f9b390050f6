//! Board diagram without pieces: grid, palaces, marks, river, and coordinates.

use super::glyphs::strokes;
use super::scene::{Point, Rgb, Shape, VectorPath};
use crate::board::Square;

/// The distance of neighbouring squares, in the picture's units.
pub const STEP: f32 = 100.0;
/// The distance from the edge of the picture to the outermost lines of the grid.
const MARGIN: f32 = 76.0;
/// The additional margin for coordinates, at the left and at the bottom.
const LABELS: f32 = 34.0;

const WOOD: Rgb = Rgb(0xf0, 0xd9, 0xa8);
const LINE: Rgb = Rgb(0x6b, 0x4a, 0x22);

/// The geometry of a board.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct BoardLayout {
    /// True if black is at the bottom.
    pub flip: bool,
    /// True if files and ranks are labelled.
    pub coordinates: bool,
}

impl BoardLayout {
    /// Width and height of the picture, in its units.
    pub fn size(self) -> (f32, f32) {
        let size = |steps: f32| steps * STEP + 2.0 * MARGIN + self.labels();
        (size(8.0), size(9.0))
    }

    fn labels(self) -> f32 {
        if self.coordinates { LABELS } else { 0.0 }
    }

    /// The point of a column and a row, counted from the top left corner.
    fn at(self, column: f32, row: f32) -> Point {
        let left = MARGIN + self.labels();
        (left + column * STEP, MARGIN + row * STEP)
    }

    /// The point of a square.
    pub fn point(self, square: Square) -> Point {
        let (file, rank) = (f32::from(square.file()), f32::from(square.rank()));
        match self.flip {
            false => self.at(file, 9.0 - rank),
            true => self.at(8.0 - file, rank),
        }
    }

    /// Draws the empty board.
    pub fn draw(self) -> Vec<Shape> {
        let mut shapes = vec![Shape::rectangle((0.0, 0.0), self.size(), WOOD)];
        shapes.extend(self.lines());
        shapes.push(Shape::stroked(self.marks(), LINE, 2.6));
        shapes.extend(self.river());
        if self.coordinates {
            shapes.extend(self.coordinate_labels());
        }
        shapes
    }

    fn lines(self) -> [Shape; 3] {
        let mut grid = VectorPath::default();
        let mut line = |from: Point, to: Point| {
            let ends = [from, to].map(|(column, row)| self.at(column, row));
            grid.join(VectorPath::polyline(&ends));
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
            let first = (left, top);
            VectorPath::polyline(&[first, (right, top), (right, bottom), (left, bottom), first])
        };
        [
            Shape::stroked(grid, LINE, 2.6),
            Shape::stroked(frame(0.0), LINE, 2.6),
            Shape::stroked(frame(11.0), LINE, 5.0),
        ]
    }

    /// The corner marks around the start squares of cannons and pawns.
    fn marks(self) -> VectorPath {
        let mut path = VectorPath::default();
        let cannons = [(1, 2), (7, 2), (1, 7), (7, 7)];
        let pawns = [0, 2, 4, 6, 8].map(|column| [(column, 3), (column, 6)]);
        let (near, far) = (9.0, 25.0);
        for (column, row) in cannons.into_iter().chain(pawns.concat()) {
            let (x, y) = self.at(column as f32, row as f32);
            for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (-1.0, 1.0), (1.0, 1.0)] {
                if (column == 0 && right < 0.0) || (column == 8 && right > 0.0) {
                    continue;
                }
                path.join(VectorPath::polyline(&[
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
        let draw = |(name, column)| draw_character(name, self.at(column, 4.5), 60.0, LINE, 3.6);
        places.into_iter().filter_map(draw).collect()
    }

    /// The letters of the files below the board, and the digits of the ranks at the left.
    fn coordinate_labels(self) -> Vec<Shape> {
        let mut shapes = Vec::new();
        let (leftmost, lowest) = if self.flip { (8, 9) } else { (0, 0) };
        for square in Square::all() {
            let (file, rank) = (square.file(), square.rank());
            let (x, y) = self.point(square);
            // The pieces extend beyond the frame, so the labels are farther out.
            if rank == lowest {
                let letter = char::from(b'a' + file);
                shapes.extend(draw_character(letter, (x, y + 75.0), 34.0, LINE, 3.4));
            }
            if file == leftmost {
                let digit = char::from(b'0' + rank);
                shapes.extend(draw_character(digit, (x - 78.0, y), 34.0, LINE, 3.4));
            }
        }
        shapes
    }
}

/// Draws a character centred at a point; `width` is that of its strokes. `None` if there is no glyph for it.
pub(super) fn draw_character(
    character: char,
    (x, y): Point,
    size: f32,
    color: Rgb,
    width: f32,
) -> Option<Shape> {
    let scale = size / 100.0;
    let path = strokes(character)?.transformed(x - size / 2.0, y - size / 2.0, scale, scale);
    Some(Shape::stroked(path, color, width))
}
