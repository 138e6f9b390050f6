//! The text of both protocols: lines are parsed into commands, responses are written as lines.
//!
//! A [`Dialect`] holds what differs between UCCI and UCI, `shared` the rest. Neither knows what was said
//! before: that is the state machine's.

mod ascii;
mod parse;
#[cfg(test)]
mod parse_tests;
pub mod protocol;
mod shared;
#[cfg(test)]
mod text_tests;
mod ucci;
mod uci;

pub use parse::ParseError;
pub use shared::{Customs, Dialect};

use super::command::Command;
use super::response::Response;
use protocol::Protocol;

impl Protocol {
    /// What is specific to the protocol.
    pub fn dialect(self) -> &'static dyn Dialect {
        match self {
            Protocol::Ucci => &ucci::Ucci,
            Protocol::Uci => &uci::Uci,
        }
    }

    /// Returns the lines of a response, without the last line break; empty where the protocol has no word for it.
    ///
    /// ```
    /// use chuhe::protocol::{Protocol, Response};
    /// use chuhe::search::{Line, score::MATE};
    /// let none = Response::NoBestMove { over: false };
    /// assert_eq!(Protocol::Ucci.text(&none), "nobestmove");
    /// assert_eq!(Protocol::Uci.text(&none), "bestmove (none)");
    /// assert_eq!(Protocol::Uci.text(&Response::Bye), "");
    /// let best = Response::BestMove { mv: "h2e2".parse().unwrap(), ponder: None, gesture: None };
    /// assert_eq!(Protocol::Ucci.text(&best), "bestmove h2e2");
    /// let message = Response::Message("no 炮".to_owned());
    /// assert_eq!(Protocol::Ucci.text(&message), r"info message no \u{70ae}");
    /// let line = Line { depth: 5, rank: 1, score: MATE - 5, pv: vec!["h2e2".parse().unwrap()], ..Line::default() };
    /// assert_eq!(
    ///     Protocol::Uci.text(&Response::Variation { line, ranked: false, wdl: None }),
    ///     "info depth 5 seldepth 0 multipv 1 score mate 3 nodes 0 nps 0 hashfull 0 time 0 pv h2e2"
    /// );
    /// ```
    pub fn text(self, response: &Response) -> String {
        shared::text(self.dialect(), response)
    }
}

/// Parses a line; `None` if it is blank. Before the greeting (no protocol) it may be either greeting, or a command
/// that is the same in both protocols.
///
/// # Errors
/// When the line makes no sense; the error says why.
///
/// ```
/// use chuhe::protocol::{Command, Protocol, dialect::parse_line};
/// assert_eq!(parse_line(None, "uci").unwrap(), Some(Command::Hello(Protocol::Uci)));
/// assert_eq!(parse_line(None, "ucci").unwrap(), Some(Command::Hello(Protocol::Ucci)));
/// let error = parse_line(None, "xboard").unwrap_err();
/// assert_eq!(error.to_string(), "say 'ucci' or 'uci' first, 'help' lists what needs neither");
///
/// for protocol in [Protocol::Ucci, Protocol::Uci] {
///     assert_eq!(parse_line(Some(protocol), " isready\t").unwrap(), Some(Command::IsReady));
///     assert_eq!(parse_line(Some(protocol), "").unwrap(), None);
/// }
/// let error = parse_line(Some(Protocol::Ucci), "position startpos moves h2e2 9g7").unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "move 2 of the list, '9g7', is not a move: want four characters such as h2e2"
/// );
/// let name = "Clear Hash".to_owned();
/// let value = String::new();
/// let command = parse_line(Some(Protocol::Uci), "setoption name Clear Hash").unwrap();
/// assert_eq!(command, Some(Command::SetOption { name, value }));
/// let error = parse_line(Some(Protocol::Uci), "go depth deep").unwrap_err();
/// assert_eq!(error.to_string(), "go depth wants a whole number, not 'deep'");
/// ```
pub fn parse_line(protocol: Option<Protocol>, line: &str) -> Result<Option<Command>, ParseError> {
    let words = line.split_ascii_whitespace();
    match protocol {
        Some(protocol) => shared::parse(protocol.dialect(), words),
        None if words.clone().next() == Some("uci") => shared::parse(&uci::Uci, words),
        None => match shared::parse(&ucci::Ucci, words) {
            Err(ParseError::UnknownCommand { .. }) => Err(ParseError::NoGreeting),
            other => other,
        },
    }
}
