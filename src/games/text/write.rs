//! Text writer: a game tree to text.

use super::lines::tag_of_line;
use super::tags::{FEN, RESULT, TAGS};
use crate::board::{Board, Color};
use crate::games::chinese_names::result_name;
use crate::games::pgn::{comment, move_text, push_line, tag_pair, wrap};
use crate::games::tree::is_written_tag;
use crate::games::{Encoding, GameTree};
use crate::notation::Notation;

/// Writes a game for a file in an encoding: tags, and a line for each pair of moves. For Big5 the names of tags, the result
/// and the moves are written in traditional characters. Tags without a Chinese name are written as in PGN.
///
/// # Panics
/// If a move leaves an empty square.
///
/// ```
/// use chuhe::games::{Encoding, pgn, text};
/// let games = pgn::read("[Red \"甲\"]\n\n1. h2e2 {中炮} h9g7 2. h0g2 1-0")?;
/// let moves = "\n\n1. 炮二平五 {中炮} 1... 马８进７\n2. 马二进三\n1-0\n";
/// assert_eq!(text::write(&games[0], Encoding::Utf8), format!("红方: 甲\n结果: 红胜{moves}"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(game: &GameTree, encoding: Encoding) -> String {
    let is_traditional = encoding == Encoding::Big5;
    let line = |names: [&str; 2], value: &str| {
        let value = value.replace(char::is_control, " ");
        format!("{}: {value}\n", names[usize::from(is_traditional)])
    };
    let mut text = String::new();
    for (tag, names) in TAGS {
        text.extend(game.tag(tag).map(|value| {
            let line = line(names, value);
            // What follows would be read as another tag.
            match tag_of_line(&line).len() + 1 < line.len() {
                true => tag_pair(tag, value),
                false => line,
            }
        }));
    }
    text += &line(RESULT.1, result_name(game.result(), is_traditional));
    let is_other = |name: &str| {
        let mut named = TAGS.iter().chain([&RESULT]);
        is_written_tag(name) && !named.any(|(tag, _)| tag.eq_ignore_ascii_case(name))
    };
    for (name, value) in game.tags.iter().filter(|(name, _)| is_other(name)) {
        text += &tag_pair(name, value);
    }
    if game.start != Board::startpos() {
        text += &line(FEN.1, &game.start.to_fen());
    }
    text.push('\n');
    if !game.comment.is_empty() {
        text += &format!("{}\n", comment(&game.comment));
    }
    let move_text = move_text(Notation::Chinese, encoding);
    let mut board = game.start.clone();
    let mut rest = &game.line[..];
    while !rest.is_empty() {
        let plies = if board.side() == Color::Red { 2 } else { 1 };
        let (pair, others) = rest.split_at(plies.min(rest.len()));
        let mut words = Vec::new();
        push_line(&mut words, &board, pair, &move_text);
        text += &format!("{}\n", wrap(&words));
        for node in pair {
            let _ = board.make(node.mv);
        }
        rest = others;
    }
    text + game.result() + "\n"
}
