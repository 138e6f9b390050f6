//! The board as lines of text, for a terminal or a log.
//!
//! Each line is laid out in cells of one column. A Chinese character takes two. The points of a
//! rank are four columns apart: two for a piece and two for the line to the next, or for brackets.
//! Blanks at the end of a line are left out.

use anstyle::{AnsiColor, Style};

use crate::board::{Board, Color, Piece, Square};

/// How the board is drawn.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    pub letters: Letters,
    /// Whether the board is seen from black's side.
    pub flip: bool,
}

/// The characters of pieces and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Letters {
    /// Chinese names, red's in colour.
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
/// Columns of a line, with room for the second half of the last piece and its bracket.
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

/// The index of the river in [`LINES`].
const RIVER: usize = 9;
const RIVER_FLIPPED: &str = "│      汉 界         楚 河      │";
const RIVER_ASCII: &str = "| ~   ~   ~   river   ~   ~   ~ |";

/// A character with its style, or `None` for the right half of a wide one.
type Cell = Option<(char, Style)>;

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
    let rows = (0..LINES.len()).map(|row| render(&board_row(board, look, row)));
    let mut lines: Vec<String> = rows.collect();
    let letter = |column| char::from(b'a' + seen_from(look, column, 8)).to_string();
    let files: Vec<String> = (0..Square::FILES).map(letter).collect();
    lines.push(" ".repeat(MARGIN) + &files.join(&" ".repeat(STEP - 1)));
    lines
}

/// The file or rank at a place from the left or bottom.
fn seen_from(look: Look, place: u8, last: u8) -> u8 {
    if look.flip { last - place } else { place }
}

/// The state of the side to move in words: in check, by what, and whether it has a legal move.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::notation::diagram::check;
/// assert_eq!(check(&Board::startpos()), "none");
/// let board = Board::from_fen("3k5/9/9/9/9/9/9/9/3R5/4K4 b").unwrap();
/// assert_eq!(check(&board), "by red rook on d1: black is mated");
/// ```
pub fn check(board: &Board) -> String {
    let describe = |square| Some(format!("{} on {square}", board.piece_at(square)?));
    let checkers: Vec<String> = board.checkers().iter().filter_map(describe).collect();
    let (checkers, side) = (checkers.join(", "), board.side());
    match (checkers.is_empty(), board.has_legal_move()) {
        (true, true) => "none".to_owned(),
        (true, false) => format!("none, but {side} has no legal move and has lost"),
        (false, true) => format!("by {checkers}"),
        (false, false) => format!("by {checkers}: {side} is mated"),
    }
}

/// A row of the drawing: even ones are ranks, odd ones the lines between.
fn board_row(board: &Board, look: Look, row: usize) -> [Cell; WIDTH] {
    let plain = Style::new();
    let mut cells = [Some((' ', plain)); WIDTH];
    let template = match (row, look.letters, look.flip) {
        (RIVER, Letters::Ascii, _) => RIVER_ASCII,
        (RIVER, _, true) => RIVER_FLIPPED,
        _ => LINES[row],
    };
    let mut column = MARGIN;
    for character in template.chars() {
        let (character, style) = match look.letters {
            Letters::Ascii => (ascii_line(character), plain),
            Letters::Hanzi => (character, plain.dimmed()),
            Letters::HanziBracketed => (character, plain),
        };
        column += put(&mut cells, column, character, style);
    }
    if row.is_multiple_of(2) {
        let rank = seen_from(look, 9 - (row / 2) as u8, 9);
        put(&mut cells, 0, char::from(b'0' + rank), plain);
        for column in 0..Square::FILES {
            let square = Square::new(seen_from(look, column, 8), rank);
            if let Some(piece) = board.piece_at(square) {
                put_piece(&mut cells, column_of(column), piece, look.letters);
            }
        }
    }
    cells
}

fn put_piece(cells: &mut [Cell], column: usize, piece: Piece, letters: Letters) {
    let plain = Style::new();
    let (character, style) = match (letters, piece.color()) {
        (Letters::Ascii, _) => (piece.letter(), plain),
        (Letters::Hanzi, Color::Red) => (piece.hanzi(), AnsiColor::Red.on_default().bold()),
        (Letters::Hanzi, Color::Black) => (piece.hanzi(), plain.bold()),
        (Letters::HanziBracketed, _) => (piece.hanzi(), plain),
    };
    put(cells, column, character, style);
    if letters == Letters::HanziBracketed && piece.color() == Color::Black {
        put(cells, column - 1, '[', plain);
        put(cells, column + 2, ']', plain);
    }
}

/// The first column of a point, 0 being the leftmost.
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

/// Puts a character in its column and the next if it is wide; returns its width.
fn put(cells: &mut [Cell], column: usize, character: char, style: Style) -> usize {
    cells[column] = Some((character, style));
    let width = width(character);
    cells[column + 1..column + width].fill(None);
    width
}

/// The columns of a character in the drawing: two for Chinese ones.
fn width(character: char) -> usize {
    1 + usize::from(('\u{4e00}'..='\u{9fff}').contains(&character))
}

/// The line as text without blanks at the end, with each change of style written once.
fn render(cells: &[Cell]) -> String {
    let mut text = String::new();
    let mut current = Style::new();
    let is_mark = |cell: &Cell| cell.is_none_or(|(character, _)| character != ' ');
    let end = cells.iter().rposition(is_mark).map_or(0, |last| last + 1);
    for &(character, style) in cells[..end].iter().flatten() {
        // A blank looks the same in every style.
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
            place += width(character);
            place - width(character) == column
        })
    }

    #[test]
    fn widths_agree_with_unicode() {
        let ours = LINES.iter().flat_map(|line| line.chars());
        let pieces = Piece::all().map(Piece::hanzi);
        for character in ours.chain(pieces).chain(RIVER_FLIPPED.chars()) {
            assert_eq!(character.width(), Some(width(character)), "{character}");
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
                        let edges = [MARGIN, column_of(8)].map(|column| at(line, column));
                        assert!(edges.iter().all(|c| c.is_some_and(|c| c != ' ')), "{line}");
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
    fn black_is_bracketed_and_ascii_is_ascii() {
        let lines = plain(&Board::startpos(), Letters::HanziBracketed, false);
        assert!(lines[0].starts_with("9[车][马][象]"), "{}", lines[0]);
        assert!(lines[18].starts_with("0 车──马──相"), "{}", lines[18]);
        let (letters, flip) = (Letters::Ascii, false);
        for line in draw(&Board::startpos(), Look { letters, flip }) {
            assert!(line.chars().all(|c| (' '..='~').contains(&c)), "{line:?}");
        }
    }
}
