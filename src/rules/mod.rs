//! Layer 2: a game and what its history means.
//!
//! | file | idea |
//! |---|---|
//! | [`game`] | the position, how it came about, and the moves played |
//! | [`past`] | what is remembered of each position |
//! | [`ruleset`] | which rules are in force |
//! | `threat` | captures that would really win something: true and false roots |
//! | [`chase`] | threats that a move makes |
//! | [`kill`] | threats of mate |
//! | `mate_by_checks` | the search for a mate by checks, which the solver uses too |
//! | [`deed`] | what a single move did, in the rule book's words |
//! | [`cycle`] | finding a repetition, and walking through its moves |
//! | [`repetition`] | what a repetition is worth, and to whom |
//! | [`mod@judge`] | the referee: every way in which a game ends |
//! | [`verdict`] | what it says |
//! | [`report`] | the same, for a person to read |
//!
//! `docs/rules.md` goes through the rules with diagrams, and says where rule books, diagrams and
//! other programs disagree and what was decided.

pub mod chase;
pub mod cycle;
pub mod deed;
pub mod game;
pub mod judge;
pub mod kill;
pub(crate) mod mate_by_checks;
pub mod past;
pub mod repetition;
pub mod report;
pub mod ruleset;
mod threat;
pub mod verdict;

pub use chase::Chase;
pub use deed::{Act, Deed, Manner};
pub use game::{Game, IllegalMove};
pub use judge::judge;
pub use kill::threatens_mate;
pub use past::Past;
pub use repetition::{Offence, Ruling};
pub use ruleset::{Repetition, RuleSet};
pub use verdict::{Outcome, Reason, Repeated, Verdict};
