//! Messages and lists of moves in plain ASCII: old GUIs read GB18030, new ones UTF-8, and both agree on ASCII.

use std::fmt::Write;

use crate::board::Move;

/// The longest message, in characters. Some GUIs read into a buffer of a thousand.
const LONGEST_MESSAGE: usize = 240;

/// The message in printable ASCII, cut where it gets long.
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
pub fn moves_after(word: &str, moves: &[Move]) -> String {
    let mut text = String::new();
    for mv in moves {
        if text.is_empty() {
            text += word;
        }
        let _ = write!(text, " {mv}");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_ascii_and_an_empty_list_has_no_word() {
        assert_eq!(ascii("no \u{70ae}\n"), r"no \u{70ae}\n");
        assert_eq!(moves_after(" pv", &["h2e2".parse().unwrap()]), " pv h2e2");
        assert_eq!(moves_after(" pv", &[]), "");
    }
}
