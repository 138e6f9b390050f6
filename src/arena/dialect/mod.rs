//! How to speak to an engine: what differs from protocol to protocol, and nothing else.

mod info;
pub mod ucci;
pub mod uci;

use serde::{Deserialize, Serialize};

pub use ucci::Ucci;
pub use uci::Uci;

use super::control::Thinking;
use crate::board::Move;
use crate::rules::Game;

/// Which protocol an engine speaks.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Protocol {
    /// UCCI 3.0.
    Ucci,
    /// UCI with xiangqi moves.
    Uci,
}

impl Protocol {
    /// Its first word, which asks the engine to introduce itself.
    pub const fn hello(self) -> &'static str {
        match self {
            Protocol::Ucci => "ucci",
            Protocol::Uci => "uci",
        }
    }

    /// With what an introduction ends.
    pub const fn welcome(self) -> &'static str {
        match self {
            Protocol::Ucci => "ucciok",
            Protocol::Uci => "uciok",
        }
    }

    /// The name of the option that a line of the introduction offers.
    ///
    /// ```
    /// use chuhe::arena::dialect::Protocol;
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
        };
        line.split_once(" type ").map(|(name, _)| name.trim())
    }
}

/// The options that an engine has offered.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Offered {
    /// Name and whole line of each.
    pub options: Vec<(String, String)>,
}

impl Offered {
    /// The line that offers an option; names are compared without regard to case.
    pub fn line(&self, name: &str) -> Option<&str> {
        let mut named = self
            .options
            .iter()
            .filter(|(known, _)| known.eq_ignore_ascii_case(name));
        named.next().map(|(_, line)| line.as_str())
    }
}

/// What a line of an engine that thinks means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// How the search stands.
    Info {
        /// Depth in plies.
        depth: Option<u32>,
        /// Score for the side to move.
        score: Option<i32>,
    },
    /// The answer.
    Best(Best),
    /// Anything else: not for us.
    Other,
}

/// An answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Best {
    /// Play this.
    Move(Move),
    /// The engine gives up.
    Resign,
    /// The engine says that there is no move, or what it says is none.
    Nothing,
}

/// One engine's protocol, after the introduction.
pub trait Dialect: Send {
    /// What is said before the first game.
    fn prepare(&self) -> Vec<String>;
    /// Sets an option.
    fn set_option(&self, name: &str, value: &str) -> String;
    /// What is said before each game.
    fn new_game(&self) -> Vec<String>;
    /// The position, with what led to it.
    fn position(&self, game: &Game) -> String;
    /// Think.
    fn go(&self, thinking: &Thinking) -> String;
    /// What a line means.
    fn read(&self, line: &str) -> Heard;
}
