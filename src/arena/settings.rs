//! The settings of a match: which engines meet, and by which terms.

use serde::{Deserialize, Serialize};

use super::engine::EngineSpec;
use super::game::Terms;
use super::schedule::Format;

/// What decides which games are played, and how.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Settings {
    /// The engines.
    pub engines: Vec<EngineSpec>,
    /// Who meets whom.
    pub format: Format,
    /// What the games are played by.
    pub terms: Terms,
}
