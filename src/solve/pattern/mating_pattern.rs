//! The type of a mating pattern.

use super::final_position::FinalPosition;

/// A mating pattern.
#[derive(Debug)]
pub struct MatingPattern {
    /// Its English name, which does not change between versions: lower-case words with hyphens.
    pub name: &'static str,
    /// Its Chinese name.
    pub zh: &'static str,
    /// The Chinese name in pinyin.
    pub pinyin: &'static str,
    /// The definition in English.
    pub definition: &'static str,
    /// The definition in Chinese.
    pub definition_zh: &'static str,
    /// A sample: the FEN of a position.
    pub sample: &'static str,
    /// The moves from the sample to the mate, separated by spaces.
    pub sample_moves: &'static str,
    /// Returns true if a mate has the pattern.
    pub(super) detect: fn(&FinalPosition) -> bool,
}
