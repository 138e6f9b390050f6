//! Which text is whose: a line to the reader of the protocol spoken, a response to its writer.

use super::command::Command;
use super::face::Face;
use super::response::Response;
use super::words::Fault;
use super::{ucci, uci};

/// Reads a line. Before the greeting (`None`) it may be either greeting, or a command that is the same in both
/// protocols.
///
/// # Errors
/// Every way to be wrong is a [`Fault`] of its own.
///
/// ```
/// use chuhe::protocol::{Command, Face, dialects::read};
/// assert_eq!(read(None, "uci").unwrap(), Some(Command::Hello(Face::Uci)));
/// assert_eq!(read(None, "ucci").unwrap(), Some(Command::Hello(Face::Ucci)));
/// let fault = read(None, "xboard").unwrap_err();
/// assert_eq!(fault.to_string(), "say 'ucci' or 'uci' first, 'help' lists what needs neither");
/// ```
pub fn read(face: Option<Face>, line: &str) -> Result<Option<Command>, Fault> {
    match face {
        Some(Face::Ucci) => ucci::read(line),
        Some(Face::Uci) => uci::read(line),
        None if line.split_ascii_whitespace().next() == Some("uci") => uci::read(line),
        None => match ucci::read(line) {
            Err(Fault::UnknownCommand { .. }) => Err(Fault::NoGreeting),
            other => other,
        },
    }
}

/// The lines of a response, without the last line's end; empty where the protocol has no word for it.
///
/// ```
/// use chuhe::protocol::{Face, Response, dialects::text};
/// let none = Response::NoBestMove { over: false };
/// assert_eq!(text(Face::Ucci, &none), "nobestmove");
/// assert_eq!(text(Face::Uci, &none), "bestmove (none)");
/// assert_eq!(text(Face::Uci, &Response::Bye), "");
/// ```
pub fn text(face: Face, response: &Response) -> String {
    match face {
        Face::Ucci => ucci::text(response),
        Face::Uci => uci::text(response),
    }
}
