//! The text of both protocols: lines are parsed into commands, responses are written as lines.
//!
//! Nothing here knows what was sent before: that is in the state machine.

mod parse;
#[cfg(test)]
mod parse_tests;
mod text;
#[cfg(test)]
mod text_tests;
mod ucci;
mod uci;

use super::command::{Command, Protocol};
use super::script::Script;
use crate::search::bench;
use crate::search::iterative::MAX_DEPTH;
use parse::{depth, perft, setup};

/// The error of a line that only has a meaning in a protocol, before either greeting.
pub(super) const NO_GREETING: &str = "say 'ucci' or 'uci' first, 'help' lists what needs neither";

/// Parses a line; `None` if it is blank. Before the greeting (no protocol) it may be either greeting, or a command
/// that is the same in both protocols.
///
/// # Errors
/// When the line makes no sense; the error says why.
///
/// ```
/// use chuhe::protocol::{Command, Protocol, dialect::parse_line};
/// assert_eq!(parse_line(None, "uci"), Ok(Some(Command::Hello(Protocol::Uci))));
/// assert_eq!(parse_line(None, "ucci"), Ok(Some(Command::Hello(Protocol::Ucci))));
/// let error = parse_line(None, "xboard").unwrap_err();
/// assert_eq!(error, "say 'ucci' or 'uci' first, 'help' lists what needs neither");
///
/// assert_eq!(parse_line(Some(Protocol::Uci), " isready\t"), Ok(Some(Command::IsReady)));
/// assert_eq!(parse_line(Some(Protocol::Uci), ""), Ok(None));
/// let error = parse_line(Some(Protocol::Uci), "go depth deep").unwrap_err();
/// assert_eq!(error, "go depth wants a whole number, not 'deep'");
/// ```
pub fn parse_line(protocol: Option<Protocol>, line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_ascii_whitespace();
    let all = words.clone();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let command = match protocol {
        None if first == "uci" => Some(Command::Hello(Protocol::Uci)),
        Some(Protocol::Uci) => uci::parse(all)?,
        None | Some(Protocol::Ucci) => ucci::parse(all)?,
    };
    if command.is_some() {
        return Ok(command);
    }
    Ok(Some(match first {
        "isready" => Command::IsReady,
        "position" => Command::Position(setup(first, words)?),
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        "d" => Command::Script(Script::Show),
        "eval" => Command::Script(Script::Eval),
        "perft" => Command::Script(perft(words)?),
        "bench" if words.clone().next().is_none() => Command::Script(Script::Bench(bench::DEPTH)),
        "bench" => Command::Script(Script::Bench(depth(first, words, 1..=MAX_DEPTH)?)),
        "judge" => Command::Script(Script::Judge),
        "help" => Command::Script(Script::Help),
        word => {
            let protocol = match protocol {
                None => return Err(NO_GREETING.to_owned()),
                Some(Protocol::Ucci) => "UCCI",
                Some(Protocol::Uci) => "UCI",
            };
            return Err(format!(
                "'{word}' is not a command of {protocol}: 'help' lists them"
            ));
        }
    }))
}
