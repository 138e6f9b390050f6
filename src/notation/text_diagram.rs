//! Text diagram: the board as lines of text, for a terminal or a log.
//!
//! A line consists of cells of one column each; a Chinese character takes two. The squares of a rank are four columns
//! apart: two for a piece, and two for the line to the next square or for brackets. Lines have no trailing blanks.

use anstyle::{AnsiColor, Style};

use crate::board::{Board, Color, Piece, Square};

/// The options of a text diagram.
#[derive(Clone, Copy, Debug)]
pub struct TextDiagramOptions {
    /// The characters of pieces and lines.
    pub characters: CharacterSet,
    /// True if the board is seen from black's side.
    pub flip: bool,
}

/// The characters of pieces and lines.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CharacterSet {
    /// Chinese names, red's in colour.
    Hanzi,
    /// Chinese names without colour, black's in brackets.
    HanziBracketed,
    /// FEN characters, and lines of ASCII.
    Ascii,
}

/// Columns before the board: the rank's label and a bracket.
const MARGIN: usize = 2;
/// Columns from one square of a rank to the next.
const STEP: usize = 4;
/// Columns of a line, including the second half of the last piece and its bracket.
const WIDTH: usize = MARGIN + 8 * STEP + 3;

/// The empty board, from rank 9 down; the same from both sides except for the river.
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

/// Draws the board with rank labels at the left and file labels below. Returns 20 lines.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::notation::text_diagram::{CharacterSet, TextDiagramOptions, draw};
/// let options = TextDiagramOptions { characters: CharacterSet::Ascii, flip: false };
/// let lines = draw(&Board::startpos(), options);
/// assert_eq!((lines.len(), lines[0].as_str()), (20, "9 r---n---b---a---k---a---b---n---r"));
/// ```
pub fn draw(board: &Board, options: TextDiagramOptions) -> Vec<String> {
    let rows = (0..LINES.len()).map(|row| render(&board_row(board, options, row)));
    let mut lines: Vec<String> = rows.collect();
    let letter = |column| char::from(b'a' + coordinate(options, column, 8)).to_string();
    let files: Vec<String> = (0..Square::FILES).map(letter).collect();
    lines.push(" ".repeat(MARGIN) + &files.join(&" ".repeat(STEP - 1)));
    lines
}

/// The file or rank at `index` from the left or bottom.
fn coordinate(options: TextDiagramOptions, index: u8, last: u8) -> u8 {
    if options.flip { last - index } else { index }
}

/// The state of the side to move in English: the pieces that give check, and whether it is mated or stalemated.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::notation::text_diagram::check_text;
/// assert_eq!(check_text(&Board::startpos()), "none");
/// let board = Board::from_fen("3k5/9/9/9/9/9/9/9/3R5/4K4 b").unwrap();
/// assert_eq!(check_text(&board), "by red rook on d1: black is mated");
/// ```
pub fn check_text(board: &Board) -> String {
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

/// A row of the diagram; even rows are ranks, odd rows the lines between them.
fn board_row(board: &Board, options: TextDiagramOptions, row: usize) -> [Cell; WIDTH] {
    let plain = Style::new();
    let mut cells = [Some((' ', plain)); WIDTH];
    let template = match (row, options.characters, options.flip) {
        (RIVER, CharacterSet::Ascii, _) => RIVER_ASCII,
        (RIVER, _, true) => RIVER_FLIPPED,
        _ => LINES[row],
    };
    let mut column = MARGIN;
    for character in template.chars() {
        let (character, style) = match options.characters {
            CharacterSet::Ascii => (ascii_line(character), plain),
            CharacterSet::Hanzi => (character, plain.dimmed()),
            CharacterSet::HanziBracketed => (character, plain),
        };
        column += put(&mut cells, column, character, style);
    }
    if row.is_multiple_of(2) {
        let rank = coordinate(options, 9 - (row / 2) as u8, 9);
        put(&mut cells, 0, char::from(b'0' + rank), plain);
        for column in 0..Square::FILES {
            let square = Square::new(coordinate(options, column, 8), rank);
            if let Some(piece) = board.piece_at(square) {
                let column = MARGIN + usize::from(column) * STEP;
                put_piece(&mut cells, column, piece, options.characters);
            }
        }
    }
    cells
}

fn put_piece(cells: &mut [Cell], column: usize, piece: Piece, characters: CharacterSet) {
    let plain = Style::new();
    let (character, style) = match (characters, piece.color()) {
        (CharacterSet::Ascii, _) => (piece.letter(), plain),
        (CharacterSet::Hanzi, Color::Red) => (piece.hanzi(), AnsiColor::Red.on_default().bold()),
        (CharacterSet::Hanzi, Color::Black) => (piece.hanzi(), plain.bold()),
        (CharacterSet::HanziBracketed, _) => (piece.hanzi(), plain),
    };
    put(cells, column, character, style);
    if characters == CharacterSet::HanziBracketed && piece.color() == Color::Black {
        put(cells, column - 1, '[', plain);
        put(cells, column + 2, ']', plain);
    }
}

/// The ASCII character for a character of the empty board.
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

/// Writes a character into its cell, or into two if it is wide, and returns its width.
fn put(cells: &mut [Cell], column: usize, character: char, style: Style) -> usize {
    cells[column] = Some((character, style));
    let width = width(character);
    cells[column + 1..column + width].fill(None);
    width
}

/// The columns of a character: two for a Chinese one.
fn width(character: char) -> usize {
    1 + usize::from(('\u{4e00}'..='\u{9fff}').contains(&character))
}

/// The cells as text without trailing blanks. A style is written only where it changes.
fn render(cells: &[Cell]) -> String {
    let mut text = String::new();
    let mut current = Style::new();
    let is_visible = |cell: &Cell| cell.is_none_or(|(character, _)| character != ' ');
    let last = cells.iter().rposition(is_visible);
    let end = last.map_or(0, |last| last + 1);
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
    use unicode_width::UnicodeWidthChar;

    #[test]
    fn widths_agree_with_unicode() {
        let ours = LINES.iter().flat_map(|line| line.chars());
        let pieces = Piece::all().map(Piece::hanzi);
        for character in ours.chain(pieces).chain(RIVER_FLIPPED.chars()) {
            assert_eq!(character.width(), Some(width(character)), "{character}");
        }
    }

    #[test]
    fn every_square_has_its_column() {
        let characters = CharacterSet::Ascii;
        let [lines, flipped] = [false, true]
            .map(|flip| draw(&Board::startpos(), TextDiagramOptions { characters, flip }));
        assert_eq!(lines[0], "9 r---n---b---a---k---a---b---n---r");
        assert_eq!(lines[1], "  |   |   |   | \\ | / |   |   |   |");
        assert_eq!(lines[4], "7 +---c---+---+---+---+---+---c---+");
        assert_eq!(lines[18], "0 R---N---B---A---K---A---B---N---R");
        assert_eq!(lines[19], "  a   b   c   d   e   f   g   h   i");
        assert_eq!(flipped[0], lines[18]);
        assert_eq!(flipped[19], "  i   h   g   f   e   d   c   b   a");
    }
}
