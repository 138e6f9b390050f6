//! Parsers of numbers in a range, for options of the command line and keys of a TOML file.

use std::ops::RangeInclusive;

use thiserror::Error;

/// The text is not a valid value; holds what was expected.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("expected {0}")]
pub struct ValueError(pub(crate) String);

/// Returns a parser of numbers in `range`, with or without a fraction.
///
/// ```
/// use chuhe::config::numbers::real;
/// let share = real(0.0..=0.5);
/// assert_eq!(share("0.05"), Ok(0.05));
/// assert_eq!(share("NaN").unwrap_err().to_string(), "expected a number from 0 to 0.5");
/// ```
pub fn real(range: RangeInclusive<f64>) -> impl Fn(&str) -> Result<f64, ValueError> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        number.ok_or_else(|| {
            let (least, most) = (range.start(), range.end());
            ValueError(format!("a number from {least} to {most}"))
        })
    }
}

/// Returns a parser of whole numbers in `range`. A range that ends at [`i64::MAX`] has no upper bound in messages.
///
/// ```
/// use chuhe::config::numbers::integer;
/// let depth = integer::<u32>(1..=100);
/// assert_eq!(depth("12"), Ok(12));
/// assert_eq!(depth("deep").unwrap_err().to_string(), "expected a whole number from 1 to 100");
/// let nodes = integer::<u64>(1..=i64::MAX);
/// assert_eq!(nodes("-1").unwrap_err().to_string(), "expected a whole number, 1 or more");
/// ```
pub fn integer<T: TryFrom<i64>>(
    range: RangeInclusive<i64>,
) -> impl Fn(&str) -> Result<T, ValueError> + Clone {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or_else(|| {
            ValueError(match (*range.start(), *range.end()) {
                (i64::MIN, i64::MAX) => "a whole number".to_owned(),
                (least, i64::MAX) => format!("a whole number, {least} or more"),
                (least, most) => format!("a whole number from {least} to {most}"),
            })
        })
    }
}

/// Returns a parser of an even number of games in `range`, for matches that play each opening twice.
///
/// ```
/// use chuhe::config::numbers::even_games;
/// let games = even_games(2..=100);
/// assert_eq!(games("12"), Ok(12));
/// let error = games("7").unwrap_err().to_string();
/// assert_eq!(error, "expected an even number, not 7, because each opening is played twice");
/// ```
pub fn even_games(range: RangeInclusive<i64>) -> impl Fn(&str) -> Result<u64, ValueError> + Clone {
    move |text| match integer(range.clone())(text)? {
        games if games % 2 == 0 => Ok(games),
        games => Err(ValueError(format!(
            "an even number, not {games}, because each opening is played twice"
        ))),
    }
}
