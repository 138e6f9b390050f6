//! The handshake with an engine: its protocol, and the options and features that it announces.

use serde::{Deserialize, Serialize};

/// The protocol of an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum EngineProtocol {
    /// UCCI 3.0.
    Ucci,
    /// UCI with xiangqi moves.
    Uci,
    /// XBoard's protocol, CECP 2.
    XBoard,
}

impl EngineProtocol {
    /// The lines that start the handshake; the line (for XBoard the feature) that ends it; and the `proto` options of the
    /// other protocols, for the message about an engine that does not answer.
    pub const fn handshake(self) -> (&'static [&'static str], &'static str, &'static str) {
        match self {
            EngineProtocol::Ucci => (&["ucci"], "ucciok", "proto=uci or proto=xboard"),
            EngineProtocol::Uci => (&["uci"], "uciok", "proto=ucci or proto=xboard"),
            EngineProtocol::XBoard => (
                &["xboard", "protover 2"],
                "done=1",
                "proto=ucci or proto=uci",
            ),
        }
    }

    /// True if this line ends the handshake.
    pub fn ends_handshake(self, line: &str) -> bool {
        match self {
            EngineProtocol::XBoard => features(line).contains(&("done".to_owned(), "1".to_owned())),
            _ => line == self.handshake().1,
        }
    }

    /// The name of the option that a UCCI or UCI line announces; `None` for other lines and for XBoard, where a line may
    /// announce several.
    fn option_name(self, line: &str) -> Option<&str> {
        let line = line.strip_prefix("option ")?;
        let line = match self {
            EngineProtocol::Ucci => line,
            EngineProtocol::Uci => line.trim_start().strip_prefix("name ")?,
            EngineProtocol::XBoard => return None,
        };
        line.split_once(" type ").map(|(name, _)| name.trim())
    }
}

/// The options and features that an engine announces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Announcement {
    /// The name of each option and the text that describes it: the whole line, or the value of the feature. XBoard's commands
    /// `memory` and `cores` are options, too, if features announce them.
    pub options: Vec<(String, String)>,
    /// The name and value of each of XBoard's features except `option`.
    pub features: Vec<(String, String)>,
}

impl Announcement {
    /// Adds what a line of the handshake announces.
    pub fn add_line(&mut self, protocol: EngineProtocol, line: &str) {
        if let Some(name) = protocol.option_name(line) {
            self.options.push((name.to_owned(), line.to_owned()));
        }
        if protocol == EngineProtocol::XBoard {
            for (name, value) in features(line) {
                let option = match (&*name, &*value) {
                    ("option", option) => Some(option),
                    ("memory", "1") => Some("memory -spin 1 1"),
                    ("smp", "1") => Some("cores -spin 1 1"),
                    _ => None,
                };
                if let Some(option) = option {
                    let (name, _) = option.split_once(" -").unwrap_or((option, ""));
                    self.options.push((name.to_owned(), option.to_owned()));
                }
                if name != "option" {
                    self.features.push((name, value));
                }
            }
        }
    }

    /// The last value of one of XBoard's features, by its name.
    pub fn feature(&self, name: &str) -> Option<&str> {
        let mut features = self.features.iter().rev();
        let feature = features.find(|(known, _)| known == name);
        feature.map(|(_, value)| value.as_str())
    }

    /// The name of the option that switches the opening book. A match has its own openings, so books are off unless an
    /// option of the match switches them on.
    pub fn book_option(&self) -> Option<&str> {
        let mut names = self.options.iter().map(|(name, _)| name.as_str());
        names.find(|name| ["usebook", "ownbook"].contains(&&*name.to_lowercase()))
    }

    /// The text that describes an option, by its name; case is ignored.
    pub fn option_line(&self, name: &str) -> Option<&str> {
        let mut options = self.options.iter();
        let option = options.find(|(known, _)| known.eq_ignore_ascii_case(name));
        option.map(|(_, line)| line.as_str())
    }
}

/// The names and values of a `feature` line of XBoard's protocol, without quotation marks; none for other lines.
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

/// Splits a text at the next quotation mark. A backslash escapes the character after it.
fn quotation(text: &str) -> (String, &str) {
    let mut value = String::new();
    let mut letters = text.char_indices();
    while let Some((index, letter)) = letters.next() {
        match letter {
            '"' => return (value, &text[index + 1..]),
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
    fn feature_lines_are_parsed() {
        let line = r#"feature ping=1 myname="Big \"X\" 2" option="Hash size -spin 1 0 9" done=1"#;
        let mut announced = Announcement::default();
        announced.add_line(EngineProtocol::XBoard, line);
        assert_eq!(announced.feature("ping"), Some("1"));
        assert_eq!(announced.feature("myname"), Some("Big \"X\" 2"));
        let option = announced.option_line("Hash size");
        assert_eq!(option, Some("Hash size -spin 1 0 9"));
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
