//! Errors of training.

use std::fmt::Display;
use std::path::Path;

use thiserror::Error;

/// Why a training, or the generation of its data, fails.
#[derive(Debug, Error)]
pub enum TrainError {
    /// A file or a setting is wrong.
    #[error("{0}")]
    Input(String),
    /// The input is right, and the work failed or was stopped.
    #[error("{0}")]
    Work(String),
}

impl TrainError {
    /// A file cannot be read, or its content is wrong.
    pub fn wrong(path: &Path, error: &dyn Display) -> TrainError {
        TrainError::Input(format!("{}: {error}", path.display()))
    }

    /// A file cannot be written.
    pub fn cannot_write(path: &Path, error: &dyn Display) -> TrainError {
        TrainError::Work(format!("cannot write {}: {error}", path.display()))
    }

    /// One of the sets is empty.
    pub fn too_few(learn: usize, check: usize) -> TrainError {
        TrainError::Input(format!(
            "too few positions: {learn} to learn from, {check} to check with"
        ))
    }
}
