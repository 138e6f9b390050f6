//! Errors of training.

use std::fmt::Display;
use std::path::Path;

use thiserror::Error;

/// Why training, or the generation of its data, fails.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file or a setting is wrong.
    #[error("{0}")]
    Input(String),
    /// The work failed or was stopped, with valid input.
    #[error("{0}")]
    Work(String),
}

impl TrainError {
    /// The error of a file that cannot be read or has wrong content.
    pub fn wrong(path: &Path, error: &dyn Display) -> TrainError {
        TrainError::Input(format!("{}: {error}", path.display()))
    }

    /// The error of a file that cannot be written.
    pub fn cannot_write(path: &Path, error: &dyn Display) -> TrainError {
        TrainError::Work(format!("cannot write {}: {error}", path.display()))
    }
}
