//! Layer 5: the protocols UCCI and UCI between a GUI and the engine.
//!
//! Meaning and text are kept apart. [`dialect`] parses a line into a [`Command`] and writes a [`Response`] as lines; the
//! [`Machine`] between them knows only meaning and serves both protocols. It is a function from inputs to actions: it owns no
//! thread, no pipe and no clock, and a test can play a whole game with it. The [`driver`] owns those, and decides
//! nothing.
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
//! The first line decides which protocol is spoken: `ucci` or `uci`. Commands for people and scripts ([`script`]) need
//! neither. Every command, with examples, is in `docs/ucci.md` and `docs/uci.md`, every option in `docs/options.md`.

pub(crate) mod adjudication;
pub(crate) mod command;
pub mod dialect;
pub mod driver;
pub mod job;
pub mod lines;
pub(crate) mod machine;
pub mod options;
pub(crate) mod response;
pub mod script;
pub(crate) mod transcript;
pub mod wdl;

use std::io::{self, BufReader, ErrorKind};
use std::process::ExitCode;

pub use command::{Command, Go, Protocol, Setup};
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
