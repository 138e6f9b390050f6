//! The files of a pipeline.
//!
//! | file of round N | content |
//! |---|---|
//! | `data-N.bin`, `check-N.bin` | positions to learn from, and to check with |
//! | `network-N.nnue`, `.checkpoint` | the network, and what the next round begins from |
//! | `loss-N.csv`, `loss-N.svg` | the losses of the training |
//! | `trained-N.json` | the results of the training |
//! | `match-N.jsonl` | the match |
//! | `round-N.json` | the results of the round; a line of `rounds.jsonl` |

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::eval::network::Network;
use crate::train::error::TrainError;
use crate::train::network::job::write;

/// The folder of a pipeline.
#[derive(Clone, Debug)]
pub struct Files {
    folder: PathBuf,
}

impl Files {
    /// The files of an absolute folder.
    pub fn new(folder: PathBuf) -> Files {
        Files { folder }
    }

    /// A file of a round.
    pub fn of(&self, round: u32, what: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{what}-{round}.{extension}"))
    }

    /// The network of a round.
    pub fn network(&self, round: u32) -> PathBuf {
        self.of(round, "network", "nnue")
    }

    /// The file of the results of all rounds.
    pub fn rounds(&self) -> PathBuf {
        self.folder.join("rounds.jsonl")
    }

    /// Reads the network of the round before this one, which plays its games; `None` in round 0.
    ///
    /// # Errors
    /// When it cannot be read.
    pub fn player(&self, round: u32) -> Result<Option<Arc<Network>>, TrainError> {
        let Some(before) = round.checked_sub(1) else {
            return Ok(None);
        };
        let path = self.network(before);
        let network = Network::read(&path).map_err(|error| TrainError::wrong(&path, &error))?;
        Ok(Some(Arc::new(network)))
    }
}

/// Reads a JSON file; `None` when it does not exist.
///
/// # Errors
/// When it cannot be read or its content is wrong.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, TrainError> {
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            let told = format!("{error}; remove the file, and the same command makes it again");
            TrainError::wrong(path, &told)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(TrainError::wrong(path, &error)),
    }
}

/// Writes a JSON file, over many lines if `pretty`.
///
/// # Errors
/// When it cannot be written.
pub fn write_json(path: &Path, value: &impl Serialize, pretty: bool) -> Result<(), TrainError> {
    let text = match pretty {
        true => serde_json::to_vec_pretty(value),
        false => serde_json::to_vec(value),
    };
    write(
        path,
        &text.map_err(|error| TrainError::Work(error.to_string()))?,
    )
}
