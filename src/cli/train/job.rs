//! A training with its files: positions in, checkpoints and curves out.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use tracing::info;

use super::curve::Curve;
use crate::cli::Failure;
use crate::cli::progress::bar;
use crate::eval::network::Base;
use crate::storage::atomic_file::{self, AtomicFile};
use crate::train::network::train::{State, fit_k};
use crate::train::network::{Plan, Trained, checkpoint, start, train};
use crate::train::packed::{RECORD, Record};
use crate::train::reader::Reader;

/// What the progress bar shows.
const BAR: &str = "{prefix} {wide_bar} {human_pos}/{human_len}, {per_sec:0}{msg}, {eta} left";

/// A training to be done.
#[derive(Clone, Debug)]
pub struct Job {
    /// Files of positions to learn from.
    pub data: Vec<PathBuf>,
    /// Positions to check with.
    pub check: Vec<PathBuf>,
    /// The network that will be written; the checkpoint stands beside it.
    pub out: PathBuf,
    /// How it is trained.
    pub plan: Plan,
    /// A network or a checkpoint whose numbers it begins from.
    pub start: Option<PathBuf>,
    /// Whether it goes on from its checkpoint.
    pub resume: bool,
    /// Tables and pictures of the loss.
    pub curves: Vec<PathBuf>,
}

/// What came of it. The network is not written yet.
#[derive(Clone, Debug)]
pub struct Done {
    /// Positions that were learnt from.
    pub learn: usize,
    /// Positions that it was checked with.
    pub check: usize,
    /// The rest.
    pub trained: Trained,
}

impl Job {
    /// Where the checkpoint is.
    pub fn checkpoint(&self) -> PathBuf {
        beside(&self.out, ".checkpoint")
    }

    /// Reads and trains, until the end or until `stop` is set.
    ///
    /// # Errors
    /// When a file cannot be read or written, or holds no positions.
    pub fn run(&self, stop: &AtomicBool) -> Result<Done, Failure> {
        let saved = self.checkpoint();
        // What is quick to find out comes first: whether what will be learnt can be written, too.
        AtomicFile::create(&self.out).map_err(|error| Failure::cannot_write(&self.out, &error))?;
        let resumed = match self.resume {
            true => Some(checkpoint::read(&saved).map_err(|error| wrong(&saved, &error))?),
            false => None,
        };
        let started = match &self.start {
            Some(path) => Some(start::read(path).map_err(|error| wrong(path, &error))?),
            None => None,
        };
        let base = self.plan.base;
        let same = |path: &Path, found: Base| match found == base {
            true => Ok(()),
            false => Err(wrong(
                path,
                &format!("a network that {found}, and this one {base} (--alone, or not)"),
            )),
        };
        if let Some(state) = &resumed {
            same(&saved, state.base)?;
            if let Some(k) = self.plan.k
                && (k - state.k).abs() > 1e-9
            {
                return Err(wrong(
                    &saved,
                    &format!("begun with a steepness of {}, not of {k} (--k)", state.k),
                ));
            }
        }
        if let (Some(path), Some((_, found))) = (&self.start, &started) {
            same(path, *found)?;
        }
        let (learn, check) = (read(&self.data)?, read(&self.check)?);
        if learn.is_empty() || check.is_empty() {
            let (learn, check) = (learn.len(), check.len());
            return Err(Failure::Input(format!(
                "too few positions: {learn} to learn from, {check} to check with"
            )));
        }
        let begin = resumed.or_else(|| {
            let k = || self.plan.k.unwrap_or_else(|| fit_k(&learn));
            started.map(|(params, base)| State::of(params, k(), base))
        });
        let done = begin.as_ref().map_or(0, |state| state.epochs);
        let mut curve = Curve::new(&self.curves, done);
        let bar = bar(learn.len() as u64, BAR, 2);
        let mut failure = None;
        let trained = train(
            &self.plan,
            &learn,
            &check,
            begin,
            stop,
            |epoch, done| {
                bar.set_prefix(format!("epoch {epoch}/{}", self.plan.epochs));
                bar.set_position(done as u64);
            },
            |epoch, state| {
                info!(
                    epoch = epoch.number,
                    train = epoch.train,
                    validation = epoch.validation,
                    "loss"
                );
                bar.set_message(format!(", loss {:.6}", epoch.validation));
                bar.reset_eta();
                // The training is worth more than what tells of it: it goes on.
                let told = curve.add(epoch);
                let kept = checkpoint::write(state, &saved)
                    .map_err(|error| Failure::cannot_write(&saved, &error));
                if let Err(error) = told.and(kept) {
                    failure.get_or_insert(error);
                }
            },
        );
        bar.finish_and_clear();
        if let Some(failure) = failure {
            // What was learnt is not lost for a full disk, if there is any room for it.
            write(&self.out, &trained.network.to_bytes())?;
            return Err(failure);
        }
        let (learn, check) = (learn.len(), check.len());
        Ok(Done {
            learn,
            check,
            trained,
        })
    }
}

/// A complaint about a file.
pub fn wrong(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

/// Writes a file whole.
///
/// # Errors
/// When it cannot be written; what was there is there still.
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    atomic_file::write(path, |out| out.write_all(bytes))
        .map_err(|error| Failure::cannot_write(path, &error))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Reads files of positions; each is looked at once here, so that training need not.
fn read(paths: &[PathBuf]) -> Result<Vec<Record>, Failure> {
    // Tens of millions are to be in memory once, and not twice while a list grows.
    let bytes = |path: &PathBuf| fs::metadata(path).map_or(0, |file| file.len());
    let room = paths.iter().map(bytes).sum::<u64>() / RECORD as u64;
    let mut records = Vec::new();
    let room = usize::try_from(room).unwrap_or(usize::MAX);
    records
        .try_reserve_exact(room)
        .map_err(|error| Failure::Work(format!("{room} positions: {error}")))?;
    for path in paths {
        let mut reader = Reader::open(path).map_err(|error| wrong(path, &error))?;
        while let Some(record) = reader.next_checked().map_err(|error| wrong(path, &error))? {
            records.push(record);
        }
    }
    Ok(records)
}
