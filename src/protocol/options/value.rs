//! The values of options: words to choose from, numbers in a range, and what is wrong with others.

use std::ops::RangeInclusive;

use thiserror::Error;

use crate::rules::Repetition;
use crate::search::NullMove;

/// A type whose values have names.
pub trait Choice: Copy + PartialEq + 'static {
    /// The values.
    const ALL: &'static [Self];
    /// Their names in UCCI, in the same order.
    const NAMES: &'static [&'static str];
    /// Their names in UCI.
    const UCI_NAMES: &'static [&'static str] = Self::NAMES;

    /// The place of the value among all.
    fn index(self) -> usize {
        let index = Self::ALL.iter().position(|&other| other == self);
        index.expect("every value is listed")
    }
}

/// The four steps in which UCCI measures most things.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Grade {
    /// Not at all.
    None,
    /// A little.
    Small,
    /// Some.
    Medium,
    /// Much.
    Large,
}

impl Choice for Grade {
    const ALL: &[Grade] = &[Grade::None, Grade::Small, Grade::Medium, Grade::Large];
    const NAMES: &[&str] = &["none", "small", "medium", "large"];
}

/// How much the engine likes a draw.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// It seeks draws.
    Solid,
    /// A draw is worth half a win.
    Normal,
    /// It avoids draws.
    Risky,
}

impl Choice for Style {
    const ALL: &[Style] = &[Style::Solid, Style::Normal, Style::Risky];
    const NAMES: &[&str] = &["solid", "normal", "risky"];
}

impl Choice for Repetition {
    const ALL: &[Repetition] = &Repetition::ALL;
    const NAMES: &[&str] = &["asian", "chinese", "simple"];
    /// Those of Pikafish, which GUIs for UCI know.
    const UCI_NAMES: &[&str] = &["AsianRule", "ChineseRule", "AllowChase"];
}

impl Choice for NullMove {
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
    /// There is no option of that name. GUIs set options that other engines have.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// The option of this name has no such value, and why.
    #[error("option {0}: {1}")]
    Invalid(&'static str, String),
}

/// Parses a number in range.
///
/// # Errors
/// When the text is no number, or out of range.
pub fn number(
    name: &'static str,
    text: &str,
    range: &RangeInclusive<i64>,
) -> Result<i64, OptionError> {
    let why = match text.parse() {
        Ok(number) if range.contains(&number) => return Ok(number),
        Ok(number) => {
            let (min, max) = (range.start(), range.end());
            format!("{number} is out of range, want {min} to {max}")
        }
        Err(_) => format!("'{text}' is not a whole number"),
    };
    Err(OptionError::Invalid(name, why))
}
