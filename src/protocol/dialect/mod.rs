//! The text of both protocols: lines are parsed into commands, responses are written as lines.
//!
//! UCI is the dialect that GUIs for xiangqi share (Cyclone): ranks from 0 to 9, and `fen ...` for `position fen ...`.
//!
//! This module has no state.

mod parse;
#[cfg(test)]
mod parse_tests;
mod text;
#[cfg(test)]
mod text_tests;
mod ucci;
mod uci;

use super::command::{Command, Protocol};
use super::console::ConsoleCommand;
use crate::search::bench;
use crate::search::request::MAX_DEPTH;
use parse::{depth, game, moves, option, perft, split_word};

/// The error of a line that needs a greeting first.
pub(super) const NO_GREETING: &str =
    "send 'ucci' or 'uci' first; 'help' lists the commands that need neither";

/// Parses a line; `None` if it is blank. Before the greeting (no protocol) it may be a greeting, or a command of UCCI.
///
/// # Errors
/// The reason why the line is invalid.
///
/// ```
/// use chuhe::protocol::{Command, Protocol, dialect::parse_line};
/// assert_eq!(parse_line(None, "uci"), Ok(Some(Command::Greeting(Protocol::Uci))));
/// assert_eq!(parse_line(None, "ucci"), Ok(Some(Command::Greeting(Protocol::Ucci))));
/// let error = parse_line(None, "xboard").unwrap_err();
/// assert_eq!(error, "send 'ucci' or 'uci' first; 'help' lists the commands that need neither");
///
/// assert_eq!(parse_line(Some(Protocol::Uci), " isready\t"), Ok(Some(Command::IsReady)));
/// assert_eq!(parse_line(Some(Protocol::Uci), ""), Ok(None));
/// let error = parse_line(Some(Protocol::Uci), "go depth deep").unwrap_err();
/// assert_eq!(error, "go depth: expected a whole number, found 'deep'");
/// ```
pub fn parse_line(protocol: Option<Protocol>, line: &str) -> Result<Option<Command>, String> {
    let mut words = line.split_ascii_whitespace();
    let all = words.clone();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    let is_uci = protocol == Some(Protocol::Uci);
    let set_option = |name: &str, value: &str| Command::SetOption {
        name: name.to_owned(),
        value: value.to_owned(),
    };
    Ok(Some(match first {
        "ucci" if !is_uci => Command::Greeting(Protocol::Ucci),
        "uci" if protocol != Some(Protocol::Ucci) => Command::Greeting(Protocol::Uci),
        "isready" => Command::IsReady,
        "setoption" => option(split_word(line).1, is_uci)?,
        // Some options of UCCI are commands in UCI.
        "ucinewgame" if is_uci => set_option("newgame", ""),
        "debug" if is_uci => set_option("debug", words.next().unwrap_or_default()),
        "position" => Command::Position(Box::new(game(first, words)?)),
        // Cyclone and uci2wb omit the word `position`.
        "fen" | "startpos" if is_uci => Command::Position(Box::new(game("position", all)?)),
        "banmoves" if !is_uci => Command::BanMoves(moves(words)?),
        "go" if is_uci => uci::parse_go(words)?,
        "go" => Command::Go(ucci::parse_go(words)?),
        // The clock must start, whatever else the line says. Only UCCI has `draw`.
        "ponderhit" => Command::PonderHit {
            draw: !is_uci && words.next() == Some("draw"),
        },
        "probe" if !is_uci => Command::Probe(Box::new(game(first, words)?.board().clone())),
        "stop" => Command::Stop,
        "quit" => Command::Quit,
        "d" => Command::Console(ConsoleCommand::Show),
        "eval" => Command::Console(ConsoleCommand::Eval),
        "perft" => Command::Console(perft(words)?),
        "bench" if words.clone().next().is_none() => {
            Command::Console(ConsoleCommand::Bench(bench::DEPTH))
        }
        "bench" => Command::Console(ConsoleCommand::Bench(depth(first, words, 1..=MAX_DEPTH)?)),
        "judge" => Command::Console(ConsoleCommand::Judge),
        "help" => Command::Console(ConsoleCommand::Help),
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
