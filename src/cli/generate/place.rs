//! Where generated files go.

use std::fs;
use std::path::{Path, PathBuf};

use clap::Args;

use super::Failure;

/// `--out`.
#[derive(Debug, Args)]
pub struct PlaceArgs {
    /// Write into this folder, which is made if it is not there; without it to standard output.
    #[arg(long, value_name = "DIR")]
    out: Option<PathBuf>,
}

impl PlaceArgs {
    /// The folder, made if it was not there.
    ///
    /// # Errors
    /// When it cannot be made.
    pub fn folder(&self) -> Result<Option<&Path>, Failure> {
        let Some(folder) = self.out.as_deref() else {
            return Ok(None);
        };
        fs::create_dir_all(folder).map_err(|error| {
            Failure::Work(format!("{}: cannot make it: {error}", folder.display()))
        })?;
        Ok(Some(folder))
    }
}

/// Writes a file of a folder.
///
/// # Errors
/// When it cannot be written.
pub fn write(folder: &Path, name: &str, bytes: &[u8]) -> Result<(), Failure> {
    let path = folder.join(name);
    fs::write(&path, bytes)
        .map_err(|error| Failure::Work(format!("{}: cannot write it: {error}", path.display())))
}
