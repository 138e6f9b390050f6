//! EPD reader: a FEN followed by operations.
//!
//! An operation is a name, its operand and a semicolon: `dm 3;`, `id "one; two";`. The reader also accepts a
//! semicolon after the FEN, counters in it, operands without quotation marks, and the marks of a Chinese keyboard: `；` and `“ ”`.

/// An operation: its name and its operand, without quotation marks.
pub type Operation = (String, String);

/// Splits a line into its FEN and the operations after it. The FEN ends at the first `;`, or before the first word after
/// placement and side that begins with a letter. The FEN is not validated.
///
/// ```
/// use chuhe::board::epd::split;
/// let (fen, operations) = split("4k4/9/9/9/9/9/9/9/4A4/3K5 w - - dm 3; id \"one; two\";");
/// assert_eq!(fen, "4k4/9/9/9/9/9/9/9/4A4/3K5 w - -");
/// assert_eq!(operations[0], ("dm".to_owned(), "3".to_owned()));
/// assert_eq!(operations[1], ("id".to_owned(), "one; two".to_owned()));
/// assert_eq!(split("4k4/9 w；id “一；二”；"), split("4k4/9 w; id \"一；二\";"));
/// assert_eq!(split("4k4/9 w; id “一”和“二”;").1[0].1, "“一”和“二”");
/// ```
pub fn split(line: &str) -> (String, Vec<Operation>) {
    let (head, mut rest) = cut(line);
    let words: Vec<&str> = head.split_ascii_whitespace().collect();
    let is_operation = |word: &&str| word.starts_with(|first: char| first.is_ascii_alphabetic());
    let first_operation = words.iter().skip(2).position(is_operation);
    let end = first_operation.map_or(words.len(), |place| place + 2);
    let mut operations = Vec::from_iter(operation(&words[end..].join(" ")));
    while !rest.is_empty() {
        let (text, after) = cut(rest);
        operations.extend(operation(text));
        rest = after;
    }
    (words[..end].join(" "), operations)
}

/// The text before the first `;` outside quotation marks, and the text after it.
fn cut(text: &str) -> (&str, &str) {
    let end = find_unquoted(text, |character| SEPARATORS.contains(&character));
    let (head, rest) = text.split_at(end.unwrap_or(text.len()));
    (head, rest.strip_prefix(SEPARATORS).unwrap_or_default())
}

/// The ends of operations, as typed on an English and on a Chinese keyboard.
const SEPARATORS: [char; 2] = [';', '；'];

/// The offset of the first character outside quotation marks for which `is_found` holds.
pub(crate) fn find_unquoted(text: &str, mut is_found: impl FnMut(char) -> bool) -> Option<usize> {
    let mut closing = None;
    let mut characters = text.char_indices();
    let found = characters.find(|&(_, character)| match closing {
        Some(end) => {
            closing = closing.filter(|_| character != end);
            false
        }
        None => {
            closing = match character {
                '"' => Some('"'),
                '“' | '”' => Some('”'),
                _ => None,
            };
            is_found(character)
        }
    });
    found.map(|(offset, _)| offset)
}

fn operation(text: &str) -> Option<Operation> {
    let (name, operand) = text.trim().split_once(char::is_whitespace)?;
    let operand = operand.trim();
    let marks: &[char] = match operand.starts_with(['“', '”']) {
        true => &['“', '”'],
        false => &['"'],
    };
    let inner = operand.trim_matches(marks);
    // Several quoted texts keep their marks.
    let operand = if inner.contains(marks) {
        operand
    } else {
        inner
    };
    Some((name.to_owned(), operand.to_owned()))
}

/// The operand of the first operation of this name.
pub fn find<'a>(operations: &'a [Operation], name: &str) -> Option<&'a str> {
    let mut operations = operations.iter();
    let (_, operand) = operations.find(|(other, _)| other == name)?;
    Some(operand)
}
