//! Numbers among arguments and settings: in range, or an error that names the range.

use std::ops::RangeInclusive;

use thiserror::Error;

/// What was wanted where a number was not given, or one out of range. What was given instead stands
/// before it, in clap's half of the message.
#[derive(Clone, Copy, Debug, PartialEq, Error)]
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
    /// Not a number from the one to the other, fractions allowed.
    #[error("want a number from {least} to {most}")]
    Real {
        /// The least it may be.
        least: f64,
        /// The most it may be.
        most: f64,
    },
}

/// A parser of numbers from `range`, with or without a fraction.
///
/// ```
/// use chuhe::config::numbers::real;
/// let share = real(0.0..=0.5);
/// assert_eq!(share("0.05"), Ok(0.05));
/// assert_eq!(share("NaN").unwrap_err().to_string(), "want a number from 0 to 0.5");
/// ```
pub fn real(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, NumberError> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or(NumberError::Real {
            least: *range.start(),
            most: *range.end(),
        })
    }
}

/// A parser of whole numbers from `range`; one that ends at [`i64::MAX`] is open.
///
/// ```
/// use chuhe::config::numbers::number;
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
