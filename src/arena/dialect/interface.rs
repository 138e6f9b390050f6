//! What every protocol can say to an engine and read from it.

use crate::arena::control::Thinking;
use crate::board::Move;
use crate::rules::Game;

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
    fn new_game(&mut self) -> Vec<String>;
    /// The position, with what led to it.
    fn position(&mut self, game: &Game) -> Vec<String>;
    /// Think. The last line is the word to begin.
    fn go(&mut self, thinking: &Thinking) -> Vec<String>;
    /// Answer at once.
    fn stop(&self) -> &'static str {
        "stop"
    }
    /// A question whether all that was said before is done, and the answer to it; `None` for an engine
    /// that cannot be asked.
    fn ready(&self) -> Option<(String, String)> {
        Some(("isready".to_owned(), "readyok".to_owned()))
    }
    /// Whether it is asked so before each move too, not only before a game.
    fn waits_before_go(&self) -> bool {
        false
    }
    /// Whether it can play more than one game.
    fn is_reusable(&self) -> bool {
        true
    }
    /// Whether a line that comes when none but the answer to [`Dialect::ready`] is due refuses what was
    /// said before.
    fn objects(&self, _line: &str) -> bool {
        false
    }
    /// What an engine says to people in such a line, when only the answer to [`Dialect::ready`] is due.
    fn remark<'l>(&self, line: &'l str) -> Option<&'l str> {
        ["info string ", "info message "]
            .iter()
            .find_map(|head| line.strip_prefix(head))
    }
    /// What a line means.
    fn read(&mut self, line: &str) -> Heard;
}
