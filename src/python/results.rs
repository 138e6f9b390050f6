//! Objects of the dataclasses in `chuhe/_types.py` and `chuhe/_games.py`.

use pyo3::prelude::*;
use pyo3::types::PyDict;

/// Creates an object of a dataclass that the package exports.
pub fn construct<'py>(
    py: Python<'py>,
    class: &str,
    fields: impl IntoPyObject<'py, Output = Bound<'py, PyDict>, Error = PyErr>,
) -> PyResult<Bound<'py, PyAny>> {
    let class = py.import("chuhe")?.getattr(class)?;
    class.call((), Some(&fields.into_pyobject(py)?))
}
