//! The program, for `python -m chuhe` and the command that the installation puts on the path.

use std::ffi::OsString;
use std::path::PathBuf;

use pyo3::prelude::*;

use crate::cli;
use crate::config::program;

/// Runs the program with these arguments, the first of which is its name, and ends the process with its exit code. `python` is
/// the interpreter.
#[pyfunction]
#[pyo3(name = "_run_program")]
pub fn run_program(py: Python<'_>, arguments: Vec<OsString>, python: PathBuf) {
    program::set_command(python, vec!["-m".to_owned(), "chuhe".to_owned()]);
    py.detach(|| std::process::exit(cli::run(arguments).into()))
}
