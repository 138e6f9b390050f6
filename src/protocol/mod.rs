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
//! stdin  ---------> dialects::read --> Machine::step -------> driver ----> Engine
//!                                            ^    |                            |
//!                                      Event |    | Response                   |
//!                                            |    +--> dialects::text ---> stdout
//!                                            +---------------------------------+
//! ```
//!
//! The first line decides which protocol is spoken: `ucci` or `uci`. Commands for people and scripts need
//! neither.
//!
//! | room | idea |
//! |---|---|
//! | [`command`] | what a GUI can ask |
//! | [`response`] | what it can be told |
//! | [`options`] | the options: names, types, ranges, defaults, and what each does |
//! | [`manners`] | when to accept a draw, when to resign |
//! | [`machine`] | boot, idle, thinking: what follows from what |
//! | [`face`] | the two protocols, and in which customs they differ |
//! | [`ucci`], [`uci`] | the text of each for all this |
//! | [`dialects`] | which text is whose |
//! | [`words`], [`ascii`] | what the texts share |
//! | [`script`] | commands for people and scripts |
//! | [`work`] | those of them that may take long |
//! | [`proof`] | `go mate` |
//! | [`transcript`] | a file of what is heard and said |
//! | [`wdl`] | from a score to chances |
//! | [`lines`] | lines out of any bytes, none longer than it may be |
//! | [`driver`] | stdin, stdout and the engine |
//!
//! Every command, with examples, is in `docs/ucci.md` and `docs/uci.md`, every option in `docs/options.md`.

pub mod ascii;
pub mod command;
pub mod dialects;
pub mod driver;
pub mod face;
pub mod lines;
pub mod machine;
pub mod manners;
pub mod options;
pub mod proof;
pub mod response;
pub mod script;
pub mod transcript;
pub mod ucci;
pub mod uci;
pub mod wdl;
pub mod words;
pub mod work;

use std::io::{self, BufReader, ErrorKind};
use std::process::ExitCode;

pub use command::{Amount, Command, Go, Setup};
pub use face::Face;
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
