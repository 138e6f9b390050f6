//! The training pipeline: rounds of self-play, network training and a match against the last network.
//!
//! | module | idea |
//! |---|---|
//! | [`config`] | the configuration, a TOML file |
//! | `round` | the steps of a round with their files and results |

pub mod config;
pub(crate) mod round;

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::error::TrainError;
use super::network::job::write;
use crate::arena::read_openings;
use crate::board::positions::EpdPosition;
use crate::rules::RuleSet;
use crate::storage::{RunLock, atomic_file};
use config::Config;
use round::{Round, RoundEvent, RoundResults, read_json, write_json};

/// A run of rounds, with its own folder.
#[derive(Debug)]
pub struct Pipeline {
    config: Config,
    openings: Vec<EpdPosition>,
    folder: PathBuf,
    rows: Vec<RoundResults>,
    /// Excludes other runs from the folder.
    _lock: RunLock,
}

impl Pipeline {
    /// Begins a run, or resumes it with the same configuration. `folder` is created if it does not exist.
    ///
    /// # Errors
    /// If the configuration or its openings are wrong, the folder holds a run with another configuration, or another process
    /// uses the folder.
    pub fn open(file: &Path, folder: &Path) -> Result<Pipeline, TrainError> {
        let config = Config::read(file)?;
        let openings = &config.games.openings;
        let openings = read_openings(Some(openings), &RuleSet::default()).map_err(|error| {
            let error = format!("[match] openings: {}: {error}", openings.display());
            TrainError::wrong(file, &error)
        })?;
        fs::create_dir_all(folder).map_err(|error| {
            let folder = folder.display();
            TrainError::Work(format!(
                "cannot create the folder {folder}: {error}; choose another with --folder"
            ))
        })?;
        let folder = folder.canonicalize().unwrap_or_else(|_| folder.to_owned());
        let path = folder.join("lock");
        let lock = RunLock::acquire(&path);
        let lock = lock.map_err(|error| TrainError::cannot_write(&path, &error))?;
        let Some(lock) = lock else {
            return Err(TrainError::Work(format!(
                "{}: another run uses this folder; wait for it, or choose another --folder",
                folder.display()
            )));
        };
        store(&config, &folder)?;
        // Files that a killed run was writing are written again.
        atomic_file::remove_temporary_files(&folder, &FILES)
            .map_err(|error| TrainError::cannot_write(&folder, &error))?;
        Ok(Pipeline {
            config,
            openings,
            folder,
            rows: Vec::new(),
            _lock: lock,
        })
    }

    /// Does the missing steps of the next round and returns its results; `None` after the last.
    ///
    /// # Errors
    /// If a step fails, or `stop` is set.
    pub fn next_round(
        &mut self,
        stop: &AtomicBool,
        observe: &mut dyn FnMut(RoundEvent),
    ) -> Result<Option<&RoundResults>, TrainError> {
        let number = self.rows.len() as u32;
        if number >= self.config.rounds {
            return Ok(None);
        }
        let mut round = Round {
            config: &self.config.of_round(number),
            openings: &self.openings,
            folder: &self.folder,
            number,
            stop,
            observe,
        };
        self.rows.push(round.run()?);
        let mut lines = Vec::new();
        for row in &self.rows {
            serde_json::to_writer(&mut lines, row)
                .map_err(|error| TrainError::Work(error.to_string()))?;
            lines.push(b'\n');
        }
        write(&self.folder.join("rounds.jsonl"), &lines)?;
        Ok(self.rows.last())
    }
}

/// The beginnings of the names of the files that a run writes under a temporary name first.
const FILES: [&str; 8] = [
    "check-",
    "config.json",
    "data-",
    "loss-",
    "network-",
    "round-",
    "rounds.jsonl",
    "trained-",
];

/// Stores the configuration, or returns an error if it differs from the stored one.
fn store(config: &Config, folder: &Path) -> Result<(), TrainError> {
    let path = folder.join("config.json");
    if let Some(before) = read_json(&path)? {
        let different = config
            .differences(before)
            .map_err(|error| TrainError::wrong(&path, &error))?;
        if !different.is_empty() {
            let different = different.join("; ");
            let error = format!(
                "the run was begun with other settings: {different}; another --folder begins another run"
            );
            return Err(TrainError::wrong(folder, &error));
        }
    }
    write_json(&path, config, true)
}
