//! Plays self-play games in parallel and writes their positions into a file.
//!
//! Each game is written in one piece when it ends. A run that is killed loses the games under way and nothing else, and
//! `resume` goes on after the last whole record. A position that the file already holds, or its mirror image, is not written
//! again. When the file is complete, its order is shuffled, so that any part of it is a fair sample of all.

use std::collections::HashSet;
use std::fs::{self, File};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::Args;
use fastrand::Rng;
use serde::Serialize;

use super::error::TrainError;
use super::header::{self, Header, Made};
use super::packed::{RECORD, Record, Sample, pack};
use super::reader::{self, Reader};
use super::selfplay::{self, TRACE, Terms};
use crate::board::Board;
use crate::config::numbers::number;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::search::resources::{HASH_MIB, THREADS, thread_count};
use crate::search::{Engine, STACK_SIZE, Settings};
use crate::storage::{Journal, atomic_file};

/// How training data is made: options of `chuhe learn data`, and the table `[data]` of a pipeline.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct DataSettings {
    /// How many positions it shall hold.
    #[arg(long, value_name = "N", default_value_t = Self::default().positions, allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    pub positions: u64,

    /// Positions to check with, from games of their own. Only in a pipeline.
    #[arg(skip = Self::default().check)]
    pub check: u64,

    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = Self::default().nodes, allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    pub nodes: u64,

    /// How much of a position's score is what was said later in its game: what is left of a score one ply before, in
    /// hundredths. 0 keeps what the search said.
    #[arg(long, value_name = "PERCENT", default_value_t = Self::default().trace, allow_negative_numbers = true, value_parser = number::<u8>(TRACE))]
    pub trace: u8,

    /// Games at a time, up to 256; 0 for as many as the machine has processors.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    #[serde(skip)]
    pub threads: u16,

    /// Hash table of each game, MiB.
    #[arg(long, value_name = "MB", default_value_t = Self::default().hash, allow_negative_numbers = true, value_parser = number::<u32>(HASH_MIB))]
    pub hash: u32,

    /// What the random moves come from: another seed, other games.
    #[arg(long, value_name = "N", default_value_t = Self::default().seed)]
    pub seed: u64,
}

impl Default for DataSettings {
    fn default() -> DataSettings {
        let terms = Terms::default();
        DataSettings {
            positions: 1_000_000,
            check: 25_000,
            nodes: terms.nodes,
            trace: terms.trace,
            threads: 1,
            hash: 2,
            seed: 1,
        }
    }
}

/// A file of positions to be made.
#[derive(Clone, Debug)]
pub struct DataFile {
    /// The file.
    pub path: PathBuf,
    /// True to go on with an existing file.
    pub resume: bool,
    /// How the positions are made.
    pub settings: DataSettings,
    /// The network that plays; `None` for the hand-crafted evaluation, even if the program has an embedded network.
    pub network: Option<Arc<Network>>,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions in the file.
    pub positions: u64,
    /// Games of this run.
    pub games: u64,
    /// Quiet positions of this run that the file already held.
    pub known: u64,
    /// True if the resumed file lacks its generation settings.
    pub lacks_settings: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The file is complete and shuffled.
    Complete,
    /// The run was stopped; the file holds the positions in the order of their games.
    Stopped,
}

/// Writing failed after so many positions.
fn cannot_write(path: &Path, error: &io::Error, positions: u64) -> TrainError {
    let whole = match positions {
        0 => String::new(),
        1 => "; the position before is whole".to_owned(),
        _ => format!("; the {positions} positions before are whole"),
    };
    TrainError::cannot_write(path, &format!("{error}{whole}"))
}

impl DataFile {
    /// The settings that the file is begun with and must be resumed with.
    fn made(&self) -> Made {
        Made {
            nodes: self.settings.nodes,
            seed: self.settings.seed,
            hash_mib: self.settings.hash,
            network: self.network.as_deref().map_or(0, header::mark),
            trace: self.settings.trace,
        }
    }
}

