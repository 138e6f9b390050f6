//! Why an option was not set.

use std::ops::RangeInclusive;

use thiserror::Error;

/// Why an option was not set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionError {
    /// There is none of that name. No violation of the protocol: GUIs set what they like.
    #[error("there is no option '{0}'")]
    Unknown(String),
    /// It has no such value: its name, and what is wrong.
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
    range: RangeInclusive<i64>,
) -> Result<i64, OptionError> {
    let invalid = |what| OptionError::Invalid(name, what);
    let number: i64 = text
        .parse()
        .map_err(|_| invalid(format!("'{text}' is not a whole number")))?;
    if !range.contains(&number) {
        let (min, max) = range.into_inner();
        return Err(invalid(format!(
            "{number} is out of range, want {min} to {max}"
        )));
    }
    Ok(number)
}
