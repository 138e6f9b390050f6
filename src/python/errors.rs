//! The exceptions of the package, subclasses of `ValueError`, and the errors that become them.

use std::io;
use std::path::Path;

use pyo3::create_exception;
use pyo3::exceptions::{PyOSError, PyValueError};
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

/// The `OSError` for a file that cannot be read or written. Python chooses its subclass by the number of the error.
pub fn file_error(path: &Path, error: &io::Error) -> PyErr {
    let Some(number) = error.raw_os_error() else {
        return io::Error::new(error.kind(), format!("{}: {error}", path.display())).into();
    };
    let text = error.to_string();
    let text = text
        .split(" (os error")
        .next()
        .unwrap_or_default()
        .to_owned();
    let path = path.as_os_str().to_owned();
    match cfg!(windows) {
        // The fourth argument is `winerror`, from which Python derives `errno`.
        true => PyOSError::new_err((0, text, path, number)),
        false => PyOSError::new_err((number, text, path)),
    }
}
