//! A position: the board, the pieces on it, the last move, and arrows.

use super::board::{Layout, STEP, write};
use super::glyphs::{self, name};
use super::scene::{Path, Pen, Point, Rgb, Scene, Shape, Step};
use crate::board::{Board, Color, Move, Piece};

const DISC: Rgb = Rgb(0xff, 0xf6, 0xe0);
const RED: Rgb = Rgb(0xb3, 0x20, 0x1a);
const BLACK: Rgb = Rgb(0x1d, 0x1d, 0x1d);
const LAST: Rgb = Rgb(0x2d, 0x5c, 0x8f);
const ARROW: Rgb = Rgb(0x1f, 0x6f, 0x54);
const BEST: Rgb = Rgb(0xc7, 0x7a, 0x14);

/// The size of a character on a piece.
const CHARACTER: f32 = 53.0;

/// How a position is drawn.
#[derive(Clone, Debug, PartialEq)]
pub struct Look {
    /// Seen from black's side.
    pub flip: bool,
    /// Whether files and ranks are named at the edge.
    pub coordinates: bool,
    /// Breadth of the picture, pixels.
    pub size: u32,
    /// The move that led here, which is marked.
    pub last: Option<Move>,
    /// Moves shown as arrows.
    pub arrows: Vec<Move>,
    /// A move shown as an arrow of another colour: the best one.
    pub best: Option<Move>,
}

impl Default for Look {
    fn default() -> Look {
        Look {
            flip: false,
            coordinates: true,
            size: 600,
            last: None,
            arrows: Vec::new(),
            best: None,
        }
    }
}

/// The picture of a position.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::diagram::{Look, draw};
/// let look = Look { arrows: vec!["h2e2".parse()?], ..Look::default() };
/// let svg = draw(&Board::startpos(), &look).to_svg();
/// assert!(svg.starts_with("<svg ") && svg.contains("rnbakabnr/9/1c5c1"));
/// // Nothing in it asks for a font.
/// assert!(!svg.contains("<text") && !svg.contains("font"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn draw(board: &Board, look: &Look) -> Scene {
    let layout = Layout {
        flip: look.flip,
        coordinates: look.coordinates,
    };
    let (width, height) = layout.size();
    let mut shapes = layout.draw();
    // What was left is marked below the pieces, what was reached above them.
    if let Some(last) = look.last {
        let pen = Pen {
            color: LAST,
            width: 5.0,
        };
        let from = layout.point(last.from());
        shapes.push(Shape::circle(from, 22.0, None, Some(pen)).with_opacity(0.85));
    }
    for (piece, square) in board.all_pieces() {
        shapes.extend(disc(piece, layout.point(square)));
    }
    if let Some(last) = look.last {
        shapes.push(corners(layout.point(last.to())));
    }
    let arrows = look.arrows.iter().map(|&mv| (mv, ARROW));
    for (mv, color) in arrows.chain(look.best.map(|mv| (mv, BEST))) {
        let (from, to) = (layout.point(mv.from()), layout.point(mv.to()));
        shapes.push(arrow(from, to, color).with_title(mv.to_string()));
    }
    Scene {
        width,
        height,
        pixels: look.size,
        title: board.to_fen(),
        shapes,
    }
}

/// A piece: a disc, a ring, and its character.
pub(super) fn disc(piece: Piece, centre: Point) -> Vec<Shape> {
    let color = match piece.color() {
        Color::Red => RED,
        Color::Black => BLACK,
    };
    let ring = |width| Some(Pen { color, width });
    let mut shapes = vec![
        Shape::circle(centre, 44.0, Some(DISC), ring(3.2)).with_title(piece.to_string()),
        Shape::circle(centre, 38.5, None, ring(1.4)),
    ];
    shapes.extend(write(name(piece), centre, CHARACTER, color, 4.5));
    shapes
}

/// The strokes of a piece's character around the point (0, 0), in the size in which it stands on the
/// piece, as an SVG path: for a page that draws positions itself.
pub fn strokes(piece: Piece) -> String {
    let path = glyphs::strokes(name(piece)).unwrap_or_default();
    let (corner, scale) = (-CHARACTER / 2.0, CHARACTER / 100.0);
    path.placed(corner, corner, scale, scale).to_string()
}

/// Four corners around a piece.
fn corners((x, y): Point) -> Shape {
    let (far, arm) = (0.47 * STEP, 17.0);
    let mut path = Path::default();
    for (right, down) in [(-1.0, -1.0), (1.0, -1.0), (1.0, 1.0), (-1.0, 1.0)] {
        path.join(Path::through(&[
            (x + right * far, y + down * (far - arm)),
            (x + right * far, y + down * far),
            (x + right * (far - arm), y + down * far),
        ]));
    }
    Shape::drawn(path, LAST, 5.0)
}

/// An arrow from the middle of one square to the middle of another, in one outline, so that it
/// covers what is below it evenly.
fn arrow(from: Point, to: Point, color: Rgb) -> Shape {
    let (dx, dy) = (to.0 - from.0, to.1 - from.1);
    let length = dx.hypot(dy).max(1.0);
    let (dx, dy) = (dx / length, dy / length);
    // Along the arrow from its beginning, and to its right.
    let at = |along: f32, aside: f32| {
        let (x, y) = (from.0 + dx * along, from.1 + dy * along);
        (x - dy * aside, y + dx * aside)
    };
    let (tail, neck, tip) = (20.0, length - 42.0, length - 4.0);
    let mut path = Path::through(&[
        at(tail, -7.0),
        at(neck, -8.5),
        at(neck - 4.0, -24.0),
        at(tip, 0.0),
        at(neck - 4.0, 24.0),
        at(neck, 8.5),
        at(tail, 7.0),
    ]);
    path.steps.push(Step::Close);
    Shape::filled(path, color).with_opacity(0.78)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::diagram::scene::Outline;

    /// How many discs, and where the first one of a piece lies.
    fn discs(scene: &Scene, piece: &str) -> (usize, Option<Point>) {
        let mut count = 0;
        let mut found = None;
        for shape in &scene.shapes {
            if let Outline::Circle { centre, .. } = shape.outline
                && shape.fill == Some(DISC)
            {
                count += 1;
                if shape.title == piece {
                    found = Some(centre);
                }
            }
        }
        (count, found)
    }

    #[test]
    fn every_piece_lies_where_it_stands() {
        let board = Board::startpos();
        let (count, general) = discs(&draw(&board, &Look::default()), "red general");
        assert_eq!(count, 32);
        let flipped = Look {
            flip: true,
            ..Look::default()
        };
        let (_, across) = discs(&draw(&board, &flipped), "red general");
        let (Some((x, y)), Some((other, top))) = (general, across) else {
            panic!("no general");
        };
        assert!(x == other && y > top);
    }

    #[test]
    fn marks_and_arrows_are_drawn_above_the_board() {
        let board = Board::startpos();
        let plain = draw(&board, &Look::default()).shapes.len();
        let mv: Move = "h2e2".parse().unwrap();
        let look = Look {
            last: Some(mv),
            arrows: vec![mv],
            best: Some(mv),
            ..Look::default()
        };
        assert_eq!(draw(&board, &look).shapes.len(), plain + 4);
        let bare = Look {
            coordinates: false,
            ..Look::default()
        };
        assert_eq!(draw(&board, &bare).shapes.len(), plain - 19);
    }
}
