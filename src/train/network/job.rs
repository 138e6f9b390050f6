//! A training with its files: positions are read, checkpoints, curves and the network are written.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use tracing::info;

use super::curve::Curve;
use super::settings::TrainingSettings;
use super::state::State;
use super::train::{Progress, fit_k};
use super::{Trained, checkpoint, start, train};
use crate::eval::network::Base;
use crate::storage::atomic_file::{self, AtomicFile};
use crate::train::error::TrainError;
use crate::train::packed::{RECORD, Record};
use crate::train::reader::Reader;

/// A training to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// Files of positions to learn from.
    pub data: Vec<PathBuf>,
    /// The file of positions to check with.
    pub check: PathBuf,
    /// The network to write. The checkpoint is beside it.
    pub out: PathBuf,
    /// How it is trained.
    pub settings: TrainingSettings,
    /// A network or a checkpoint whose parameters it begins from.
    pub start: Option<PathBuf>,
    /// True to go on from its checkpoint.
    pub resume: bool,
    /// Tables and pictures of the loss.
    pub curves: Vec<PathBuf>,
}

/// The result of a training. The network is not written yet.
#[derive(Clone, Debug)]
pub struct Done {
    /// The number of positions that were learnt from.
    pub learn: usize,
    /// The number of positions that it was checked with.
    pub check: usize,
    /// The network and its losses.
    pub trained: Trained,
}

impl Job {
    /// The path of the checkpoint.
    pub fn checkpoint(&self) -> PathBuf {
        let mut name = self.out.as_os_str().to_owned();
        name.push(".checkpoint");
        name.into()
    }

    /// Refuses to overwrite a file that is read, or an earlier training.
    ///
    /// # Errors
    /// With the file.
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

    /// Reads the positions and trains until the end, or until `stop` is set.
    ///
    /// # Errors
    /// When a file cannot be read or written, or holds no positions.
    pub fn run(
        &self,
        stop: &AtomicBool,
        mut observe: impl FnMut(Progress),
    ) -> Result<Done, TrainError> {
        // Errors that can be found quickly are found first, also that the network cannot be written.
        AtomicFile::create(&self.out)
            .map_err(|error| TrainError::cannot_write(&self.out, &error))?;
        let saved = self.checkpoint();
        let resumed = self.resumed(&saved)?;
        let started = self.started()?;
        let learn = read(&self.data)?;
        let check = read(std::slice::from_ref(&self.check))?;
        if learn.is_empty() || check.is_empty() {
            let (learn, check) = (learn.len(), check.len());
            return Err(TrainError::Input(format!(
                "too few positions: {learn} to learn from, {check} to check with"
            )));
        }
        let begin = resumed.or_else(|| {
            let k = || self.settings.k.unwrap_or_else(|| fit_k(&learn));
            started.map(|(params, base)| State::of(params, k(), base))
        });
        let done = begin.as_ref().map_or(0, |state| state.epochs);
        let mut curve = Curve::new(&self.curves, done);
        let mut failure = None;
        let trained = train(&self.settings, [&learn, &check], begin, stop, |progress| {
            observe(progress);
            let Progress::Epoch(epoch, state) = progress else {
                return;
            };
            info!(
                epoch = epoch.number,
                train = epoch.train,
                validation = epoch.validation,
                "loss"
            );
            // The training goes on without its curve or its checkpoint.
            let drawn = curve.add(epoch);
            let kept = checkpoint::write(state, &saved)
                .map_err(|error| TrainError::cannot_write(&saved, &error));
            if let Err(error) = drawn.and(kept) {
                failure.get_or_insert(error);
            }
        });
        if let Some(failure) = failure {
            // The disk may have space for the network, even if it is full for the checkpoint.
            write(&self.out, &trained.network.to_bytes())?;
            return Err(failure);
        }
        Ok(Done {
            learn: learn.len(),
            check: check.len(),
            trained,
        })
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
                let told = format!("begun with a steepness of {}, not of {k} (--k)", state.k);
                Err(TrainError::wrong(saved, &told))
            }
            _ => Ok(Some(state)),
        }
    }

    /// The parameters of `--start`.
    fn started(&self) -> Result<Option<(super::params::Params, Base)>, TrainError> {
        let Some(path) = &self.start else {
            return Ok(None);
        };
        let (params, base) = start::read(path).map_err(|error| TrainError::wrong(path, &error))?;
        self.check_base(path, base)?;
        Ok(Some((params, base)))
    }

    fn check_base(&self, path: &Path, found: Base) -> Result<(), TrainError> {
        let base = self.settings.base();
        if found == base {
            return Ok(());
        }
        let told = format!("a network that {found}, and this one {base} (--alone, or not)");
        Err(TrainError::wrong(path, &told))
    }
}

/// Writes a whole file.
///
/// # Errors
/// When it cannot be written; the file before is kept.
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
