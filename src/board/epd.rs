//! A position and what is said of it: FEN followed by operations (EPD).
//!
//! An operation is a name, what follows it, and a semicolon: `dm 3;`, `id "one; two";`. Files of the wild end
//! the FEN with a semicolon or not, have its counters or not, and forget quotation marks; all of that is read.

/// An operation: its name and what follows it, without quotation marks.
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
    let mut operations = Vec::new();
    operations.extend(operation(&words[end..].join(" ")));
    while !rest.is_empty() {
        let (text, behind) = cut(rest);
        operations.extend(operation(text));
        rest = behind;
    }
    (words[..end].join(" "), operations)
}

/// What stands before the first `;` outside quotation marks, and what behind it.
fn cut(text: &str) -> (&str, &str) {
    let mut quoted = false;
    for (place, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b';' if !quoted => return (&text[..place], &text[place + 1..]),
            _ => {}
        }
    }
    (text, "")
}

/// Name and operand.
fn operation(text: &str) -> Option<Operation> {
    let (name, operand) = text.trim().split_once(char::is_whitespace)?;
    Some((name.to_owned(), operand.trim().trim_matches('"').to_owned()))
}

/// What an operation says, `None` without it.
pub fn find<'a>(operations: &'a [Operation], name: &str) -> Option<&'a str> {
    let mut named = operations.iter().filter(|(known, _)| known == name);
    named.next().map(|(_, operand)| operand.as_str())
}
