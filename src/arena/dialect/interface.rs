//! The trait that each protocol implements.

use crate::arena::control::GoParameters;
use crate::board::Move;
use crate::rules::Game;

/// A line that an engine sends while it searches, parsed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParsedLine {
    /// The state of the search.
    Info {
        /// The depth in plies.
        depth: Option<u32>,
        /// The score in centipawns for the side to move.
        score: Option<i32>,
    },
    /// The answer: a move.
    Move(Move),
    /// The answer: the engine resigns.
    Resign,
    /// The answer: no move, or text that is no move.
    NoMove,
    /// Any other line.
    Other,
}

/// Writes and parses the messages of one engine, after the handshake.
pub trait Dialect: Send {
    /// The lines to send before the first game.
    fn prepare(&self) -> Vec<String>;
    /// The line that sets an option.
    fn set_option(&self, name: &str, value: &str) -> String;
    /// The lines to send before each game.
    fn new_game(&mut self) -> Vec<String>;
    /// The lines that set up the last position of a game.
    fn position(&mut self, game: &Game) -> Vec<String>;
    /// The lines that start the search; the last one starts the clock.
    fn go(&mut self, parameters: &GoParameters) -> Vec<String>;
    /// The line that stops the search, so that the engine answers at once.
    fn stop(&self) -> &'static str {
        "stop"
    }
    /// The line that is answered when all earlier lines are processed, and its answer; `None` if the engine has no such
    /// command.
    fn ready_request(&mut self) -> Option<(String, String)> {
        Some(("isready".to_owned(), "readyok".to_owned()))
    }
    /// True if [`Dialect::ready_request`] is also sent before each move, not only before each game.
    fn syncs_before_go(&self) -> bool {
        false
    }
    /// True if the engine can play more than one game.
    fn is_reusable(&self) -> bool {
        true
    }
    /// True if a line received before the answer to [`Dialect::ready_request`] rejects an earlier line.
    fn is_rejection(&self, _line: &str) -> bool {
        false
    }
    /// The message to the user in a line received before the answer to [`Dialect::ready_request`].
    fn message<'l>(&self, line: &'l str) -> Option<&'l str> {
        let heads = ["info string ", "info message "];
        heads.iter().find_map(|head| line.strip_prefix(head))
    }
    /// Parses a line that was received during a search.
    fn read(&mut self, line: &str) -> ParsedLine;
}

/// A line `position fen FEN moves ...`.
pub(super) fn position_line(fen: &str, moves: impl Iterator<Item = String>) -> String {
    let moves: Vec<String> = moves.collect();
    match moves.is_empty() {
        true => format!("position fen {fen}"),
        false => format!("position fen {fen} moves {}", moves.join(" ")),
    }
}
