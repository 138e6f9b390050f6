//! The trait that each protocol implements.

use crate::arena::control::Thinking;
use crate::board::Move;
use crate::rules::Game;

/// The meaning of a line of an engine that thinks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Heard {
    /// The state of the search.
    Info {
        /// Depth in plies.
        depth: Option<u32>,
        /// Score for the side to move.
        score: Option<i32>,
    },
    /// The answer: a move.
    Move(Move),
    /// The answer: the engine resigns.
    Resign,
    /// The answer: that there is no move, or something that is no move.
    Nothing,
    /// Any other line.
    Other,
}

/// The protocol of one engine, after the introduction.
pub trait Dialect: Send {
    /// The lines before the first game.
    fn prepare(&self) -> Vec<String>;
    /// The line that sets an option.
    fn set_option(&self, name: &str, value: &str) -> String;
    /// The lines before each game.
    fn new_game(&mut self) -> Vec<String>;
    /// The lines for the last position of a game.
    fn position(&mut self, game: &Game) -> Vec<String>;
    /// The lines that start the search, the last of them at once.
    fn go(&mut self, thinking: &Thinking) -> Vec<String>;
    /// The line that asks for an answer at once.
    fn stop(&self) -> &'static str {
        "stop"
    }
    /// The question whether all lines before are done, and its answer; `None` for an engine
    /// that cannot be asked.
    fn ready(&mut self) -> Option<(String, String)> {
        Some(("isready".to_owned(), "readyok".to_owned()))
    }
    /// True if it is asked so before each move too, not only before a game.
    fn waits_before_go(&self) -> bool {
        false
    }
    /// True if it can play more than one game.
    fn is_reusable(&self) -> bool {
        true
    }
    /// True if a line rejects an earlier one, when only the answer to [`Dialect::ready`] is due.
    fn objects(&self, _line: &str) -> bool {
        false
    }
    /// The message to people in a line, when only the answer to [`Dialect::ready`] is due.
    fn remark<'l>(&self, line: &'l str) -> Option<&'l str> {
        let heads = ["info string ", "info message "];
        heads.iter().find_map(|head| line.strip_prefix(head))
    }
    /// The meaning of a line.
    fn read(&mut self, line: &str) -> Heard;
}

/// A line `position fen FEN moves ...`.
pub(super) fn position_line(fen: &str, moves: impl Iterator<Item = String>) -> String {
    let moves: Vec<String> = moves.collect();
    match moves.is_empty() {
        true => format!("position fen {fen}"),
        false => format!("position fen {fen} moves {}", moves.join(" ")),
    }
}
