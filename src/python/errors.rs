//! The exceptions of the package, subclasses of `ValueError`, and the errors that become them.

use std::fmt::Display;
use std::io;
use std::path::Path;

use pyo3::exceptions::{PyOSError, PyValueError};
use pyo3::prelude::*;
use pyo3::{PyTypeInfo, create_exception};

use crate::board;
use crate::columns::printable;
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
        exception::<FenError>(error)
    }
}

impl From<ReadError> for PyErr {
    fn from(error: ReadError) -> PyErr {
        exception::<MoveError>(error)
    }
}

impl From<ParseNotationError> for PyErr {
    fn from(error: ParseNotationError) -> PyErr {
        exception::<PyValueError>(error)
    }
}

/// The exception of a class for an error. Its message may quote input, so characters that control a terminal are escaped.
pub fn exception<E: PyTypeInfo>(error: impl Display) -> PyErr {
    PyErr::new::<E, _>(printable(&error.to_string()).into_owned())
}

/// The `OSError` for a file that cannot be read or written. Python chooses its subclass by the number of the error.
pub fn file_error(path: &Path, error: &io::Error) -> PyErr {
    let text = error.to_string();
    let text = text
        .split(" (os error")
        .next()
        .unwrap_or_default()
        .to_owned();
    let name = path.as_os_str().to_owned();
    match error.raw_os_error() {
        // The fourth argument is `winerror`, from which Python derives `errno`.
        Some(number) if cfg!(windows) => PyOSError::new_err((0, text, name, number)),
        Some(number) => PyOSError::new_err((number, text, name)),
        // `EISDIR` and `EINVAL` have these numbers on Linux, macOS and Windows.
        None if path.is_dir() => PyOSError::new_err((21, text, name)),
        None => PyOSError::new_err((22, text, name)),
    }
}
