//! Numbers among the arguments: in range, or told which range that is.

use std::ops::RangeInclusive;

use thiserror::Error;

/// What was wanted where a number was not given, or one out of range. What was given instead stands
/// before it, in clap's half of the message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NumberError {
    /// Not from the one to the other.
    #[error("want a whole number from {least} to {most}")]
    Range {
        /// The least it may be.
        least: i64,
        /// The most it may be.
        most: i64,
    },
    /// Too small, or more than anything counts to.
    #[error("want a whole number, {least} or more")]
    AtLeast {
        /// The least it may be.
        least: i64,
    },
}

/// A parser of whole numbers from `range`; one that ends at [`i64::MAX`] is open.
///
/// ```
/// use chuhe::cli::numbers::number;
/// let depth = number::<u32>(1..=100);
/// assert_eq!(depth("12"), Ok(12));
/// assert_eq!(depth("deep").unwrap_err().to_string(), "want a whole number from 1 to 100");
/// let nodes = number::<u64>(1..=i64::MAX);
/// assert_eq!(nodes("-1").unwrap_err().to_string(), "want a whole number, 1 or more");
/// ```
pub fn number<T: TryFrom<i64>>(
    range: RangeInclusive<i64>,
) -> impl Fn(&str) -> Result<T, NumberError> + Clone {
    let (least, most) = (*range.start(), *range.end());
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number
            .and_then(|number| T::try_from(number).ok())
            .ok_or(match most {
                i64::MAX => NumberError::AtLeast { least },
                _ => NumberError::Range { least, most },
            })
    }
}
