//! A training with its files: positions are read, checkpoints, curves and the network are written.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use clap::Args;

use super::checkpoint::{self, State};
use super::train::{Progress, fit_k};
use super::{Trained, TrainingSettings, train};
use crate::eval::network::Base;
use crate::storage::atomic_file::{self, AtomicFile};
use crate::train::curve::Curve;
use crate::train::error::TrainError;
use crate::train::packed::{RECORD, Record};
use crate::train::reader::Reader;

/// A training to be done: the arguments of `chuhe learn train`.
#[derive(Args, Clone, Debug)]
pub struct Job {
    /// Files of positions, as `chuhe learn data` makes them.
    #[arg(value_name = "DATA", required = true)]
    pub data: Vec<PathBuf>,

    /// Positions to check with, from games of their own.
    #[arg(long, value_name = "FILE", required = true)]
    pub check: PathBuf,

    /// The network to write.
    #[arg(long, value_name = "FILE", required = true)]
    pub out: PathBuf,

    #[command(flatten)]
    pub settings: TrainingSettings,

    /// Begin from the numbers of this network or checkpoint, such as that of the round before.
    #[arg(long, value_name = "NET", conflicts_with = "resume")]
    pub start: Option<PathBuf>,

    /// Go on from the checkpoint.
    #[arg(long)]
    pub resume: bool,

    /// Write the loss of each epoch to this file: as a picture when its name ends in .svg, else as CSV; may be given again.
    #[arg(long = "curve", value_name = "FILE")]
    pub curves: Vec<PathBuf>,
}

impl Job {
    /// The path of the checkpoint, beside the network.
    pub fn checkpoint(&self) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(".checkpoint");
        name.into()
    }

    /// Refuses to overwrite a file that is read, or an earlier training.
    pub fn check_files(&self) -> Result<(), TrainError> {
        let inputs = self.data.iter().chain([&self.check]).chain(&self.start);
        let read: Vec<PathBuf> = inputs.filter_map(|path| path.canonicalize().ok()).collect();
        let trained = [self.out.clone(), self.checkpoint()];
        for path in trained.iter().chain(&self.curves) {
            if path.canonicalize().is_ok_and(|path| read.contains(&path)) {
                let error = "it is to be read, and would be written over";
                return Err(TrainError::wrong(path, &error));
            }
        }
        match trained.iter().find(|path| path.exists()) {
            Some(path) if !self.resume => Err(TrainError::wrong(
                path,
                &"it exists already; --resume goes on with its training, another --out begins one",
            )),
            _ => Ok(()),
        }
    }

    /// Reads the positions and trains until the end, or until `stop` is set. The network is not written yet.
    ///
    /// # Errors
    /// When a file cannot be read or written, or holds no positions.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut observe: impl FnMut(Progress),
    ) -> Result<Trained, TrainError> {
        // Errors that can be found quickly are found first, also that the network cannot be written.
        AtomicFile::create(&self.out)
            .map_err(|error| TrainError::cannot_write(&self.out, &error))?;
        let saved = self.checkpoint();
        let resumed = self.resumed(&saved)?;
        let started = self.start.as_ref().map(|path| {
            let read = checkpoint::read_start(path);
            let (params, base) = read.map_err(|error| TrainError::wrong(path, &error))?;
            self.check_base(path, base).map(|()| (params, base))
        });
        let started = started.transpose()?;
        let records = read(&self.data)?;
        let validation = read(std::slice::from_ref(&self.check))?;
        let (learn, check) = (records.len(), validation.len());
        if learn == 0 || check == 0 {
            return Err(TrainError::too_few(learn, check));
        }
        let begin = resumed.or_else(|| {
            let k = || self.settings.k.unwrap_or_else(|| fit_k(&records));
            started.map(|(params, base)| State::new(params, k(), base))
        });
        let done = begin.as_ref().map_or(0, |state| state.epochs);
        let mut curve = Curve::new(&self.curves, done);
        let mut failure = None;
        let sets = [&records[..], &validation];
        let trained = train(&self.settings, sets, begin, stop, |progress| {
            observe(progress);
            let Progress::Epoch(epoch, state) = progress else {
                return;
            };
            // The training goes on without its curve or its checkpoint.
            let drawn = curve.add(epoch);
            let kept = checkpoint::write(state, &saved)
                .map_err(|error| TrainError::cannot_write(&saved, &error));
            if let Err(error) = drawn.and(kept) {
                failure.get_or_insert(error);
            }
        });
        let Some(failure) = failure else {
            return Ok(trained);
        };
        // The disk may have space for the network, even if it is full for the checkpoint.
        write(&self.out, &trained.network.to_bytes())?;
        Err(failure)
    }

    /// The state of the checkpoint to go on from.
    fn resumed(&self, saved: &Path) -> Result<Option<State>, TrainError> {
        if !self.resume {
            return Ok(None);
        }
        let state = checkpoint::read(saved).map_err(|error| TrainError::wrong(saved, &error))?;
        self.check_base(saved, state.base)?;
        match self.settings.k {
            Some(k) if (k - state.k).abs() > 1e-9 => {
                let error = format!("begun with a steepness of {}, not of {k} (--k)", state.k);
                Err(TrainError::wrong(saved, &error))
            }
            _ => Ok(Some(state)),
        }
    }

    fn check_base(&self, path: &Path, found: Base) -> Result<(), TrainError> {
        let base = self.settings.base();
        if found == base {
            return Ok(());
        }
        let error = format!("a network that {found}, and this one {base} (--alone, or not)");
        Err(TrainError::wrong(path, &error))
    }
}

/// Writes a whole file. If it cannot be written, the file before is kept.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), TrainError> {
    atomic_file::write(path, |out| out.write_all(bytes))
        .map_err(|error| TrainError::cannot_write(path, &error))
}

/// Reads files of positions. Each record is checked here, so that training need not check it again.
fn read(paths: &[PathBuf]) -> Result<Vec<Record>, TrainError> {
    // There may be tens of millions, which must not be in memory twice while the list grows.
    let bytes = |path: &PathBuf| fs::metadata(path).map_or(0, |file| file.len());
    let count = paths.iter().map(bytes).sum::<u64>() / RECORD as u64;
    let count = usize::try_from(count).unwrap_or(usize::MAX);
    let mut records = Vec::new();
    records
        .try_reserve_exact(count)
        .map_err(|error| TrainError::Work(format!("{count} positions: {error}")))?;
    for path in paths {
        let wrong = |error| TrainError::wrong(path, &error);
        let mut reader = Reader::open(path).map_err(wrong)?;
        while let Some(record) = reader.next_checked().map_err(wrong)? {
            records.push(record);
        }
    }
    Ok(records)
}
