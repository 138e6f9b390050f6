//! EPD: a FEN followed by operations.
//!
//! An operation is a name, its operand and a semicolon: `dm 3;`, `id "one; two";`. The reader accepts lines whose FEN
//! ends with a semicolon or not and has counters or not, and operands without quotation marks.

/// An operation: its name and its operand, without quotation marks.
pub type Operation = (String, String);

/// The FEN of a line, and the operations behind it. The FEN ends at the first `;`, or before the first word
/// that can be none of its fields: after placement and side there are only dashes and numbers. Nothing is checked.
///
/// ```
/// use chuhe::board::epd::split;
/// let (fen, operations) = split("4k4/9/9/9/9/9/9/9/4A4/3K5 w - - dm 3; id \"one; two\";");
/// assert_eq!(fen, "4k4/9/9/9/9/9/9/9/4A4/3K5 w - -");
/// assert_eq!(operations[0], ("dm".to_owned(), "3".to_owned()));
/// assert_eq!(operations[1], ("id".to_owned(), "one; two".to_owned()));
/// ```
pub fn split(line: &str) -> (String, Vec<Operation>) {
    let (head, mut rest) = cut(line);
    let words: Vec<&str> = head.split_ascii_whitespace().collect();
    let is_operation = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    let behind = words.iter().skip(2).position(is_operation);
    let end = behind.map_or(words.len(), |place| place + 2);
    let mut operations = Vec::from_iter(operation(&words[end..].join(" ")));
    while !rest.is_empty() {
        let (text, behind) = cut(rest);
        operations.extend(operation(text));
        rest = behind;
    }
    (words[..end].join(" "), operations)
}

/// The text before the first `;` outside quotation marks, and the text behind it.
fn cut(text: &str) -> (&str, &str) {
    let mut quoted = false;
    let is_end = |character| {
        quoted ^= character == '"';
        character == ';' && !quoted
    };
    text.split_once(is_end).unwrap_or((text, ""))
}

fn operation(text: &str) -> Option<Operation> {
    let (name, operand) = text.trim().split_once(char::is_whitespace)?;
    Some((name.to_owned(), operand.trim().trim_matches('"').to_owned()))
}

/// The operand of the first operation of this name.
pub fn find<'a>(operations: &'a [Operation], name: &str) -> Option<&'a str> {
    let mut operations = operations.iter();
    let (_, operand) = operations.find(|(known, _)| known == name)?;
    Some(operand)
}
