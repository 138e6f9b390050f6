//! The introduction of an engine: its protocol, and what it announces of itself.

use serde::{Deserialize, Serialize};

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// UCCI 3.0.
    Ucci,
    /// UCI with xiangqi moves.
    Uci,
    /// XBoard's protocol, CECP 2.
    XBoard,
}

impl Protocol {
    /// The first lines, which ask the engine to introduce itself; the line that ends the introduction, or with XBoard the
    /// feature; and the other protocols, of which an engine that is silent may speak one.
    pub const fn introduction(self) -> (&'static [&'static str], &'static str, &'static str) {
        match self {
            Protocol::Ucci => (&["ucci"], "ucciok", "proto=uci or proto=xboard"),
            Protocol::Uci => (&["uci"], "uciok", "proto=ucci or proto=xboard"),
            Protocol::XBoard => (
                &["xboard", "protover 2"],
                "done=1",
                "proto=ucci or proto=uci",
            ),
        }
    }

    /// True if an introduction ends with this line.
    pub fn ends_introduction(self, line: &str) -> bool {
        match self {
            Protocol::XBoard => features(line).contains(&("done".to_owned(), "1".to_owned())),
            _ => line == self.introduction().1,
        }
    }

    /// The name of the option that a line of an introduction offers. A line of XBoard may offer several and has none here.
    ///
    /// ```
    /// use chuhe::arena::Protocol;
    /// let name = Protocol::Ucci.offered("option hashsize type spin min 0 max 64 default 16");
    /// assert_eq!(name, Some("hashsize"));
    /// let name = Protocol::Uci.offered("option name Clear Hash type button");
    /// assert_eq!(name, Some("Clear Hash"));
    /// assert_eq!(Protocol::Ucci.offered("id name Chuhe"), None);
    /// ```
    pub fn offered(self, line: &str) -> Option<&str> {
        let line = line.strip_prefix("option ")?;
        let line = match self {
            Protocol::Ucci => line,
            Protocol::Uci => line.trim_start().strip_prefix("name ")?,
            Protocol::XBoard => return None,
        };
        line.split_once(" type ").map(|(name, _)| name.trim())
    }
}

/// What an engine has announced of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// Name and whole line of each option.
    pub options: Vec<(String, String)>,
    /// Name and value of XBoard's features, without the options among them.
    pub features: Vec<(String, String)>,
}

impl Offered {
    /// Reads a line of the introduction.
    pub fn hear(&mut self, protocol: Protocol, line: &str) {
        if let Some(name) = protocol.offered(line) {
            self.options.push((name.to_owned(), line.to_owned()));
        }
        if protocol == Protocol::XBoard {
            for (name, value) in features(line) {
                if name == "option" {
                    let (name, _) = value.split_once(" -").unwrap_or((&value, ""));
                    self.options.push((name.to_owned(), value.clone()));
                } else {
                    self.features.push((name, value));
                }
            }
        }
    }

    /// The last value of one of XBoard's features.
    pub fn feature(&self, name: &str) -> Option<&str> {
        let mut features = self.features.iter().rev();
        let feature = features.find(|(known, _)| known == name);
        feature.map(|(_, value)| value.as_str())
    }

    /// True if it announces anything that can be set.
    pub fn has_settings(&self) -> bool {
        let is_command = |name| self.feature(name) == Some("1");
        !self.options.is_empty() || ["memory", "smp"].into_iter().any(is_command)
    }

    /// The name of the option that lets the engine play from a book. A match has openings of its own, so books are
    /// off unless the options of the match say otherwise.
    pub fn book_switch(&self) -> Option<&str> {
        let mut names = self.options.iter().map(|(name, _)| name.as_str());
        names.find(|name| ["usebook", "ownbook"].contains(&&*name.to_lowercase()))
    }

    /// The line that offers an option; the case of names makes no difference.
    pub fn line(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter();
        let option = options.find(|(known, _)| known.eq_ignore_ascii_case(name));
        option.map(|(_, line)| line.as_str())
    }
}

/// Names and values of a `feature` line of XBoard's protocol, without quotation marks. Other lines have none.
fn features(line: &str) -> Vec<(String, String)> {
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

/// The text before the next quotation mark, and the text after it. A mark after a backslash belongs to the text.
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
    fn features_are_read_from_any_line() {
        let line = r#"feature ping=1 myname="Big \"X\" 2" option="Hash size -spin 1 0 9" done=1"#;
        let mut offered = Offered::default();
        offered.hear(Protocol::XBoard, line);
        assert_eq!(offered.feature("ping"), Some("1"));
        assert_eq!(offered.feature("myname"), Some("Big \"X\" 2"));
        assert_eq!(offered.line("Hash size"), Some("Hash size -spin 1 0 9"));
        assert_eq!((features(line).len(), features("ping=1").len()), (4, 0));
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
            assert_eq!(features(line).len(), count, "{line}");
        }
    }
}