/// Plays games into a file until it is complete or `stop` is set.
///
/// # Errors
/// When the file cannot be read or written, or is something else.
///
/// # Panics
/// When the machine grants not a single thread.
pub fn generate(
    data: &DataFile,
    stop: &AtomicBool,
    mut observe: impl FnMut(Progress),
) -> Result<(End, Progress), TrainError> {
    let settings = &data.settings;
    let terms = Terms {
        nodes: settings.nodes,
        trace: settings.trace,
        ..Terms::default()
    };
    let mut store = Store::open(data)?;
    let mut progress = Progress {
        positions: store.positions,
        lacks_settings: store.header.made.is_none(),
        ..Progress::default()
    };
    observe(progress);
    let enough = AtomicBool::new(store.positions >= settings.positions);
    let next = AtomicU64::new(0);
    // The same seed after a resume would play the same games again.
    let seed = settings.seed ^ store.positions.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel::<Vec<Sample>>(64);
        for _ in 0..thread_count(settings.threads.into()) {
            let (sender, next, enough) = (sender.clone(), &next, &enough);
            let play = move || {
                let mut engine = Engine::new(Settings {
                    hash_mib: settings.hash as usize,
                    evaluator: Evaluator::of_network(data.network.clone()),
                    ..Settings::default()
                });
                while !enough.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    let mut random = Rng::with_seed(seed.wrapping_add(game));
                    let samples = selfplay::play(&mut engine, terms, &mut random);
                    if sender.send(samples).is_err() {
                        break;
                    }
                }
            };
            thread::Builder::new()
                .stack_size(STACK_SIZE)
                .spawn_scoped(scope, play)
                .expect("the machine grants a thread");
        }
        drop(sender);
        // Games that end after the file is complete are dropped.
        let mut failure = None;
        for samples in games {
            if failure.is_some() || store.positions >= settings.positions {
                continue;
            }
            progress.games += 1;
            match store.add(&samples, settings.positions) {
                Ok(known) => progress.known += known,
                Err(error) => failure = Some(cannot_write(&data.path, &error, store.positions)),
            }
            progress.positions = store.positions;
            observe(progress);
            if failure.is_some() || store.positions >= settings.positions {
                enough.store(true, Ordering::Relaxed);
            }
        }
        failure.map_or(Ok(()), Err)
    })?;
    if store.positions < settings.positions {
        return Ok((End::Stopped, progress));
    }
    if !store.header.shuffled {
        shuffle(&data.path, store.header, store.positions, settings.seed)?;
    }
    Ok((End::Complete, progress))
}

/// A file of positions being written.
struct Store {
    journal: Journal,
    seen: HashSet<u64>,
    positions: u64,
    header: Header,
}

impl Store {
    fn open(data: &DataFile) -> Result<Store, TrainError> {
        let path = &data.path;
        let unwritable = |error| TrainError::cannot_write(path, &error);
        // A kill or a full disk may have left a file without its header.
        let is_begun = fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if !path.exists() || data.resume && !is_begun {
            let header = Header {
                shuffled: false,
                made: Some(data.made()),
            };
            let mut journal = Journal::create(path).map_err(unwritable)?;
            journal.append(&header.to_bytes()).map_err(unwritable)?;
            return Ok(Store {
                journal,
                seen: HashSet::new(),
                positions: 0,
                header,
            });
        }
        if !data.resume {
            let error = "it exists already; --resume goes on with it";
            return Err(TrainError::wrong(path, &error));
        }
        let broken = |error| TrainError::wrong(path, &error);
        let mut reader = Reader::open(path).map_err(broken)?;
        let header = reader.header();
        let made = header.made.iter();
        let different: Vec<String> = made
            .flat_map(|made| made.differences(&data.made()))
            .collect();
        if !different.is_empty() {
            let different = different.join("; ");
            let error = format!("it was begun with other settings: {different}");
            return Err(TrainError::wrong(path, &error));
        }
        let (mut seen, mut positions) = (HashSet::new(), 0);
        loop {
            match reader.next() {
                Some(Ok(sample)) => {
                    seen.insert(identity(&sample.board));
                    positions += 1;
                }
                // A record that a kill has torn is cut off.
                Some(Err(reader::Error::Truncated(_))) | None => break,
                Some(Err(error)) => return Err(broken(error)),
            }
        }
        let length = header.length() as u64 + positions * RECORD as u64;
        Ok(Store {
            journal: Journal::resume(path, length).map_err(unwritable)?,
            seen,
            positions,
            header,
        })
    }

    /// Writes the new positions of a game, `full` in all at most, and returns how many were known.
    fn add(&mut self, samples: &[Sample], full: u64) -> io::Result<u64> {
        let before = self.seen.len();
        let fresh: Vec<Record> = samples
            .iter()
            .filter(|sample| self.seen.insert(identity(&sample.board)))
            .take((full - self.positions) as usize)
            .map(pack)
            .collect();
        if !fresh.is_empty() && self.header.shuffled {
            self.header.shuffled = false;
            self.journal.overwrite_start(&self.header.to_bytes())?;
        }
        self.journal.append(fresh.as_flattened())?;
        self.positions += fresh.len() as u64;
        Ok((samples.len() - (self.seen.len() - before)) as u64)
    }
}

/// A hash that is the same for a position and its mirror image.
fn identity(board: &Board) -> u64 {
    board.key().min(board.mirrored().key())
}

/// Shuffles the records of a file. The old file is kept until the new one is whole.
fn shuffle(path: &Path, header: Header, positions: u64, seed: u64) -> Result<(), TrainError> {
    let work = || -> io::Result<()> {
        let mut bytes = Vec::new();
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(header.length() as u64))?;
        file.read_to_end(&mut bytes)?;
        let (records, _) = bytes.as_chunks_mut::<RECORD>();
        Rng::with_seed(seed).shuffle(records);
        let shuffled = Header {
            shuffled: true,
            ..header
        };
        atomic_file::write(path, |out| {
            out.write_all(&shuffled.to_bytes())?;
            out.write_all(records.as_flattened())
        })
    };
    work().map_err(|error| cannot_write(path, &error, positions))
}
