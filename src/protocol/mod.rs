//! Floor 5: what the engine says to a GUI, and when.
//!
//! Meaning and text are kept apart. A *dialect* turns a line into a [`Command`] and a [`Response`]
//! into lines; the [`Machine`] between them knows only meaning, so that a second dialect needs no
//! second machine. The machine is a function from what happens to what is to be done: it owns no
//! thread, no pipe and no clock, and a whole game can be played with it in a test. The [`driver`]
//! owns those, and decides nothing.
//!
//! ```text
//!           line              Command                Action
//! stdin  ---------> ucci::read -------> Machine::step -------> driver ----> Engine
//!                                            ^    |                            |
//!                                      Event |    | Response                   |
//!                                            |    +-------> ucci::text ---> stdout
//!                                            +---------------------------------+
//! ```
//!
//! | room | idea |
//! |---|---|
//! | [`command`] | what a GUI can ask |
//! | [`response`] | what it can be told |
//! | [`options`] | the options: names, types, ranges, defaults, and what each does |
//! | [`manners`] | when to accept a draw, when to resign |
//! | [`machine`] | boot, idle, thinking: what follows from what |
//! | [`ucci`] | UCCI's text for all this |
//! | [`lines`] | lines out of any bytes, none longer than it may be |
//! | [`driver`] | stdin, stdout and the engine |
//!
//! Every command and option, with examples, is in `docs/ucci.md`.

pub mod command;
pub mod driver;
pub mod lines;
pub mod machine;
pub mod manners;
pub mod options;
pub mod response;
pub mod ucci;

use std::io::{self, BufReader, ErrorKind};
use std::process::ExitCode;

pub use command::{Amount, Command, Go, Setup};
pub use machine::{Action, Input, Machine};
pub use options::Options;
pub use response::Response;

/// Speaks UCCI over stdin and stdout until told to quit, or until the input ends.
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
