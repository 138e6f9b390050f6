//! What can go wrong on the command line, and the exit code it ends with.

use std::fmt::Display;
use std::io;
use std::path::Path;
use std::process::ExitCode;

use thiserror::Error;

use crate::book::OpenError;
use crate::train::error::TrainError;

/// Why a subcommand did not do what it was asked to.
#[derive(Debug, Error)]
pub enum Failure {
    /// The input makes no sense: exit code 2.
    #[error("{0}")]
    Input(String),
    /// The input was right and the work went wrong: exit code 1.
    #[error("{0}")]
    Work(String),
    /// Whoever read our output has left, as `head` does: no fault of anyone's, exit code 0.
    #[error("the reader of the output is gone")]
    ReaderGone,
}

impl Failure {
    /// A file could not be written.
    pub fn cannot_write(path: &Path, error: &dyn Display) -> Failure {
        Failure::Work(format!("cannot write {}: {error}", path.display()))
    }

    /// Tells the user on standard error and gives the exit code.
    pub fn report(&self) -> ExitCode {
        match self {
            Failure::ReaderGone => ExitCode::SUCCESS,
            Failure::Work(_) => self.complain(1),
            Failure::Input(_) => self.complain(2),
        }
    }

    fn complain(&self, code: u8) -> ExitCode {
        use io::Write;
        // Nobody left to tell when standard error is closed too.
        let _ = writeln!(io::stderr(), "error: {self}");
        ExitCode::from(code)
    }
}

impl From<OpenError> for Failure {
    fn from(error: OpenError) -> Failure {
        Failure::Input(error.to_string())
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

/// Only output is written through `?`; what is read names its file and is turned into
/// [`Failure::Input`] where that happens.
impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Failure {
        match error.kind() {
            io::ErrorKind::BrokenPipe => Failure::ReaderGone,
            _ => Failure::Work(format!("cannot write the output: {error}")),
        }
    }
}
