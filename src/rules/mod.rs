//! Layer 2: a game and what its history means: threats, chases, repetitions, and the verdict with its reason.
//!
//! `docs/rules.md` goes through the rules with diagrams, lists the files, and says where rule books and programs disagree.

mod chase;
pub(crate) mod cycle;
mod game;
mod judge;
pub(crate) mod mate_by_checks;
mod move_class;
pub(crate) mod repetition;
pub mod report;
pub mod ruleset;
mod threat;
mod verdict;

pub use chase::Chase;
pub use cycle::HistoryEntry;
pub use game::{Game, IllegalMove};
pub use judge::judge;
pub use move_class::{ClassifiedMove, MoveClass};
pub use repetition::Offence;
pub use ruleset::{Repetition, RuleSet};
pub use verdict::{Outcome, Reason, Repeated, Verdict};
