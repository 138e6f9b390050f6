//! Network training with its files: reads positions, writes checkpoints, loss curves and the network.

use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;
use same_file::Handle;
use tracing::warn;

use super::checkpoint::{self, TrainingState};
use super::params::NetworkParams;
use super::stream::PositionFiles;
use super::train::{TrainingProgress, fit_k};
use super::{TrainingResult, TrainingSettings, train};
use crate::config::numbers::integer;
use crate::config::paths::file;
use crate::search::resources::THREAD_RANGE;
use crate::storage::RunLock;
use crate::storage::atomic_file::{self, AtomicFile};
use crate::train::curve::LossCurve;
use crate::train::error::TrainError;
use crate::train::packed::{PackedSample, pack};
use crate::train::reader::SampleReader;

/// A training to be done: the arguments of `chuhe learn train`.
#[derive(Args, Clone, Debug)]
pub struct TrainingJob {
    /// Files of positions, as `chuhe learn data` makes them.
    #[arg(value_name = "DATA", required = true)]
    pub data: Vec<PathBuf>,

    /// Positions for validation, from other games.
    #[arg(long, value_name = "FILE", required = true)]
    pub check: PathBuf,

    /// The network to write.
    #[arg(long, value_name = "FILE", required = true, value_parser = file())]
    pub out: PathBuf,

    #[command(flatten)]
    pub settings: TrainingSettings,

    /// Threads, up to 256; 0 for as many as the machine has processors.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u16>(THREAD_RANGE))]
    pub threads: u16,

    /// Begin with the parameters of this network or checkpoint, such as that of the last round.
    #[arg(long, value_name = "NET", conflicts_with = "resume")]
    pub start: Option<PathBuf>,

    /// Continue from the checkpoint.
    #[arg(long)]
    pub resume: bool,

    /// Overwrite an existing network, its checkpoint and its curves.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,

    /// Write the loss of each epoch to this file: as a picture if its name ends in .svg, else as CSV; may be repeated. After
    /// --resume a picture has the earlier epochs only if their CSV file is given as --curve too.
    #[arg(long = "curve", value_name = "FILE", value_parser = file())]
    pub curves: Vec<PathBuf>,
}

