//! The board as lines of text, for a terminal or a log.
//!
//! Every line is first laid out in cells of one column each, so that a Chinese character, two
//! columns wide, is two cells, and everything else falls into its place by itself. The points of a
//! rank are four columns apart: two for a piece and two for the line to the next, or for brackets.
//! Blanks at the end of a line are left out.

use anstyle::{AnsiColor, Style};

use crate::board::{Board, Color, Piece, Square};

/// How the board is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// What pieces and lines are made of.
    pub letters: Letters,
    /// Seen from black's side.
    pub flip: bool,
}

/// What pieces and lines are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// Chinese names, colours telling the sides apart.
    Hanzi,
    /// Chinese names without colour, black's in brackets.
    HanziBracketed,
    /// FEN letters, and lines of ASCII.
    Ascii,
}

/// Columns before the board: the label of the rank, and room for a bracket.
const MARGIN: usize = 2;
/// Columns from one point of a rank to the next.
const STEP: usize = 4;
/// Columns of a line: margin, nine points, and room for the other half of the last piece and its
/// bracket.
const WIDTH: usize = MARGIN + 8 * STEP + 3;

/// The empty board, from rank 9 down; either side looks at the same lines.
const LINES: [&str; 19] = [
    "┌───┬───┬───┬───┬───┬───┬───┬───┐",
    "│   │   │   │ ╲ │ ╱ │   │   │   │",
    "├───┼───┼───┼───┼───┼───┼───┼───┤",
    "│   │   │   │ ╱ │ ╲ │   │   │   │",
    "├───┼───┼───┼───┼───┼───┼───┼───┤",
    "│   │   │   │   │   │   │   │   │",
    "├───┼───┼───┼───┼───┼───┼───┼───┤",
    "│   │   │   │   │   │   │   │   │",
    "├───┴───┴───┴───┴───┴───┴───┴───┤",
    "│      楚 河         汉 界      │",
    "├───┬───┬───┬───┬───┬───┬───┬───┤",
    "│   │   │   │   │   │   │   │   │",
    "├───┼───┼───┼───┼───┼───┼───┼───┤",
    "│   │   │   │   │   │   │   │   │",
    "├───┼───┼───┼───┼───┼───┼───┼───┤",
    "│   │   │   │ ╲ │ ╱ │   │   │   │",
    "├───┼───┼───┼───┼───┼───┼───┼───┤",
    "│   │   │   │ ╱ │ ╲ │   │   │   │",
    "└───┴───┴───┴───┴───┴───┴───┴───┘",
];

/// The line of [`LINES`] in which the river flows.
const RIVER: usize = 9;
const RIVER_FLIPPED: &str = "│      汉 界         楚 河      │";
const RIVER_ASCII: &str = "| ~   ~   ~   river   ~   ~   ~ |";

/// A column of a line.
#[derive(Clone, Copy)]
enum Cell {
    /// A character, or the left half of a wide one.
    Char(char, Style),
    /// The right half of a wide character.
    Covered,
}

/// The board, its rank labels and the file labels below.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::notation::diagram::{Letters, Look, draw};
/// let look = Look { letters: Letters::Ascii, flip: false };
/// let lines = draw(&Board::startpos(), look);
/// assert_eq!((lines.len(), lines[0].as_str()), (20, "9 r---n---b---a---k---a---b---n---r"));
/// ```
pub fn draw(board: &Board, look: Look) -> Vec<String> {
    let mut lines: Vec<String> = (0..LINES.len())
        .map(|row| render(&board_row(board, look, row)))
        .collect();
    let mut files = blank();
    for column in 0..Square::FILES {
        let file = if look.flip { 8 - column } else { column };
        put(
            &mut files,
            column_of(column),
            char::from(b'a' + file),
            Style::new(),
        );
    }
    lines.push(render(&files));
    lines
}

