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

use serde::Serialize;
use serde::de::DeserializeOwned;

use crate::train::error::TrainError;
use crate::train::network::job::write;

/// The absolute folder of a pipeline.
#[derive(Clone, Debug)]
pub struct Files(pub PathBuf);

impl Files {
    /// A file of a round.
    pub fn of(&self, round: u32, what: &str, extension: &str) -> PathBuf {
        self.0.join(format!("{what}-{round}.{extension}"))
    }

    /// The network of a round.
    pub fn network(&self, round: u32) -> PathBuf {
        self.of(round, "network", "nnue")
    }
}

/// Reads a JSON file; `None` when it does not exist.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, TrainError> {
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            let error = format!("{error}; remove the file, and the same command makes it again");
            TrainError::wrong(path, &error)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(TrainError::wrong(path, &error)),
    }
}

/// Writes a JSON file, over many lines if `pretty`.
pub fn write_json(path: &Path, value: &impl Serialize, pretty: bool) -> Result<(), TrainError> {
    let text = match pretty {
        true => serde_json::to_vec_pretty(value),
        false => serde_json::to_vec(value),
    };
    let text = text.map_err(|error| TrainError::Work(error.to_string()))?;
    write(path, &text)
}
