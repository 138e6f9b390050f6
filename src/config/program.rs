//! The command that starts this program again, for the engines of a match.

use std::path::PathBuf;
use std::sync::OnceLock;
use std::{env, io};

/// The program and its first arguments, where it is not the running executable.
static COMMAND: OnceLock<(PathBuf, Vec<String>)> = OnceLock::new();

/// Sets the command of a program that runs within another executable, such as an interpreter. Only the first call has an effect.
pub fn set_command(program: PathBuf, args: Vec<String>) {
    COMMAND.get_or_init(|| (program, args));
}

/// Returns the program and its first arguments.
///
/// # Errors
/// If the path of the running executable is unknown.
pub fn command() -> io::Result<(PathBuf, Vec<String>)> {
    match COMMAND.get() {
        Some(command) => Ok(command.clone()),
        None => Ok((env::current_exe()?, Vec::new())),
    }
}
