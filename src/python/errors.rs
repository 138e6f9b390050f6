//! The exceptions of the package, subclasses of `ValueError`, and the errors that become them.

use std::io;
use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::board;
use crate::notation::{ParseNotationError, ReadError};

create_exception!(
    chuhe,
    FenError,
    PyValueError,
    "A FEN that describes no position.\n\n不能表示局面的 FEN。"
);
create_exception!(
    chuhe,
    MoveError,
    PyValueError,
    "Text that describes no legal move of a position.\n\n在局面中不是合法着法的文字。"
);
create_exception!(
    chuhe,
    GameFileError,
    PyValueError,
    "Games that cannot be read or written.\n\n读不了或写不了的棋谱。"
);

impl From<board::FenError> for PyErr {
    fn from(error: board::FenError) -> PyErr {
        FenError::new_err(error.to_string())
    }
}

impl From<ReadError> for PyErr {
    fn from(error: ReadError) -> PyErr {
        MoveError::new_err(error.to_string())
    }
}

impl From<ParseNotationError> for PyErr {
    fn from(error: ParseNotationError) -> PyErr {
        PyValueError::new_err(error.to_string())
    }
}

/// The `OSError` for a file that cannot be read or written.
pub fn file_error(path: &Path, error: &io::Error) -> PyErr {
    io::Error::new(error.kind(), format!("{}: {error}", path.display())).into()
}
