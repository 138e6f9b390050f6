//! Which protocol an engine speaks, and what it announces of itself.

use serde::{Deserialize, Serialize};

use super::features;

/// Which protocol an engine speaks.
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
    /// What is said first, which asks the engine to introduce itself.
    pub const fn hello(self) -> &'static [&'static str] {
        match self {
            Protocol::Ucci => &["ucci"],
            Protocol::Uci => &["uci"],
            Protocol::XBoard => &["xboard", "protover 2"],
        }
    }

    /// With what an introduction ends: a line, or with XBoard one of the features.
    pub const fn welcome(self) -> &'static str {
        match self {
            Protocol::Ucci => "ucciok",
            Protocol::Uci => "uciok",
            Protocol::XBoard => "done=1",
        }
    }

    /// Whether an introduction ends with this line.
    pub fn is_welcome(self, line: &str) -> bool {
        match self {
            Protocol::Ucci | Protocol::Uci => line == self.welcome(),
            Protocol::XBoard => {
                let done = |(name, value): &(String, String)| name == "done" && value == "1";
                features::read(line).iter().any(done)
            }
        }
    }

    /// What to try when no introduction comes: most likely the engine speaks another protocol.
    pub const fn others(self) -> &'static str {
        match self {
            Protocol::Ucci => "proto=uci or proto=xboard",
            Protocol::Uci => "proto=ucci or proto=xboard",
            Protocol::XBoard => "proto=ucci or proto=uci",
        }
    }

    /// The name of the option that a line of the introduction offers; with XBoard a line may offer
    /// several, which are found elsewhere.
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

/// What an engine has told of itself.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// Name and whole line of each.
    pub options: Vec<(String, String)>,
    /// Name and value of XBoard's features, without the options among them.
    pub features: Vec<(String, String)>,
}

impl Offered {
    /// Notes a line of the introduction.
    pub fn hear(&mut self, protocol: Protocol, line: &str) {
        if let Some(name) = protocol.offered(line) {
            self.options.push((name.to_owned(), line.to_owned()));
        }
        if protocol == Protocol::XBoard {
            for (name, value) in features::read(line) {
                match &*name {
                    "option" => {
                        let (name, _) = value.split_once(" -").unwrap_or((&value, ""));
                        self.options.push((name.to_owned(), value.clone()));
                    }
                    _ => self.features.push((name, value)),
                }
            }
        }
    }

    /// The value of one of XBoard's features, as it was told last.
    pub fn feature(&self, name: &str) -> Option<&str> {
        let mut told = self.features.iter().rev();
        let told = told.find(|(known, _)| known == name);
        told.map(|(_, value)| value.as_str())
    }

    /// Whether it announces anything that can be set.
    pub fn has_settings(&self) -> bool {
        let is_command = |name| self.feature(name) == Some("1");
        !self.options.is_empty() || ["memory", "smp"].into_iter().any(is_command)
    }

    /// The name of the option that lets the engine play from a book. A match is about how engines
    /// think, and begins from openings of its own: so books are off where nothing else is asked for.
    pub fn book_switch(&self) -> Option<&str> {
        let switches = ["usebook", "ownbook"];
        let mut names = self.options.iter().map(|(name, _)| name.as_str());
        names.find(|name| {
            switches
                .iter()
                .any(|switch| switch.eq_ignore_ascii_case(name))
        })
    }

    /// The line that offers an option; names are compared without regard to case.
    pub fn line(&self, name: &str) -> Option<&str> {
        let mut named = self
            .options
            .iter()
            .filter(|(known, _)| known.eq_ignore_ascii_case(name));
        named.next().map(|(_, line)| line.as_str())
    }
}
