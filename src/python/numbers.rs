//! Numbers in arguments, checked against their ranges.

use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

/// The range of limits without a maximum of their own.
pub const POSITIVE: RangeInclusive<i64> = 1..=i64::MAX;

/// Returns the value of an argument if it is within the range.
pub fn in_range(name: &str, value: i64, range: &RangeInclusive<i64>) -> PyResult<i64> {
    if range.contains(&value) {
        return Ok(value);
    }
    let text = match (range.start(), range.end()) {
        (low, &i64::MAX) => format!("{name} is {value}: expected {low} or more"),
        (low, high) => format!("{name} is {value}: expected {low} to {high}"),
    };
    Err(PyValueError::new_err(text))
}

/// A time limit in seconds.
pub fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| PyValueError::new_err(format!("time is {time:?}: expected a finite number of seconds, 0 or more (at most about 1.8e19)")))
}
