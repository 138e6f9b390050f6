//! What both protocols write alike: messages in plain ASCII, and lists of moves.
//!
//! Plain ASCII always: old GUIs read GB18030, new ones UTF-8, and both agree on that much.

use std::fmt::Write;

use crate::board::Move;

/// The longest message, in characters. Some GUIs read into a buffer of a thousand.
const LONGEST_MESSAGE: usize = 240;

/// The message in printable ASCII, cut where it gets long.
///
/// ```
/// use chuhe::protocol::ascii::ascii;
/// assert_eq!(ascii("no 炮\n"), r"no \u{70ae}\n");
/// ```
pub fn ascii(message: &str) -> String {
    let mut text = String::new();
    for letter in message.chars() {
        match letter {
            ' '..='~' => text.push(letter),
            _ => text.extend(letter.escape_default()),
        }
        if text.len() > LONGEST_MESSAGE {
            return text + "...";
        }
    }
    text
}

/// A word and moves behind it, or nothing where there are none.
///
/// ```
/// use chuhe::protocol::ascii::listed;
/// assert_eq!(listed(" pv", &["h2e2".parse().unwrap()]), " pv h2e2");
/// assert_eq!(listed(" pv", &[]), "");
/// ```
pub fn listed(word: &str, moves: &[Move]) -> String {
    let mut text = String::new();
    for mv in moves {
        if text.is_empty() {
            text += word;
        }
        let _ = write!(text, " {mv}");
    }
    text
}
