//! Settings of the engine that stay the same from search to search.

use std::time::Duration;

use super::techniques::Techniques;
use crate::eval::{Evaluator, Score};
use crate::rules::RuleSet;

/// How much of its time the engine rests: UCCI's `idle`, for machines that do other work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Idle {
    #[default]
    None,
    Small,
    /// About half of the time.
    Medium,
    /// Most of the time.
    Large,
}

impl Idle {
    /// How long to rest every thousand nodes or so.
    pub(super) fn rest(self) -> Option<Duration> {
        match self {
            Idle::None => None,
            Idle::Small => Some(Duration::from_micros(250)),
            Idle::Medium => Some(Duration::from_micros(1_000)),
            Idle::Large => Some(Duration::from_micros(4_000)),
        }
    }
}

/// What stays the same from search to search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the hash table, MiB; 0 lets the engine decide by the machine.
    pub hash_mib: usize,
    /// Number of threads; 0 takes what the machine has.
    pub threads: usize,
    pub techniques: Techniques,
    pub evaluator: Evaluator,
    /// By how much a draw is worth less than 0 to the engine's side: positive avoids draws.
    pub contempt: Score,
    /// Moves that score within so much of the best are chosen among at random; 0 plays the best.
    pub randomness: Score,
    /// Time kept back from each move for communication with the GUI.
    pub overhead: Duration,
    pub idle: Idle,
    pub rules: RuleSet,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: 0,
            threads: 1,
            techniques: Techniques::ALL,
            evaluator: Evaluator::default(),
            contempt: 0,
            randomness: 0,
            overhead: Duration::from_millis(10),
            idle: Idle::None,
            rules: RuleSet::default(),
        }
    }
}
