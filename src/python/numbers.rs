//! Numbers in arguments, checked against their ranges.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use pyo3::exceptions::{PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;

/// The range of limits without a maximum of their own.
pub const POSITIVE: RangeInclusive<i64> = 1..=i64::MAX;

/// Returns the value of an argument if it is within the range.
pub fn in_range(name: &str, value: i64, range: &RangeInclusive<i64>) -> PyResult<i64> {
    match range.contains(&value) {
        true => Ok(value),
        false => Err(out_of_range(name, value, range)),
    }
}

/// Returns the value of a field of an object if it is an integer within the range.
pub fn field_in_range(
    object: &Bound<'_, PyAny>,
    name: &str,
    range: &RangeInclusive<i64>,
) -> PyResult<i64> {
    let value = object.getattr(name)?;
    match value.extract::<i64>() {
        Ok(number) => in_range(name, number, range),
        Err(error) if error.is_instance_of::<PyOverflowError>(object.py()) => {
            Err(out_of_range(name, value, range))
        }
        Err(error) => {
            let error = error.value(object.py());
            Err(PyTypeError::new_err(format!("{name}: {error}")))
        }
    }
}

fn out_of_range(name: &str, value: impl Display, range: &RangeInclusive<i64>) -> PyErr {
    PyValueError::new_err(match (range.start(), range.end()) {
        (low, &i64::MAX) => format!("{name} is {value}: expected {low} or more"),
        (low, high) => format!("{name} is {value}: expected {low} to {high}"),
    })
}

/// A time limit in seconds.
pub fn seconds(time: f64) -> PyResult<Duration> {
    Duration::try_from_secs_f64(time)
        .map_err(|_| PyValueError::new_err(format!("time is {time:?}: expected a finite number of seconds, 0 or more (at most about 1.8e19)")))
}
