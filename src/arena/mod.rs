//! Layer 4: matches between engines, and what their results mean.
//!
//! | module | contents |
//! |---|---|
//! | `process` | a program behind pipes: lines in, lines out, every wait limited |
//! | [`dialect`] | UCCI, UCI and XBoard's protocol, as an engine is spoken to |
//! | [`control`] | time controls |
//! | `engine` | an engine: started, timed, its answers checked |
//! | `fault` | faults of engines |
//! | [`game`] | one game, with its clocks and its referee |
//! | [`adjudication`] | ends games that both engines agree on |
//! | [`openings`] | openings: made, and read from a file |
//! | `settings` | engines and terms of a match, and how two matches differ |
//! | [`schedule`] | who plays whom, with which colours, from which opening |
//! | `tournament` | the games of a match, several at a time |
//! | `session` | a match with its files: begun or resumed, counted, stopped when it is decided |
//! | `record`, `record_file` | records of games, and the files of a match |
//! | [`pgn`] | games as PGN |
//! | [`spec`] | engines and terms in words of the form `key=value` |
//! | `standings` | standings of a match |
//! | [`stats`] | games counted in pairs: score, Elo with its error, likelihood of superiority |
//! | [`likelihood`] | empirical likelihood of a mean |
//! | [`sprt`] | sequential probability ratio test |
//!
//! An engine is any program: nothing here depends on how it searches.

pub mod adjudication;
pub mod control;
pub mod dialect;
pub(crate) mod engine;
pub(crate) mod fault;
pub mod game;
pub mod likelihood;
pub mod openings;
pub mod pgn;
pub(crate) mod process;
pub(crate) mod record;
pub(crate) mod record_file;
pub mod schedule;
pub(crate) mod session;
pub(crate) mod settings;
pub mod spec;
pub mod sprt;
pub(crate) mod standings;
pub mod stats;
pub(crate) mod tournament;

pub use adjudication::{DrawTerms, ResignTerms};
pub use control::Control;
pub use dialect::Protocol;
pub use dialect::options::OptionError;
pub use engine::{Engine, EngineSpec};
pub use fault::{Fault, FaultKind};
pub use game::{Played, PlayedMove, Terms};
pub use openings::read_openings;
pub use record::{GameRecord, GameResult};
pub use record_file::{RecordError, RecordFile};
pub use schedule::{Format, Schedule};
pub use session::{Output, Session, SessionEnd, SessionError};
pub use settings::Settings;
pub use sprt::{Decision, Sprt};
pub use standings::Standings;
pub use stats::{Estimate, Tally};
pub use tournament::{OptionCheckError, Tournament, TournamentError};
