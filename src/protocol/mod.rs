//! Layer 5: the protocols UCCI and UCI between a GUI and the engine.
//!
//! Meaning and text are kept apart. A *dialect* parses a line into a [`Command`] and writes a [`Response`]
//! as lines; the [`Machine`] between them knows only meaning and serves both. It is a function from what
//! happens to what is to be done: it owns no thread, no pipe and no clock, and a whole game can be played
//! with it in a test. The [`driver`] owns those, and decides nothing.
//!
//! ```text
//!              line                 Command                Action
//! stdin  ------------> parse_line ----------> Machine::step -------> driver ----> Engine
//!                                               ^    |                              |
//!                                         Event |    | Response                     |
//!                                               |    +--> Protocol::text --> stdout |
//!                                               +-----------------------------------+
//! ```
//!
//! The first line decides which protocol is spoken: `ucci` or `uci`. Commands for people and scripts need
//! neither.
//!
//! | module | idea |
//! |---|---|
//! | [`command`] | what a GUI can ask |
//! | [`response`] | what it can be told |
//! | [`dialect`] | the text of both, in UCCI and in UCI |
//! | [`options`] | the options: names, types, ranges, defaults, and what each does |
//! | [`machine`] | the state machine: what follows from what |
//! | [`manners`] | when to accept a draw, when to resign |
//! | [`script`] | commands for people and scripts |
//! | [`job`] | searches, mate proofs, and scripts that take long: how each is started and cancelled |
//! | [`wdl`] | from a score to chances |
//! | [`lines`] | lines out of any bytes, of limited length |
//! | [`transcript`] | a log file of the conversation |
//! | [`driver`] | stdin, stdout and the engine |
//!
//! Every command, with examples, is in `docs/ucci.md` and `docs/uci.md`, every option in `docs/options.md`.

pub mod command;
pub mod dialect;
pub mod driver;
pub mod job;
pub mod lines;
pub mod machine;
pub mod manners;
pub mod options;
pub mod response;
pub mod script;
pub mod transcript;
pub mod wdl;

use std::io::{self, BufReader, ErrorKind};
use std::process::ExitCode;

pub use command::{Amount, Command, Go, Setup};
pub use dialect::protocol::Protocol;
pub use machine::{Action, Input, Machine};
pub use options::Options;
pub use response::Response;

/// Speaks UCCI or UCI over stdin and stdout until told to quit, or until the input ends.
///
/// Fails only when the output can no longer be written; a GUI that hung up is no failure.
pub fn run() -> ExitCode {
    let input = BufReader::new(io::stdin());
    match driver::drive(input, io::stdout()) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) if error.kind() == ErrorKind::BrokenPipe => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("cannot write to the GUI: {error}");
            ExitCode::FAILURE
        }
    }
}
