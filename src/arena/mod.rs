//! Matches between engines, and what their results mean. Layer 4 of `docs/architecture.md`.
//!
//! | module | contents |
//! |---|---|
//! | `process` | a child process behind pipes |
//! | `protocol` | the messages of UCCI, UCI and XBoard's protocol |
//! | [`control`] | time controls |
//! | `engine` | a running engine, timed, its answers checked |
//! | `fault` | faults of engines |
//! | [`game`] | one game: clocks, rules, adjudication |
//! | [`adjudication`] | ends games that both engines agree on |
//! | `openings` | generates openings, and reads a file of them |
//! | `settings` | engines and game settings of a match, and how two matches differ |
//! | [`schedule`] | the engines, colours and opening of each game |
//! | `tournament` | the games of a match, several at a time |
//! | `session` | a match with its files: begun or resumed, ended early by SPRT |
//! | `record`, `record_file` | finished games, and the files of a match |
//! | `pgn` | games as PGN |
//! | [`spec`] | parses engines and game settings of the form `key=value` |
//! | `standings` | standings of a match |
//! | [`stats`] | games counted in pairs: score, Elo with its error, likelihood of superiority |
//! | [`likelihood`] | empirical likelihood of the mean score |
//! | [`sprt`] | sequential probability ratio test |
//!
//! An engine is any program: nothing here depends on how it searches.

pub mod adjudication;
pub mod control;
pub(crate) mod engine;
pub(crate) mod fault;
pub mod game;
pub mod likelihood;
pub(crate) mod openings;
pub(crate) mod pgn;
pub(crate) mod process;
pub(crate) mod protocol;
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

pub use adjudication::{DrawRule, ResignRule};
pub use control::TimeControl;
pub use engine::{EngineSpec, RunningEngine};
pub use fault::{EngineFault, FaultKind};
pub use game::GameSettings;
pub use openings::read_openings;
pub use protocol::EngineProtocol;
pub use record::{GameRecord, GameResult, PlayedGame, PlayedMove};
pub use record_file::{MatchFileError, open_record};
pub use schedule::{Schedule, TournamentFormat};
pub use session::{MatchFiles, Session, SessionEnd, SessionError};
pub use settings::MatchSettings;
pub use sprt::{Decision, Sprt};
pub use standings::Standings;
pub use stats::{Estimate, ResultCounts};
pub use tournament::{EngineCheckError, Tournament, TournamentError};
