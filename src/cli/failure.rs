//! Failures of the command line, and their exit codes.

use std::fmt::Display;
use std::io;
use std::path::Path;

use thiserror::Error;

use super::text_out::write_stderr;
use crate::book::OpenError;
use crate::solve::batch::store::StoreError;
use crate::train::error::TrainError;

/// Why a subcommand failed.
#[derive(Debug, Error)]
pub enum Failure {
    /// The usage or the input is wrong: exit code 2.
    #[error("{0}")]
    Input(String),
    /// The arguments are wrong. The message is complete, with its label: exit code 2.
    #[error("{0}")]
    Usage(String),
    /// The work failed, with valid input: exit code 1.
    #[error("{0}")]
    Work(String),
    /// The reader of the output has closed it, as `head` does: exit code 0.
    #[error("the output is closed")]
    OutputClosed,
}

impl Failure {
    /// An input file is wrong.
    pub fn file(path: &Path, what: impl Display) -> Failure {
        Failure::Input(format!("{}: {what}", path.display()))
    }

    /// A file cannot be read.
    pub fn cannot_read(path: &Path, error: &dyn Display) -> Failure {
        Failure::Input(format!("cannot read {}: {error}", path.display()))
    }

    /// A file could not be written.
    pub fn cannot_write(path: &Path, error: &dyn Display) -> Failure {
        Failure::Work(format!("cannot write {}: {error}", path.display()))
    }

    /// Prints the message on standard error and returns the exit code.
    pub fn report(&self) -> u8 {
        let (label, code) = match self {
            Failure::OutputClosed => return 0,
            Failure::Work(_) => ("error: ", 1),
            Failure::Input(_) => ("error: ", 2),
            Failure::Usage(_) => ("", 2),
        };
        write_stderr(format_args!("{label}{self}"));
        code
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        Failure::Input(error.to_string())
    }
}

impl From<StoreError> for Failure {
    fn from(error: StoreError) -> Failure {
        match error {
            StoreError::Contents(_) => Failure::Input(error.to_string()),
            StoreError::Io(_) => Failure::Work(error.to_string()),
            StoreError::OutputClosed => Failure::OutputClosed,
        }
    }
}

impl From<TrainError> for Failure {
    fn from(error: TrainError) -> Failure {
        match error {
            TrainError::Input(what) => Failure::Input(what),
            TrainError::Work(what) => Failure::Work(what),
        }
    }
}

/// Only errors of standard output go through `?`; those of files are converted with their names.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::OutputClosed,
            _ => Failure::Work(format!("cannot write the output: {error}")),
        }
    }
}
