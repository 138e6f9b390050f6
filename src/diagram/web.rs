//! Writes `src/web/glyphs.js`, the board and the pieces for pages, so that pages show the shapes of `chuhe show`.

use std::path::Path;

use super::board::{BoardLayout, STEP};
use super::glyphs::{piece_character, strokes};
use super::position::CHARACTER;
use super::scene::Shape;
use crate::board::{Piece, Square};

/// The colours of the board, and the variables of `src/web/board.css` that replace them.
const COLORS: [(&str, &str); 2] = [
    ("#f0d9a8", "var(--board-wood)"),
    ("#6b4a22", "var(--board-line)"),
];

/// The shapes of the empty board: those that do not depend on the side at the bottom, and the others. Consecutive ones of the same
/// pen are one path on a line.
fn board_shapes(flip: bool) -> (String, String) {
    let layout = BoardLayout {
        flip,
        coordinates: true,
    };
    let shapes = layout.draw();
    // Ground, three shapes of lines, marks.
    let (ground, labels) = shapes.split_at(5);
    let text = |shapes: &[Shape]| {
        let text: String = shapes.iter().map(Shape::to_string).collect();
        let [(wood, wood_variable), (line, line_variable)] = COLORS;
        let text = text
            .replace(wood, wood_variable)
            .replace(line, line_variable);
        assert!(!text.contains('#'), "a colour without a variable: {text}");
        join_paths(&text)
    };
    (text(ground), text(labels))
}

/// Joins consecutive paths with the same fill and stroke. The text has one path on each line.
fn join_paths(text: &str) -> String {
    let mut joined = String::new();
    let mut end_before = "";
    for line in text.split_inclusive('\n') {
        let (path, end) = line.split_at(line.find("\" fill=").expect("a path"));
        if end == end_before {
            joined += path.trim_start_matches("<path d=\"");
        } else {
            joined += end_before;
            joined += path;
        }
        end_before = end;
    }
    joined + end_before.trim_end()
}

/// The strokes of a piece's character as an SVG path, centred at (0, 0), in the size of the board diagram.
fn piece_path(piece: Piece) -> String {
    let path = strokes(piece_character(piece)).expect("a glyph");
    let (corner, scale) = (-CHARACTER / 2.0, CHARACTER / 100.0);
    path.transformed(corner, corner, scale, scale).to_string()
}

fn module() -> String {
    let layout = BoardLayout {
        flip: false,
        coordinates: true,
    };
    let (width, height) = layout.size();
    let (left, top) = layout.point(Square::new(0, 9));
    let (ground, labels) = board_shapes(false);
    let (flipped_ground, flipped_labels) = board_shapes(true);
    assert_eq!(ground, flipped_ground);
    let pieces: String = Piece::all()
        .map(|piece| format!("  {}: \"{}\",\n", piece.letter(), piece_path(piece)))
        .collect();
    format!(
        "// @ts-check\n\
         /** Board and pieces, made from `src/diagram` by `CHUHE_WRITE_PAGES=1 cargo test --lib diagram::web`. */\n\n\
         /** The size of a diagram. */\nexport const WIDTH = {width};\nexport const HEIGHT = {height};\n\
         /** The point of a9, or of i0 on a flipped board, and the distance between neighbouring points. */\n\
         export const LEFT = {left};\nexport const TOP = {top};\nexport const STEP = {STEP};\n\n\
         /** The lines of the board. */\nexport const GROUND = `{ground}`;\n\n\
         /** River and coordinates, with red and with black at the bottom. */\n\
         export const LABELS = [`{labels}`, `{flipped_labels}`];\n\n\
         /** The strokes of the pieces, centred at (0, 0). @type {{Record<string, string>}} */\n\
         export const PIECES = {{\n{pieces}}};\n"
    )
}

/// With `CHUHE_WRITE_PAGES` set, the module is written anew.
#[test]
fn module_of_pages_has_these_shapes() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/web/glyphs.js");
    if std::env::var_os("CHUHE_WRITE_PAGES").is_some() {
        std::fs::write(path, module()).expect("written");
    } else {
        let text = std::fs::read_to_string(path).expect("the module");
        assert_eq!(text, module(), "src/web/glyphs.js is not src/diagram");
    }
}
