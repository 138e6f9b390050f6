//! Text for a terminal: its columns, of which a Chinese character takes two, and its control characters.

use std::borrow::Cow;

use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// The text, filled with blanks to so many columns if it has fewer.
///
/// ```
/// use chuhe::columns::{cut, pad};
/// assert_eq!(pad("炮二", 6), "炮二  ");
/// assert_eq!(pad("h2e2h9g7", 6), "h2e2h9g7");
/// assert_eq!((cut("炮二平五", 5), cut("h2e2", 3)), ("炮二", "h2e"));
/// ```
pub fn pad(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(text.width());
    text.to_owned() + &" ".repeat(missing)
}

/// The text after blanks that fill it to so many columns if it has fewer.
///
/// ```
/// use chuhe::columns::pad_left;
/// assert_eq!(pad_left("炮二", 6), "  炮二");
/// ```
pub fn pad_left(text: &str, columns: usize) -> String {
    let missing = columns.saturating_sub(text.width());
    " ".repeat(missing) + text
}

/// The beginning of the text that fits so many columns.
pub fn cut(text: &str, columns: usize) -> &str {
    let mut width = 0;
    let mut characters = text.char_indices();
    let first_beyond = characters.find(|(_, character)| {
        width += match character {
            // It makes the character before it an emoji of two columns.
            '\u{fe0f}' => 1,
            _ => character.width().unwrap_or(0),
        };
        width > columns
    });
    first_beyond.map_or(text, |(index, _)| &text[..index])
}

/// The text, its end replaced by an ellipsis if it does not fit so many columns.
///
/// ```
/// use chuhe::columns::{fit, fit_end};
/// assert_eq!([fit("h2e2", 4), fit("h2e2h9", 4), fit("炮二平五", 4)], ["h2e2", "h2e…", "炮…"]);
/// assert_eq!([fit_end("h2e2", 4), fit_end("h2e2h9", 4)], ["h2e2", "…2h9"]);
/// ```
pub fn fit(text: &str, columns: usize) -> String {
    match text.width() <= columns {
        true => text.to_owned(),
        false => cut(text, columns.saturating_sub(1)).to_owned() + "…",
    }
}

/// The text, its beginning replaced by an ellipsis if it does not fit so many columns.
pub fn fit_end(text: &str, columns: usize) -> String {
    let reversed = |text: &str| text.chars().rev().collect::<String>();
    match text.width() <= columns {
        true => text.to_owned(),
        false => "…".to_owned() + &reversed(cut(&reversed(text), columns.saturating_sub(1))),
    }
}

/// A number of plies in words.
///
/// ```
/// use chuhe::columns::plies;
/// assert_eq!([0, 1, 2].map(plies), ["0 plies", "1 ply", "2 plies"]);
/// ```
pub fn plies(count: u64) -> String {
    format!("{count} {}", if count == 1 { "ply" } else { "plies" })
}

/// A number of things in words.
///
/// ```
/// use chuhe::columns::counted;
/// assert_eq!([1, 2].map(|count| counted(count, "node")), ["1 node", "2 nodes"]);
/// ```
pub fn counted(count: u64, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}

/// The columns of the widest text.
pub fn widest<'t>(texts: impl Iterator<Item = &'t str>) -> usize {
    texts.map(UnicodeWidthStr::width).max().unwrap_or(0)
}

/// The text with each character that controls a terminal, reorders text or has no width escaped as in JSON. Tabs and line feeds
/// stay.
///
/// ```
/// use chuhe::columns::printable;
/// assert_eq!(printable("炮二\tx\n"), "炮二\tx\n");
/// assert_eq!(printable("\x1b[2J\u{9b}m\u{202e}\r"), r"\u001b[2J\u009bm\u202e\u000d");
/// assert_eq!(printable("炮\u{200b}二\u{feff}"), r"炮\u200b二\ufeff");
/// ```
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unprintable) {
        return Cow::Borrowed(text);
    }
    let escaped = |character| match is_unprintable(character) {
        true => format!("\\u{:04x}", u32::from(character)),
        false => character.to_string(),
    };
    Cow::Owned(text.chars().map(escaped).collect())
}

/// As [`printable`], with tabs and line feeds escaped, too: a name that stays in its line.
pub fn single_line(text: &str) -> String {
    let text = printable(text).replace('\t', "\\u0009");
    text.replace('\n', "\\u000a")
}

fn is_unprintable(character: char) -> bool {
    match character {
        '\t' | '\n' => false,
        // Characters that nothing shows. Joiners of words and emoji are not among them.
        '\u{ad}' | '\u{200b}' | '\u{2060}' | '\u{feff}' => true,
        // Marks, embeddings and isolates of right-to-left text, and separators of lines.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        other => other.is_control(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn emoji_of_two_characters_are_cut_by_their_columns() {
        for text in [
            "\u{2764}\u{fe0f}".repeat(3),
            "aaaa\u{263a}\u{fe0f}".to_owned(),
        ] {
            assert!(text.width() > 4);
            for cut in [fit(&text, 4), fit_end(&text, 4)] {
                assert!((3..=4).contains(&cut.width()), "{cut}");
            }
        }
    }
}
