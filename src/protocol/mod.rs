//! The protocols UCCI and UCI between a GUI and the engine. Layer 5 of `docs/architecture.md`.
//!
//! [`dialect`] parses a line into a [`Command`] and formats a [`Response`] as lines. The [`Machine`] between them handles no
//! text and serves both protocols. It is a function from inputs to actions without threads, pipes or a clock, so that a test
//! can play a whole game with it. The [`conversation`] makes no decisions: it performs the actions. The `driver` owns stdin and
//! stdout.
//!
//! ```text
//!              line                 Command                Action
//! stdin  ------------> parse_line ----------> Machine::step ---> conversation --> Engine
//!                                               ^    |                              |
//!                                         Event |    | Response                     |
//!                                               |    +--> Protocol::text --> stdout |
//!                                               +-----------------------------------+
//! ```
//!
//! The first line selects the protocol: `ucci` or `uci`. The commands in [`console`] need neither. Every command, with examples, is
//! in `docs/ucci.md` and `docs/uci.md`, every option in `docs/options.md`.

pub(crate) mod adjudication;
pub(crate) mod command;
pub mod console;
pub mod conversation;
pub mod dialect;
#[cfg(feature = "cli")]
pub mod driver;
pub mod job;
pub mod lines;
pub(crate) mod machine;
pub mod options;
pub(crate) mod response;
pub mod wdl;

pub use command::{Command, Go, Protocol};
pub use machine::{Action, Input, Machine};
pub use options::Options;
pub use response::Response;
