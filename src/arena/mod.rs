//! Floor 4: matches between engines, and what their results mean.
//!
//! | room | idea |
//! |---|---|
//! | [`process`] | a program behind pipes: lines in, lines out, no wait without an end |
//! | [`dialect`] | UCCI, UCI and XBoard's protocol: what differs in how an engine is spoken to |
//! | [`control`] | how long an engine may think |
//! | [`engine`] | an engine that plays: started, timed, not trusted |
//! | [`fault`] | what an engine can do wrong |
//! | [`game`] | one game, with its clocks and its referee |
//! | [`adjudication`] | ending games that are as good as over |
//! | [`openings`], [`opening_file`] | what games begin with: made, and read from a file |
//! | [`settings`] | engines and terms of a match |
//! | [`schedule`] | who plays whom, with which colours, from which opening |
//! | [`tournament`] | all games of a match, several at a time |
//! | [`session`] | a match with its files: begun or resumed, counted, stopped when it is decided |
//! | [`record`] | a match in a file, and how it goes on from there |
//! | [`difference`] | what is not the same in two matches, in words |
//! | [`pgn`], [`pgn_file`] | games as other programs read them, and a file of them |
//! | [`spec`] | engines and terms in words of the form `key=value` |
//! | [`standings`] | a match counted |
//! | [`likelihood`] | how likely a mean is, given results of pairs |
//! | [`stats`] | games counted in pairs: score, Elo with its error, likelihood of superiority |
//! | [`sprt`] | when enough games have been played to decide |
//!
//! An engine is a program, ours or another: nothing here knows how any of them searches.

pub mod adjudication;
pub mod control;
pub mod dialect;
pub mod difference;
pub mod engine;
pub mod fault;
pub mod game;
pub mod likelihood;
pub mod opening_file;
pub mod openings;
pub mod pgn;
pub mod pgn_file;
pub mod process;
pub mod record;
pub mod schedule;
pub mod session;
pub mod settings;
pub mod spec;
pub mod sprt;
pub mod standings;
pub mod stats;
pub mod tournament;

pub use adjudication::{DrawTerms, ResignTerms};
pub use control::Control;
pub use dialect::Protocol;
pub use dialect::options::OptionError;
pub use engine::{Engine, EngineSpec};
pub use fault::{Fault, FaultKind};
pub use game::{Ending, Played, Terms};
pub use opening_file::read_openings;
pub use pgn_file::{PgnError, PgnFile};
pub use record::{GameRecord, GameResult, RecordError, RecordFile};
pub use schedule::{Format, Schedule};
pub use session::{Output, Session, SessionEnd, SessionError};
pub use settings::Settings;
pub use sprt::{Decision, Sprt};
pub use standings::Standings;
pub use stats::{Estimate, Tally};
pub use tournament::{OptionCheckError, Tournament, TournamentError};
