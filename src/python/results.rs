//! Objects of the dataclasses in `chuhe/_types.py` and `chuhe/_games.py`.

use pyo3::prelude::*;
use pyo3::types::PyTuple;

/// Creates an object of a dataclass that the package exports, from its fields.
macro_rules! construct {
    ($py:expr, $class:literal, { $($field:literal: $value:expr),+ $(,)? }) => {{
        let fields = pyo3::types::PyDict::new($py);
        $(fields.set_item($field, $value)?;)+
        $py.import("chuhe")?.getattr($class)?.call((), Some(&fields))
    }};
}

pub(super) use construct;

/// Creates a tuple of objects.
pub fn tuple<'py>(
    py: Python<'py>,
    objects: impl Iterator<Item = PyResult<Bound<'py, PyAny>>>,
) -> PyResult<Bound<'py, PyTuple>> {
    PyTuple::new(py, objects.collect::<PyResult<Vec<_>>>()?)
}
