//! What an engine tells of itself by `feature` lines, in XBoard's protocol.

/// Names and values of a `feature` line; values are without their quotation marks. Any other line has
/// none.
///
/// ```
/// use chuhe::arena::dialect::features::read;
/// let found = read("feature ping=1 myname=\"Big \\\"X\\\" 2\" option=\"Hash size -spin 1 0 9\" done=1");
/// let value = |name| found.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str());
/// assert_eq!(value("ping"), Some("1"));
/// assert_eq!(value("option"), Some("Hash size -spin 1 0 9"));
/// assert_eq!((found.len(), read("ping=1").len()), (4, 0));
/// ```
pub fn read(line: &str) -> Vec<(String, String)> {
    let Some(mut rest) = line.trim().strip_prefix("feature ") else {
        return Vec::new();
    };
    let mut features = Vec::new();
    while let Some((name, after)) = rest.split_once('=') {
        let (value, after) = match after.strip_prefix('"') {
            Some(quoted) => quotation(quoted),
            None => {
                let (value, after) = after.split_once(' ').unwrap_or((after, ""));
                (value.to_owned(), after)
            }
        };
        features.push((name.trim().to_owned(), value));
        rest = after;
    }
    features
}

/// What stands before the next quotation mark, and what comes after that. A mark behind a backslash
/// is one of the text.
fn quotation(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((place, letter)) = letters.next() {
        match letter {
            '"' => return (value, &text[place + 1..]),
            '\\' => value.extend(letters.next().map(|(_, letter)| letter)),
            _ => value.push(letter),
        }
    }
    (value, "")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn whatever_stands_there_is_read_without_end_or_panic() {
        for (line, count) in [
            ("feature", 0),
            ("feature ", 0),
            ("feature done", 0),
            ("feature a=", 1),
            ("feature a=\"", 1),
            ("feature a=\"\\", 1),
            ("feature  a=1   b=\"x y\"  c=楚", 3),
            ("feature a=\"x\"b=2", 2),
        ] {
            assert_eq!(read(line).len(), count, "{line}");
        }
    }
}
