//! [`ProtocolCodec`]: writes and parses the messages of one protocol.

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
    /// The answer is a move.
    Move(Move),
    /// The engine resigns.
    Resign,
    /// The answer holds no move: `nobestmove`, or text that cannot be parsed.
    InvalidAnswer,
    /// Any other line.
    Other,
}

/// Writes and parses the messages of one protocol after the handshake. Each running engine has its own.
pub trait ProtocolCodec: Send {
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
    /// True if [`ProtocolCodec::ready_request`] is also sent before each move, not only before each game.
    fn syncs_before_go(&self) -> bool {
        false
    }
    /// True if the engine can play more than one game.
    fn is_reusable(&self) -> bool {
        true
    }
    /// True if a line received before the answer to [`ProtocolCodec::ready_request`] rejects an earlier line, or claims that
    /// the game in progress is over.
    fn is_rejection(&self, _line: &str) -> bool {
        false
    }
    /// The message to the user in a line received before the answer to [`ProtocolCodec::ready_request`].
    fn message<'l>(&self, line: &'l str) -> Option<&'l str> {
        let prefixes = ["info string ", "info message "];
        prefixes.iter().find_map(|prefix| line.strip_prefix(prefix))
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

/// Parameters for tests: black to move, with 9,999 ms left for red and 62,500 ms for black.
#[cfg(test)]
pub(super) fn black_to_move(control: crate::arena::control::TimeControl) -> GoParameters {
    let (side, left) = (crate::board::Color::Black, [9_999, 62_500]);
    GoParameters {
        control,
        side,
        left: left.map(std::time::Duration::from_millis),
    }
}