/// Whether the side to move stands in check, by what, and whether it has an answer.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::notation::diagram::check;
/// assert_eq!(check(&Board::startpos()), "none");
/// let board = Board::from_fen("3k5/9/9/9/9/9/9/9/3R5/4K4 b").unwrap();
/// assert_eq!(check(&board), "by red rook on d1: black is mated");
/// ```
pub fn check(board: &Board) -> String {
    let checkers: Vec<String> = board
        .checkers()
        .iter()
        .filter_map(|square| Some(format!("{} on {square}", board.piece_at(square)?)))
        .collect();
    match (checkers.is_empty(), board.has_legal_move()) {
        (true, true) => "none".to_owned(),
        (true, false) => format!("none, but {} has no legal move and has lost", board.side()),
        (false, true) => format!("by {}", checkers.join(", ")),
        (false, false) => format!("by {}: {} is mated", checkers.join(", "), board.side()),
    }
}

/// A row of the drawing: even ones are ranks, odd ones what lies between.
fn board_row(board: &Board, look: Look, row: usize) -> [Cell; WIDTH] {
    let mut cells = blank();
    let line_style = match look.letters {
        Letters::Hanzi => Style::new().dimmed(),
        _ => Style::new(),
    };
    let template = match (row, look.letters, look.flip) {
        (RIVER, Letters::Ascii, _) => RIVER_ASCII,
        (RIVER, _, true) => RIVER_FLIPPED,
        _ => LINES[row],
    };
    let mut column = MARGIN;
    for character in template.chars() {
        let character = match look.letters {
            Letters::Ascii => ascii_line(character),
            _ => character,
        };
        column += put(&mut cells, column, character, line_style);
    }
    if row.is_multiple_of(2) {
        let from_top = (row / 2) as u8;
        let rank = if look.flip { from_top } else { 9 - from_top };
        put(&mut cells, 0, char::from(b'0' + rank), Style::new());
        for column in 0..Square::FILES {
            let file = if look.flip { 8 - column } else { column };
            if let Some(piece) = board.piece_at(Square::new(file, rank)) {
                put_piece(&mut cells, column_of(column), piece, look.letters);
            }
        }
    }
    cells
}

fn put_piece(cells: &mut [Cell], column: usize, piece: Piece, letters: Letters) {
    let style = match (letters, piece.color()) {
        (Letters::Hanzi, Color::Red) => AnsiColor::Red.on_default().bold(),
        (Letters::Hanzi, Color::Black) => Style::new().bold(),
        _ => Style::new(),
    };
    match letters {
        Letters::Ascii => {
            put(cells, column, piece.letter(), style);
        }
        Letters::Hanzi | Letters::HanziBracketed => {
            put(cells, column, piece.hanzi(), style);
        }
    }
    if letters == Letters::HanziBracketed && piece.color() == Color::Black {
        put(cells, column - 1, '[', style);
        put(cells, column + 2, ']', style);
    }
}

/// The first column of a point, the leftmost of a rank being 0.
fn column_of(point: u8) -> usize {
    MARGIN + point as usize * STEP
}

/// The ASCII for a character of the empty board.
fn ascii_line(character: char) -> char {
    match character {
        '─' => '-',
        '│' => '|',
        '╲' => '\\',
        '╱' => '/',
        other if other.is_ascii() => other,
        _ => '+',
    }
}

fn blank() -> [Cell; WIDTH] {
    [Cell::Char(' ', Style::new()); WIDTH]
}

/// Puts a character in its column and the next if it is wide; returns how wide it is.
fn put(cells: &mut [Cell], column: usize, character: char, style: Style) -> usize {
    cells[column] = Cell::Char(character, style);
    if is_wide(character) {
        cells[column + 1] = Cell::Covered;
        2
    } else {
        1
    }
}

/// Whether a character of ours takes two columns: the Chinese ones do, the lines do not.
fn is_wide(character: char) -> bool {
    ('\u{4e00}'..='\u{9fff}').contains(&character)
}

