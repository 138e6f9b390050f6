//! The values of options: words, numbers in a range, and the errors of invalid ones.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::book::BookChoice;
use crate::rules::RepetitionRules;
use crate::search::NullMove;

/// An enum whose values have names.
pub trait OptionEnum: Copy + PartialEq + 'static {
    /// The values.
    const ALL: &'static [Self];
    /// Their names in UCCI, in the same order.
    const NAMES: &'static [&'static str];
    /// Their names in UCI.
    const UCI_NAMES: &'static [&'static str] = Self::NAMES;

    /// The index of the value in [`OptionEnum::ALL`].
    fn index(self) -> usize {
        let index = Self::ALL.iter().position(|&other| other == self);
        index.expect("every value is listed")
    }
}

/// The four levels of most UCCI options.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    None,
    Small,
    Medium,
    Large,
}

impl OptionEnum for Grade {
    const ALL: &[Grade] = &[Grade::None, Grade::Small, Grade::Medium, Grade::Large];
    const NAMES: &[&str] = &["none", "small", "medium", "large"];
}

/// The value of a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// More than an even score: draws are sought.
    Solid,
    /// An even score.
    Normal,
    /// Less than an even score: draws are avoided.
    Risky,
}

impl OptionEnum for Style {
    const ALL: &[Style] = &[Style::Solid, Style::Normal, Style::Risky];
    const NAMES: &[&str] = &["solid", "normal", "risky"];
}

impl OptionEnum for BookChoice {
    const ALL: &[BookChoice] = &[BookChoice::Weight, BookChoice::Score, BookChoice::Result];
    const NAMES: &[&str] = &["weight", "score", "result"];
}

impl OptionEnum for RepetitionRules {
    const ALL: &[RepetitionRules] = &RepetitionRules::ALL;
    const NAMES: &[&str] = &["asian", "chinese", "simple"];
    /// Those of Pikafish, which GUIs for UCI support.
    const UCI_NAMES: &[&str] = &["AsianRule", "ChineseRule", "AllowChase"];
}

impl OptionEnum for NullMove {
    const ALL: &[NullMove] = &[
        NullMove::Off,
        NullMove::Fixed,
        NullMove::Adaptive,
        NullMove::Verified,
        NullMove::Deep,
    ];
    const NAMES: &[&str] = &["off", "fixed", "adaptive", "verified", "deep"];
}

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is no option of that name.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The value of the option of this name is invalid, with the reason.
    #[error("option {0}: {1}")]
    Invalid(&'static str, String),
}

/// Parses a number in range.
///
/// # Errors
/// If the text is not a number, or out of range.
pub fn number(
    name: &'static str,
    text: &str,
    range: &RangeInclusive<i64>,
) -> Result<i64, OptionError> {
    let why = match text.parse() {
        Ok(number) if range.contains(&number) => return Ok(number),
        Ok(number) => {
            let (min, max) = (range.start(), range.end());
            format!("{number} is out of range {min} to {max}")
        }
        Err(_) => format!("'{text}' is not a whole number"),
    };
    Err(OptionError::Invalid(name, why))
}