impl TrainingJob {
    /// The path of the checkpoint, beside the network.
    pub fn checkpoint(&self) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(".checkpoint");
        name.into()
    }

    /// Checks that no input file is overwritten, and no file of an earlier training unless it is resumed or `force` is
    /// set.
    ///
    /// # Errors
    /// If one would be overwritten.
    pub fn check_files(&self) -> Result<(), TrainError> {
        let inputs = self.data.iter().chain([&self.check]).chain(&self.start);
        let read: Vec<Handle> = inputs
            .filter_map(|path| Handle::from_path(path).ok())
            .collect();
        let trained = [self.out.clone(), self.checkpoint()];
        for path in trained.iter().chain(&self.curves) {
            if Handle::from_path(path).is_ok_and(|file| read.contains(&file)) {
                let error = "it is an input file, and would be overwritten";
                return Err(TrainError::wrong(path, &error));
            }
        }
        let mut written = trained.iter().chain(&self.curves);
        match written.find(|path| path.exists()) {
            Some(path) if !self.resume && !self.force => {
                let error = match self.checkpoint().exists() {
                    true => {
                        "it exists already; --resume continues its training, --force overwrites it"
                    }
                    false => "it exists already; --force overwrites it",
                };
                Err(TrainError::wrong(path, &error))
            }
            _ => Ok(()),
        }
    }

    /// Reads the positions and trains. The caller writes the network. Returns `None` if `stop` is set before the end; the
    /// checkpoint of the last complete epoch, if it could be written, is left then.
    ///
    /// # Errors
    /// If a file cannot be read or written, or holds no positions, or if the training diverges.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut observe: impl FnMut(TrainingProgress),
    ) -> Result<Option<TrainingResult>, TrainError> {
        // Errors that take no time to find come first, also that the network or a curve cannot be written.
        for path in self.curves.iter().chain([&self.out]) {
            let file = AtomicFile::create(path);
            drop(file.map_err(|error| TrainError::cannot_write(path, &error))?);
        }
        let cannot_write = |error| TrainError::cannot_write(&self.out, &error);
        // Kept to the end, so that no other run trains the network.
        let _lock = RunLock::of_output(&self.out).map_err(cannot_write)?;
        let saved = self.checkpoint();
        // A killed run may have left parts of a checkpoint. They do no harm if they cannot be removed.
        let name = saved.file_name().unwrap_or_default().to_string_lossy();
        let beginning = format!("{name}.");
        let folder = atomic_file::parent_folder(&saved);
        let _ = atomic_file::remove_temporary_files(folder, &[beginning.as_str()]);
        let resumed = self.resumed(&saved)?;
        let started = self.start.as_ref().map(|path| {
            let read = checkpoint::read_start(path);
            read.map_err(|error| TrainError::wrong(path, &error))
        });
        let started = started.transpose()?;
        let training = PositionFiles::open(&self.data)?;
        let check = read(&self.check)?;
        if training.count() == 0 || check.is_empty() {
            return Err(TrainError::Input(format!(
                "too few positions: {} for training, {} for validation",
                training.count(),
                check.len()
            )));
        }
        let begin = match resumed {
            Some(state) => state,
            None => {
                let seed = self.settings.seed;
                let k = match self.settings.k {
                    Some(k) => k,
                    None => {
                        let sample = training.windows(seed).next().transpose()?;
                        fit_k(&sample.unwrap_or_default())
                    }
                };
                // That of a training which is overwritten.
                if saved.exists() {
                    fs::remove_file(&saved)
                        .map_err(|error| TrainError::cannot_write(&saved, &error))?;
                }
                let random = || NetworkParams::random(seed);
                TrainingState::new(started.unwrap_or_else(random), k)
            }
        };
        let done = begin.epochs;
        let mut curve = LossCurve::new(&self.curves, done);
        // Without an epoch to train, the files get the earlier ones.
        let mut failure = match done < self.settings.epochs {
            true => None,
            false => curve.write().err(),
        };
        let observe = |progress: TrainingProgress| {
            observe(progress);
            let TrainingProgress::Epoch(epoch, state) = progress else {
                return;
            };
            // The training continues if its curve or its checkpoint cannot be written.
            let written = curve.add(epoch);
            let saved_state = checkpoint::write(state, &saved)
                .map_err(|error| TrainError::cannot_write(&saved, &error));
            if let Err(error) = written.and(saved_state) {
                warn!("{error}; the training continues");
                failure.get_or_insert(error);
            }
        };
        let (settings, threads) = (&self.settings, self.threads);
        let trained = train(settings, threads, &training, &check, begin, stop, observe)?;
        let Some(failure) = failure else {
            return Ok(trained);
        };
        if let Some(trained) = trained {
            // A disk that is full for the checkpoint may have space for the network.
            write(&self.out, &trained.network.to_bytes())?;
        }
        Err(failure)
    }

    /// The state of the checkpoint to resume, `None` without `--resume`.
    fn resumed(&self, saved: &Path) -> Result<Option<TrainingState>, TrainError> {
        if !self.resume {
            return Ok(None);
        }
        let state = checkpoint::read(saved).map_err(|error| match error.kind() {
            io::ErrorKind::NotFound => {
                TrainError::wrong(saved, &format!("{error}; there is nothing to --resume"))
            }
            _ => TrainError::wrong(saved, &error),
        })?;
        match self.settings.k {
            Some(k) if (k - state.k).abs() > 1e-9 => {
                let error = format!("begun with steepness {}, not {k} (--k)", state.k);
                Err(TrainError::wrong(saved, &error))
            }
            _ => {
                let (done, epochs) = (state.epochs, self.settings.epochs);
                if done > epochs {
                    warn!(
                        "{}: {done} epochs are trained already, more than the {epochs} of --epochs; the network is that of the last one",
                        saved.display()
                    );
                }
                Ok(Some(state))
            }
        }
    }
}

/// Writes a file. If it cannot be written, the old file is kept.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    atomic_file::write(path, |out| out.write_all(bytes))
        .map_err(|error| TrainError::cannot_write(path, &error))
}

/// Reads the records of a file of positions, which must be legal.
fn read(path: &Path) -> Result<Vec<PackedSample>, TrainError> {
    let records = SampleReader::open(path).and_then(|reader| {
        let records = reader.map(|sample| sample.map(|sample| pack(&sample)));
        records.collect()
    });
    records.map_err(|error| TrainError::wrong(path, &error))
}

#[cfg(test)]
mod tests {
    use super::super::stream;
    use super::*;
    use crate::board::Board;
    use crate::train::packed::sample;

    #[test]
    fn validation_positions_must_be_legal() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("positions");
        let board = Board::from_fen("4k4/9/9/9/9/9/9/9/9/3K5 w").unwrap();
        let mut record = pack(&sample(&board));
        // Red's general goes from d0 to e0.
        record[0] += 1;
        stream::tests::write(&path, &[record]);
        let error = read(&path).unwrap_err().to_string();
        let expected = "the generals face each other on file e";
        assert!(error.contains(expected), "{error}");
    }
}
