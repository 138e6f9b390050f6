//! The training pipeline: rounds of self-play, network training and a match against the network before.
//!
//! | module | idea |
//! |---|---|
//! | [`config`] | the configuration, a TOML file |
//! | [`round`] | the steps of a round, each skipped when its output exists |
//! | [`measure`] | the match of a round |
//! | [`row`] | the results of a round |
//! | [`files`] | the files of the rounds |

pub mod config;
pub mod files;
pub mod measure;
pub mod round;
pub mod row;

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use super::error::TrainError;
use super::network::job::write;
use crate::storage::RunLock;
use config::Config;
use files::{Files, write_json};
use measure::Measure;
use round::{Event, Round};
use row::Row;

/// A run of rounds in a folder of its own.
#[derive(Debug)]
pub struct Pipeline {
    config: Config,
    measure: Measure,
    files: Files,
    rows: Vec<Row>,
    /// Keeps other runs out of the folder.
    _lock: RunLock,
}

impl Pipeline {
    /// Begins a run, or resumes it with the same configuration. `folder` is created if it does not exist.
    ///
    /// # Errors
    /// When the configuration or its openings are wrong, the folder holds a run with another configuration, or another
    /// process is at work in it.
    pub fn open(config: &Path, folder: &Path) -> Result<Pipeline, TrainError> {
        let place = config;
        let config = Config::read(place)?;
        let measure = Measure::read(&config.games, place)?;
        let folder = create(folder)?;
        let lock = lock(&folder)?;
        store(&config, &folder)?;
        Ok(Pipeline {
            config,
            measure,
            files: Files::new(folder),
            rows: Vec::new(),
            _lock: lock,
        })
    }

    /// Does what is missing of the next round and returns the results of all rounds so far; `None` after the last.
    ///
    /// # Errors
    /// When a step fails or `stop` is set.
    pub fn next_round(
        &mut self,
        stop: &AtomicBool,
        observe: &mut dyn FnMut(Event),
    ) -> Result<Option<&[Row]>, TrainError> {
        let number = self.rows.len() as u32;
        if number >= self.config.rounds {
            return Ok(None);
        }
        let mut round = Round {
            config: &self.config,
            measure: &self.measure,
            files: &self.files,
            number,
            stop,
            observe,
        };
        let row = round.play()?;
        self.rows.push(row);
        let mut lines = Vec::new();
        for row in &self.rows {
            serde_json::to_writer(&mut lines, row)
                .map_err(|error| TrainError::Work(error.to_string()))?;
            lines.push(b'\n');
        }
        write(&self.files.rounds(), &lines)?;
        Ok(Some(&self.rows))
    }
}

/// Creates the folder and returns its absolute path.
fn create(folder: &Path) -> Result<PathBuf, TrainError> {
    fs::create_dir_all(folder).map_err(|error| {
        let folder = folder.display();
        TrainError::Work(format!("cannot make the folder {folder}: {error}"))
    })?;
    Ok(folder.canonicalize().unwrap_or_else(|_| folder.to_owned()))
}

fn lock(folder: &Path) -> Result<RunLock, TrainError> {
    let path = folder.join("lock");
    match RunLock::acquire(&path) {
        Ok(Some(lock)) => Ok(lock),
        Ok(None) => Err(TrainError::Work(format!(
            "{}: another run is at work in this folder; wait for it, or choose another --folder",
            folder.display()
        ))),
        Err(error) => Err(TrainError::cannot_write(&path, &error)),
    }
}

/// Stores the configuration, or refuses one that differs from the stored one.
fn store(config: &Config, folder: &Path) -> Result<(), TrainError> {
    let path = folder.join("config.json");
    match fs::read_to_string(&path) {
        Ok(before) => {
            let different = config
                .differences(&before)
                .map_err(|error| TrainError::wrong(&path, &error))?;
            if !different.is_empty() {
                let different = different.join("; ");
                let told = format!(
                    "the run was begun with other settings: {different}; another --folder begins another run"
                );
                return Err(TrainError::wrong(folder, &told));
            }
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => {}
        Err(error) => return Err(TrainError::wrong(&path, &error)),
    }
    write_json(&path, config, true)
}
