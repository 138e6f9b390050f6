//! Which rules a game is played by.

use std::ops::RangeInclusive;

/// How often a position may be asked to occur before it is judged.
pub const REPEAT_COUNT: RangeInclusive<i64> = 2..=9;
/// The natural limits that may be set, in moves by each side; 0 is none.
pub const MOVE_LIMIT: RangeInclusive<i64> = 0..=500;

/// What a repetition of the position means.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Repetition {
    /// The Asian and world rules (AXF, WXF 2018): perpetual check and the perpetual chase of one piece lose, all else draws.
    #[default]
    Asian,
    /// The Chinese rules (CXA): a side that attacks (checks, threatens mate or chases) with every move loses to one that does not.
    Chinese,
    /// Perpetual check loses, any other repetition is a draw.
    Simple,
}

impl Repetition {
    /// All of them, the default first.
    pub const ALL: [Repetition; 3] = [Repetition::Asian, Repetition::Chinese, Repetition::Simple];

    /// The word for it in options and on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Repetition::Asian => "asian",
            Repetition::Chinese => "chinese",
            Repetition::Simple => "simple",
        }
    }
}

/// The rules of a game that leave a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RuleSet {
    pub repetition: Repetition,
    /// How often a position must have been on the board for the game to be judged, from 2. A search judges at the second.
    pub occurrences: u32,
    /// The natural limit: moves by each side without a capture after which the game is drawn; 0 for none.
    pub move_limit: u16,
}

impl RuleSet {
    /// Whether so many plies without a capture reach the natural limit.
    #[inline]
    pub const fn limit_reached(&self, quiet_plies: u16) -> bool {
        self.move_limit > 0 && quiet_plies >= self.move_limit.saturating_mul(2)
    }
}

impl Default for RuleSet {
    fn default() -> RuleSet {
        RuleSet {
            repetition: Repetition::Asian,
            occurrences: 3,
            move_limit: 60,
        }
    }
}
