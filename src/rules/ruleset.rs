//! Rule set: the settings of the rules by which a game is judged.

use std::ops::RangeInclusive;
use std::str::FromStr;

use thiserror::Error;

/// The range of [`RuleSet::repeat_count`].
pub const REPEAT_COUNT: RangeInclusive<i64> = 2..=9;
/// The range of [`RuleSet::move_limit`].
pub const MOVE_LIMIT: RangeInclusive<i64> = 0..=500;

/// The rules of repetition.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
#[cfg_attr(
    feature = "protocol",
    derive(serde::Serialize, serde::Deserialize),
    serde(rename_all = "lowercase")
)]
pub enum RepetitionRules {
    /// The Asian and world rules (AXF, WXF 2018): perpetual check and the perpetual chase of one piece lose, any other
    /// repetition is a draw.
    #[default]
    Asian,
    /// The Chinese rules (CXA): a side that attacks (checks, threatens mate or chases) with every move loses to one that does not.
    Chinese,
    /// Perpetual check loses, any other repetition is a draw.
    Simple,
}

impl RepetitionRules {
    /// All three, the default first.
    pub const ALL: [RepetitionRules; 3] = [
        RepetitionRules::Asian,
        RepetitionRules::Chinese,
        RepetitionRules::Simple,
    ];

    /// The name in options and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            RepetitionRules::Asian => "asian",
            RepetitionRules::Chinese => "chinese",
            RepetitionRules::Simple => "simple",
        }
    }
}

/// The error for text that does not name rules of repetition; holds the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a rule of repetition: expected asian, chinese or simple")]
pub struct ParseRulesError(pub String);

impl FromStr for RepetitionRules {
    type Err = ParseRulesError;

    /// Reads a [name](RepetitionRules::name).
    fn from_str(text: &str) -> Result<RepetitionRules, ParseRulesError> {
        let mut all = RepetitionRules::ALL.into_iter();
        all.find(|rules| rules.name() == text)
            .ok_or_else(|| ParseRulesError(text.to_owned()))
    }
}

/// The rules that can be chosen for a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(feature = "protocol", derive(serde::Serialize, serde::Deserialize))]
pub struct RuleSet {
    /// The rules of repetition.
    pub repetition: RepetitionRules,
    /// The number of occurrences of a position after which the repetition is judged, 2 to 9. Two suffice within a search.
    pub repeat_count: u32,
    /// The natural limit: the number of moves by each side without a capture after which the game is drawn, up to 500; 0
    /// for no limit.
    pub move_limit: u16,
}

impl RuleSet {
    /// Returns true if this number of plies without a capture reaches the natural limit.
    #[inline]
    pub const fn limit_reached(&self, quiet_plies: u16) -> bool {
        self.move_limit > 0 && quiet_plies >= self.move_limit.saturating_mul(2)
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet {
            repetition: RepetitionRules::Asian,
            repeat_count: 3,
            move_limit: 60,
        }
    }
}
