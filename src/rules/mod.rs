//! The rules that depend on a game's history: threats, chases, repetitions, and the verdict with its reason. Layer 2 of
//! `docs/architecture.md`.
//!
//! `docs/rules.md` explains the rules with diagrams, lists the files, and shows where rule books and programs disagree.

mod chase;
pub(crate) mod cycle;
mod game;
mod judge;
pub(crate) mod mate_by_checks;
mod move_class;
pub(crate) mod offenders;
pub(crate) mod repetition;
pub mod report;
pub mod ruleset;
mod threat;
mod verdict;

pub use chase::Chase;
pub use cycle::HistoryEntry;
pub use game::{Game, IllegalGameMove};
pub use judge::judge;
pub use move_class::{ClassifiedMove, MoveClass};
pub use repetition::Offence;
pub use ruleset::{ParseRulesError, RepetitionRules, RuleSet};
pub use verdict::{JudgedRepetition, Outcome, Reason, Verdict};
