//! Position diagram: the board with pieces, the last move, and arrows.

use std::ops::RangeInclusive;

use super::board::{BoardLayout, STEP, draw_character};
use super::glyphs::piece_character;
use super::scene::{Pen, Point, Rgb, Scene, Shape, VectorPath};
use crate::board::{Board, Color, Move, Piece};

const DISC: Rgb = Rgb(0xff, 0xf6, 0xe0);
pub(super) const RED: Rgb = Rgb(0xb3, 0x20, 0x1a);
pub(super) const BLACK: Rgb = Rgb(0x1d, 0x1d, 0x1d);
const LAST: Rgb = Rgb(0x2d, 0x5c, 0x8f);
const ARROW: Rgb = Rgb(0x1f, 0x6f, 0x54);
const BEST: Rgb = Rgb(0xc7, 0x7a, 0x14);

/// The size of a character on a piece, in the picture's units.
pub(super) const CHARACTER: f32 = 53.0;

/// The widths of a picture, in pixels.
pub const WIDTHS: RangeInclusive<i64> = 40..=8000;

/// The options of a diagram of a position.
#[derive(Clone, Debug, PartialEq)]
pub struct DiagramOptions {
    /// True if black is at the bottom.
    pub flip: bool,
    /// True if files and ranks are labelled at the edge.
    pub coordinates: bool,
    /// Width of the picture in pixels, in the range [`WIDTHS`].
    pub size: u32,
    /// The last move, to be marked.
    pub last: Option<Move>,
    /// Moves shown as arrows.
    pub arrows: Vec<Move>,
    /// The best move, shown as an arrow of another colour.
    pub best: Option<Move>,
}

impl Default for DiagramOptions {
    fn default() -> DiagramOptions {
        DiagramOptions {
            flip: false,
            coordinates: true,
            size: 600,
            last: None,
            arrows: Vec::new(),
            best: None,
        }
    }
}

/// Draws a position.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::diagram::{DiagramOptions, draw};
/// let options = DiagramOptions { arrows: vec!["h2e2".parse()?], ..DiagramOptions::default() };
/// let svg = draw(&Board::startpos(), &options).to_svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("rnbakabnr/9/1c5c1"));
/// assert!(!svg.contains("<text") && !svg.contains("font"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(board: &Board, options: &DiagramOptions) -> Scene {
    let layout = BoardLayout {
        flip: options.flip,
        coordinates: options.coordinates,
    };
    let (width, height) = layout.size();
    let mut shapes = layout.draw();
    // The square left is marked below the pieces, the square reached above them.
    if let Some(last) = options.last {
        let (color, width) = (LAST, 5.0);
        let from = layout.point(last.from());
        let ring = Shape::circle(from, 22.0, None, Some(Pen { color, width }));
        shapes.push(ring.with_opacity(0.85));
    }
    for (piece, square) in board.all_pieces() {
        shapes.extend(disc(piece, layout.point(square), 1.0));
    }
    if let Some(last) = options.last {
        shapes.push(corners(layout.point(last.to())));
    }
    let arrows = options.arrows.iter().map(|&mv| (mv, ARROW));
    for (mv, color) in arrows.chain(options.best.map(|mv| (mv, BEST))) {
        let (from, to) = (layout.point(mv.from()), layout.point(mv.to()));
        shapes.push(arrow(from, to, color).with_title(mv.to_string()));
    }
    Scene {
        width,
        height,
        pixel_width: options.size,
        title: board.to_fen(),
        shapes,
    }
}

/// Draws a piece: a disc, a ring, and its character. At scale 1 it has the size of the board diagram.
pub(super) fn disc(piece: Piece, centre: Point, scale: f32) -> Vec<Shape> {
    let color = match piece.color() {
        Color::Red => RED,
        Color::Black => BLACK,
    };
    let circle = |radius: f32, fill, width: f32| {
        let width = width * scale;
        Shape::circle(centre, radius * scale, fill, Some(Pen { color, width }))
    };
    let mut shapes = vec![
        circle(44.0, Some(DISC), 3.2).with_title(piece.to_string()),
        circle(38.5, None, 1.4),
    ];
    let (size, width) = (CHARACTER * scale, 4.5 * scale);
    shapes.extend(draw_character(
        piece_character(piece),
        centre,
        size,
        color,
        width,
    ));
    shapes
}

/// The corner marks around a piece.
fn corners((x, y): Point) -> Shape {
    let (far, arm) = (0.47 * STEP, 17.0);
    let mut path = VectorPath::default();
    for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        path.join(VectorPath::polyline(&[
            (x + right * far, y + down * (far - arm)),
            (x + right * far, y + down * far),
            (x + right * (far - arm), y + down * far),
        ]));
    }
    Shape::stroked(path, LAST, 5.0)
}

/// An arrow between the centres of two squares. It is a single outline, so that its opacity is even.
fn arrow(from: Point, to: Point, color: Rgb) -> Shape {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    // Distance along the arrow, and to its right.
    let at = |along: f32, aside: f32| {
        let (x, y) = (from.0 + dx * along, from.1 + dy * along);
        (x - dy * aside, y + dx * aside)
    };
    let (tail, neck, tip) = (20.0, length - 42.0, length - 4.0);
    let corners = [
        at(tail, -7.0),
        at(neck, -8.5),
        at(neck - 4.0, -24.0),
        at(tip, 0.0),
        at(neck - 4.0, 24.0),
        at(neck, 8.5),
        at(tail, 7.0),
    ];
    Shape::polygon(&corners, color).with_opacity(0.78)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::scene::Outline;

    /// The centres of all pieces, and that of one piece.
    fn discs(options: &DiagramOptions, piece: &str) -> (Vec<Point>, Point) {
        let (mut all, mut found) = (Vec::new(), None);
        for shape in draw(&Board::startpos(), options).shapes {
            if let Outline::Circle { centre, .. } = shape.outline
                && shape.fill == Some(DISC)
            {
                all.push(centre);
                found = found.or((shape.title == piece).then_some(centre));
            }
        }
        (all, found.unwrap())
    }

    #[test]
    fn pieces_are_drawn_on_their_squares() {
        let flipped = DiagramOptions {
            flip: true,
            ..DiagramOptions::default()
        };
        let (all, (x, y)) = discs(&DiagramOptions::default(), "red general");
        let (_, (other, top)) = discs(&flipped, "red general");
        assert_eq!(all.len(), 32);
        assert!(x == other && y > top);
    }

    #[test]
    fn marks_arrows_and_labels_are_shapes() {
        let shapes = |options: DiagramOptions| draw(&Board::startpos(), &options).shapes.len();
        let mv: Move = "h2e2".parse().unwrap();
        let marked = DiagramOptions {
            last: Some(mv),
            arrows: vec![mv],
            best: Some(mv),
            ..DiagramOptions::default()
        };
        let bare = DiagramOptions {
            coordinates: false,
            ..DiagramOptions::default()
        };
        let plain = shapes(DiagramOptions::default());
        assert_eq!((shapes(marked), shapes(bare)), (plain + 4, plain - 19));
    }
}
