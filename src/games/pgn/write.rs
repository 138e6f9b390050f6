//! PGN writer: game trees to text.

use crate::board::{Board, Color, Move};
use crate::games::tree::is_written_tag;
use crate::games::{Encoding, GameNode, GameTree};
use crate::notation::{Notation, traditional};

/// The tags that are written first, in this order.
const FIRST_TAGS: &str = "Game Event Site Date Round RedTeam Red BlackTeam Black Result ECCO";

/// The maximum width of a line of moves, in characters. A longer word has a line of its own.
const WIDTH: usize = 80;

/// Writes a game with its moves in a notation.
///
/// # Panics
/// If a move leaves an empty square.
pub fn write(game: &GameTree, notation: Notation) -> String {
    write_for(game, notation, Encoding::Utf8)
}

/// Writes a game for a file in an encoding. For Big5, which has no simplified characters, Chinese moves are written in
/// traditional ones; tags and comments are not converted.
///
/// # Panics
/// If a move leaves an empty square.
///
/// ```
/// use chuhe::games::{Encoding, pgn};
/// use chuhe::notation::Notation;
/// let games = pgn::read("1. 马二进三 *").unwrap();
/// let text = pgn::write_for(&games[0], Notation::Chinese, Encoding::Big5);
/// assert!(text.contains("1. 馬二進三 *"));
/// assert!(Encoding::Big5.encode(&text).is_ok());
/// ```
pub fn write_for(game: &GameTree, notation: Notation, encoding: Encoding) -> String {
    let mut text = String::new();
    for name in FIRST_TAGS.split(' ') {
        let value = match name {
            "Game" => Some(game.tag(name).unwrap_or("Chinese Chess")),
            "Result" => Some(game.result()),
            _ => game.tag(name),
        };
        text.extend(value.map(|value| tag_pair(name, value)));
    }
    for (name, value) in game.tags.iter().filter(|(name, _)| is_written_tag(name)) {
        let mut first = FIRST_TAGS.split(' ');
        if !first.any(|first| first.eq_ignore_ascii_case(name)) {
            text += &tag_pair(name, value);
        }
    }
    if game.start != Board::startpos() {
        text += &tag_pair("FEN", &game.start.to_fen());
    }
    let format = match notation {
        Notation::Chinese => "Chinese".to_owned(),
        notation => notation.name().to_ascii_uppercase(),
    };
    text += &tag_pair("Format", &format);
    let mut words = Vec::new();
    if !game.comment.is_empty() {
        words.push(comment(&game.comment));
    }
    let move_text = move_text(notation, encoding);
    push_line(&mut words, &game.start, &game.line, &move_text);
    words.push(game.result().to_owned());
    text + "\n" + &wrap(&words) + "\n"
}

/// How moves are written in a notation for a file in an encoding.
pub(in crate::games) fn move_text(
    notation: Notation,
    encoding: Encoding,
) -> impl Fn(&Board, Move) -> String {
    move |board, mv| match notation {
        Notation::Iccs => iccs(mv),
        Notation::Chinese if encoding == Encoding::Big5 => traditional(&notation.write(board, mv)),
        notation => notation.write(board, mv),
    }
}

/// Formats a move in ICCS as game files write it: `H2-E2`.
pub fn iccs(mv: Move) -> String {
    format!("{}-{}", mv.from(), mv.to()).to_ascii_uppercase()
}

/// Formats a tag as a line `[Name "value"]` with its line end. Control characters become blanks.
pub fn tag_pair(name: &str, value: &str) -> String {
    let value = value.replace(char::is_control, " ");
    let value = value.replace('\\', "\\\\").replace('"', "\\\"");
    format!("[{name} \"{value}\"]\n")
}

/// Formats a comment in braces. Braces within it become parentheses.
pub fn comment(text: &str) -> String {
    format!("{{{}}}", text.replace('{', "(").replace('}', ")"))
}

/// Appends the words of a line and its variations.
pub(in crate::games) fn push_line(
    words: &mut Vec<String>,
    start: &Board,
    line: &[GameNode],
    move_text: &dyn Fn(&Board, Move) -> String,
) {
    let mut board = start.clone();
    // Black's move is numbered unless it directly follows red's.
    let mut is_interrupted = true;
    for node in line {
        if !node.before.is_empty() {
            words.push(comment(&node.before));
        }
        let number = board.move_number();
        match board.side() {
            Color::Red => words.push(format!("{number}.")),
            Color::Black if is_interrupted => words.push(format!("{number}...")),
            Color::Black => {}
        }
        words.push(move_text(&board, node.mv));
        words.extend(node.nags.iter().map(|nag| format!("${nag}")));
        if !node.comment.is_empty() {
            words.push(comment(&node.comment));
        }
        for variation in node.nonempty_variations() {
            let first = words.len();
            push_line(words, &board, variation, move_text);
            if let Some(word) = words.get_mut(first) {
                word.insert(0, '(');
            }
            if let Some(word) = words.last_mut() {
                word.push(')');
            }
        }
        is_interrupted = !node.comment.is_empty() || node.nonempty_variations().next().is_some();
        let _ = board.make(node.mv);
    }
}

/// Joins words to lines of at most 80 characters; a longer word has a line of its own.
pub fn wrap(words: impl IntoIterator<Item = impl AsRef<str>>) -> String {
    let mut text = String::new();
    let mut width = 0;
    for word in words {
        let length = word.as_ref().chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            text.push('\n');
            width = 0;
        } else if width > 0 {
            text.push(' ');
            width += 1;
        }
        text += word.as_ref();
        width += length;
    }
    text
}
