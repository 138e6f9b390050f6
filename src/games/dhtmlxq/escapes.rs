//! Escapes in DhtmlXQ: HTML entities, characters by number, and line breaks.

/// What separates the lines of a comment.
const LINE_BREAKS: [&str; 7] = ["||", "<br>", "<br/>", "<br />", "<BR>", "<BR/>", "<BR />"];

/// A comment, decoded as [`unescaped`], with its line breaks.
pub fn unescaped_lines(comment: &str) -> String {
    let mut lines = comment.to_owned();
    for line_break in LINE_BREAKS {
        lines = lines.replace(line_break, "\n");
    }
    unescaped(&lines)
}

/// The named entities of HTML that are read.
const ENTITIES: [(&str, char); 17] = [
    ("amp", '&'),
    ("lt", '<'),
    ("gt", '>'),
    ("quot", '"'),
    ("apos", '\''),
    ("nbsp", ' '),
    ("ensp", ' '),
    ("emsp", ' '),
    ("middot", '·'),
    ("bull", '•'),
    ("hellip", '…'),
    ("mdash", '—'),
    ("ndash", '–'),
    ("ldquo", '“'),
    ("rdquo", '”'),
    ("lsquo", '‘'),
    ("rsquo", '’'),
];

/// The longest entity that is read, in bytes.
const MAX_ENTITY: usize = 12;

/// The character of the entity with which a text begins, such as `&amp;`, `&#30002;` or `&#x7532;`, and its length in bytes.
fn entity(text: &str) -> Option<(char, usize)> {
    let rest = text.strip_prefix('&')?;
    let end = rest
        .bytes()
        .take(MAX_ENTITY)
        .position(|byte| byte == b';')?;
    let name = &rest[..end];
    let character = match name.strip_prefix('#') {
        Some(number) => {
            let number = match number.strip_prefix(['x', 'X']) {
                Some(digits) => u32::from_str_radix(digits, 16),
                None => number.parse(),
            };
            char::from_u32(number.ok()?)?
        }
        None => ENTITIES.iter().find(|(known, _)| *known == name)?.1,
    };
    Some((character, 1 + end + 1))
}

/// The unit of UTF-16 with which a text begins by its number, as `\u70ae`, which has six bytes.
fn numbered_unit(text: &str) -> Option<u16> {
    let digits = text.strip_prefix("\\u")?.get(..4)?;
    let is_number = digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_number.then(|| u16::from_str_radix(digits, 16).ok())?
}

/// A value with its HTML entities and its characters by number (`\u70ae`) decoded.
pub fn unescaped(value: &str) -> String {
    let mut units = Vec::new();
    let mut rest = value;
    while let Some(first) = rest.chars().next() {
        let length = match numbered_unit(rest) {
            Some(unit) => {
                units.push(unit);
                6
            }
            None => {
                let (character, length) = entity(rest).unwrap_or((first, first.len_utf8()));
                units.extend_from_slice(character.encode_utf16(&mut [0; 2]));
                length
            }
        };
        rest = &rest[length..];
    }
    String::from_utf16_lossy(&units)
}
