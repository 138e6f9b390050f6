//! DhtmlXQ writer: a game tree to text.

use std::fmt::Write;

use super::layout::{ABSENT, TEXTS, number};
use crate::board::Board;
use crate::games::chinese_names::result_name;
use crate::games::records::{joined_comment, piece_squares};
use crate::games::{Encoding, GameLine, GameTree};

/// Writes a game for a file in an encoding. For Big5 the result is written in traditional characters. NAGs are omitted. A
/// first position other than the initial one is written as `binit` and, with the side to move and the counters, as `fen`.
///
/// ```
/// use chuhe::games::{Encoding, dhtmlxq, pgn};
/// let games = pgn::read("1. h2e2 h9g7 (1... b7e7 {so}) *")?;
/// let text = dhtmlxq::write(&games[0], Encoding::Utf8);
/// assert!(text.contains("[DhtmlXQ_movelist]77477062[/DhtmlXQ_movelist]"));
/// assert!(text.contains("[DhtmlXQ_move_0_2_1]1242[/DhtmlXQ_move_0_2_1]"));
/// assert!(text.contains("[DhtmlXQ_comment1_2]so[/DhtmlXQ_comment1_2]"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn write(game: &GameTree, encoding: Encoding) -> String {
    let mut fields = Fields(String::from("[DhtmlXQ]\n"), 0);
    // The player of the site needs its name and the size of the picture.
    fields.push("ver", "www_dpxq_com");
    fields.push("init", "500,350");
    for (name, tag) in TEXTS {
        if let Some(value) = game.tag(tag) {
            fields.push(name, &escaped(value));
        }
    }
    fields.push(
        "result",
        result_name(game.result(), encoding == Encoding::Big5),
    );
    let squares = piece_squares(&game.start);
    let squares = squares.map(|square| format!("{:02}", square.map_or(ABSENT, number)));
    fields.push("binit", &squares.concat());
    if game.start != Board::startpos() {
        fields.push("fen", &game.start.to_fen());
    }
    fields.push_comment(0, 0, &game.comment);
    fields.push("movelist", &digits(&game.line));
    fields.push_annotations(0, 1, &game.line, None);
    fields.0 + "[/DhtmlXQ]\n"
}

/// The text of a game, and the number of its last line.
struct Fields(String, u32);

impl Fields {
    fn push(&mut self, name: &str, value: &str) {
        // Writing to a string cannot fail.
        let _ = writeln!(self.0, "[DhtmlXQ_{name}]{value}[/DhtmlXQ_{name}]");
    }

    fn push_comment(&mut self, line: u32, ply: usize, comment: &str) {
        let name = match line {
            0 => format!("comment{ply}"),
            _ => format!("comment{line}_{ply}"),
        };
        if !comment.is_empty() {
            let lines: Vec<String> = comment.split('\n').map(escaped).collect();
            self.push(&name, &lines.join("||"));
        }
    }

    /// Writes the comments and the variations of a line, whose first move has this ply. A variation of the first move of a
    /// variation belongs to `parent`, the line that this one varies.
    fn push_annotations(&mut self, line: u32, ply: usize, moves: &GameLine, parent: Option<u32>) {
        for (index, node) in moves.iter().enumerate() {
            let ply = ply + index;
            self.push_comment(line, ply, &joined_comment(node));
            let varied = match index {
                0 => parent.unwrap_or(line),
                _ => line,
            };
            for variation in node.nonempty_variations() {
                self.1 += 1;
                let number = self.1;
                self.push(&format!("move_{varied}_{ply}_{number}"), &digits(variation));
                self.push_annotations(number, ply, variation, Some(varied));
            }
        }
    }
}

/// The moves of a line, four digits each.
fn digits(line: &GameLine) -> String {
    let squares = line.iter().flat_map(|node| [node.mv.from(), node.mv.to()]);
    squares
        .map(|square| format!("{:02}", number(square)))
        .collect()
}

/// Writes brackets, bars, backslashes, `<`, `&` and control characters as `\u` with four hexadecimal digits.
fn escaped(text: &str) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match character {
            '[' | ']' | '|' | '\\' | '<' | '&' | '\0'..='\x1f' | '\x7f' => {
                let _ = write!(escaped, "\\u{:04x}", u32::from(character));
            }
            other => escaped.push(other),
        }
    }
    escaped
}
