//! The losses of a fit as CSV, a row an epoch.

use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};

use super::train::Epoch;
use crate::train::error::TrainError;

/// A CSV file of losses that grows by a row an epoch.
#[derive(Debug)]
pub struct Curve {
    path: PathBuf,
    file: File,
}

impl Curve {
    /// Creates the file and writes the names of its columns.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn create(path: &Path) -> Result<Curve, TrainError> {
        let created = File::create(path).and_then(|mut file| {
            writeln!(file, "epoch,train,validation,rate")?;
            io::Result::Ok(file)
        });
        Ok(Curve {
            file: created.map_err(|error| TrainError::cannot_write(path, &error))?,
            path: path.to_owned(),
        })
    }

    /// Writes the row of an epoch.
    ///
    /// # Errors
    /// When the file cannot be written.
    pub fn add(&mut self, epoch: &Epoch) -> Result<(), TrainError> {
        writeln!(
            self.file,
            "{},{:.8},{:.8},{:.4}",
            epoch.number, epoch.train, epoch.validation, epoch.rate
        )
        .map_err(|error| TrainError::cannot_write(&self.path, &error))
    }
}