/// The line as text up to its last mark, each change of style written once.
fn render(cells: &[Cell]) -> String {
    let mut text = String::new();
    let mut current = Style::new();
    let is_mark = |cell: &Cell| !matches!(cell, Cell::Char(' ', _));
    let end = cells.iter().rposition(is_mark).map_or(0, |last| last + 1);
    for cell in &cells[..end] {
        let &Cell::Char(character, style) = cell else {
            continue;
        };
        // A blank looks the same in every style we use.
        if style != current && character != ' ' {
            text += &format!("{current:#}{style}");
            current = style;
        }
        text.push(character);
    }
    text + &format!("{current:#}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

    const LETTERS: [Letters; 3] = [Letters::Hanzi, Letters::HanziBracketed, Letters::Ascii];

    fn plain(board: &Board, letters: Letters, flip: bool) -> Vec<String> {
        draw(board, Look { letters, flip })
            .iter()
            .map(|line| anstream::adapter::strip_str(line).to_string())
            .collect()
    }

    /// The character that begins in a column.
    fn at(line: &str, column: usize) -> Option<char> {
        let mut place = 0;
        line.chars().find(|&character| {
            let here = place == column;
            place += if is_wide(character) { 2 } else { 1 };
            here
        })
    }

    #[test]
    fn wide_is_what_the_standard_calls_wide() {
        let ours = LINES.iter().flat_map(|line| line.chars());
        let pieces = Piece::all().map(Piece::hanzi);
        for character in ours.chain(pieces).chain(RIVER_FLIPPED.chars()) {
            let width = if is_wide(character) { 2 } else { 1 };
            assert_eq!(character.width(), Some(width), "{character}");
        }
    }

    #[test]
    fn the_empty_board_has_straight_edges() {
        let width = LINES[0].width();
        assert_eq!(width, 8 * STEP + 1);
        for line in LINES.iter().chain([&RIVER_FLIPPED, &RIVER_ASCII]) {
            assert_eq!(line.width(), width, "{line}");
        }
    }

    #[test]
    fn lines_are_straight_and_end_with_a_mark() {
        let crowded = "3ckab1r/r8/9/p1p1p1p1p/9/9/P1P1P1P1P/R7C/9/RNBAKABNc w";
        for fen in [crate::board::START_FEN, crowded] {
            let board = Board::from_fen(fen).unwrap();
            for letters in LETTERS {
                for flip in [false, true] {
                    let lines = plain(&board, letters, flip);
                    assert_eq!(lines.len(), 20);
                    for line in &lines[..19] {
                        assert!(at(line, MARGIN).is_some_and(|c| c != ' '), "{line}");
                        assert!(at(line, column_of(8)).is_some_and(|c| c != ' '), "{line}");
                    }
                    for line in &lines {
                        assert!(line.width() <= WIDTH, "{line}");
                        assert_eq!(line.trim_end(), line);
                    }
                }
            }
        }
    }

    #[test]
    fn every_point_has_its_column() {
        let board = Board::startpos();
        let lines = plain(&board, Letters::Ascii, false);
        assert_eq!(lines[0], "9 r---n---b---a---k---a---b---n---r");
        assert_eq!(lines[1], "  |   |   |   | \\ | / |   |   |   |");
        assert_eq!(lines[4], "7 +---c---+---+---+---+---+---c---+");
        assert_eq!(lines[18], "0 R---N---B---A---K---A---B---N---R");
        assert_eq!(lines[19], "  a   b   c   d   e   f   g   h   i");
        let flipped = plain(&board, Letters::Ascii, true);
        assert_eq!(flipped[0], lines[18]);
        assert_eq!(flipped[19], "  i   h   g   f   e   d   c   b   a");
    }

    #[test]
    fn black_is_told_from_red_without_colour() {
        let lines = plain(&Board::startpos(), Letters::HanziBracketed, false);
        assert!(lines[0].starts_with("9[车][马][象]"), "{}", lines[0]);
        assert!(lines[18].starts_with("0 车──马──相"), "{}", lines[18]);
    }

    #[test]
    fn ascii_is_ascii() {
        for line in draw(
            &Board::startpos(),
            Look {
                letters: Letters::Ascii,
                flip: false,
            },
        ) {
            assert!(line.chars().all(|c| (' '..='~').contains(&c)), "{line:?}");
        }
    }
}
