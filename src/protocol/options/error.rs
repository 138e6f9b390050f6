//! Why an option was not set.

use std::ops::RangeInclusive;

use thiserror::Error;

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is none of that name. No fault by the protocol: GUIs set what they like.
    #[error("there is no option '{name}'")]
    Unknown {
        /// The name.
        name: String,
    },
    /// A check that is neither on nor off.
    #[error("option {name}: '{value}' is neither true (on) nor false (off)")]
    NotACheck {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// A spin that is no number.
    #[error("option {name}: '{value}' is not a whole number")]
    NotANumber {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
    },
    /// A number that is too small or too large.
    #[error("option {name}: {number} is out of range, want {min} to {max}")]
    OutOfRange {
        /// The option.
        name: &'static str,
        /// What was given.
        number: i64,
        /// The least it may be.
        min: i64,
        /// The most it may be.
        max: i64,
    },
    /// A combo that has no such choice.
    #[error("option {name}: '{value}' is none of {}", .choices.join(", "))]
    NotAChoice {
        /// The option.
        name: &'static str,
        /// What was given.
        value: String,
        /// What could have been.
        choices: &'static [&'static str],
    },
}

/// Parses a number in range.
///
/// # Errors
/// When the text is no number, or out of range.
pub fn number(
    name: &'static str,
    text: &str,
    range: RangeInclusive<i64>,
) -> Result<i64, OptionError> {
    let number: i64 = text.parse().map_err(|_| OptionError::NotANumber {
        name,
        value: text.to_owned(),
    })?;
    if !range.contains(&number) {
        let (min, max) = range.into_inner();
        return Err(OptionError::OutOfRange {
            name,
            number,
            min,
            max,
        });
    }
    Ok(number)
}
