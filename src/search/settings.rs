//! Settings of the engine, which apply to all searches until they are changed.

use std::time::Duration;

use super::level::Level;
use super::techniques::Techniques;
use crate::endgame::EndgameTables;
use crate::eval::{Evaluator, Score};
use crate::rules::RuleSet;

/// The settings of an engine.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Settings {
    /// Size of the transposition table in MiB; for 0 the engine chooses by the machine's memory.
    pub hash_mib: usize,
    /// Number of threads; 0 is one for each CPU.
    pub threads: usize,
    /// The techniques that the search uses.
    pub techniques: Techniques,
    /// What scores the positions.
    pub evaluator: Evaluator,
    /// The score of a draw for the engine's side is minus this: positive values avoid draws. In a search with a clock 20 is
    /// added.
    pub contempt: Score,
    /// The strength. A level below [`Level::FULL`] replaces `hash_mib`, `threads`, `randomness` and, if it is low, `evaluator`,
    /// uses no `endings`, and limits each search further, except an analysis: a search without a limit, for a mate, with
    /// [`Limits::wait_for_stop`](super::Limits::wait_for_stop), or with [`Limits::full_strength`](super::Limits::full_strength).
    pub level: Level,
    /// The move is chosen at random among those that score at most this much less than the best; 0 or less plays the best.
    pub randomness: Score,
    /// The seed of the random choice, which is then the same for the same position. `None` for another choice in each search.
    pub seed: Option<u64>,
    /// The delay of an answer on its way to the GUI; `search::time` reserves several of them.
    pub overhead: Duration,
    /// How long each thread sleeps after every 1,024 nodes, for machines that do other work.
    pub idle: Duration,
    /// The rules of repetition and the natural limit.
    pub rules: RuleSet,
    /// Stored endgames, whose positions are not searched.
    pub endings: EndgameTables,
}

impl Settings {
    /// The default settings with a transposition table of `hash_mib` MiB.
    pub fn with_hash_mib(hash_mib: usize) -> Settings {
        Settings {
            hash_mib,
            ..Settings::default()
        }
    }
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            hash_mib: 0,
            threads: 1,
            techniques: Techniques::ALL,
            evaluator: Evaluator::default(),
            contempt: 0,
            level: Level::FULL,
            randomness: 0,
            seed: None,
            overhead: Duration::from_millis(10),
            idle: Duration::ZERO,
            rules: RuleSet::default(),
            endings: EndgameTables::default(),
        }
    }
}
