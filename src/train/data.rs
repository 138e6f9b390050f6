//! Plays self-play games in parallel and writes their positions into a file.
//!
//! Each game is written in one piece when it ends. A run that is killed loses the games under way and nothing else, and
//! `resume` goes on after the last complete record. A position that the file already holds, or its mirror image, is not
//! written again. A complete file is shuffled, so that any part of it is a fair sample of all.

use std::collections::HashSet;
use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use clap::Args;
use fastrand::Rng;
use serde::Serialize;

use super::error::TrainError;
use super::header::{self, Header, Provenance};
use super::packed::{RECORD, Record, Sample, pack};
use super::reader::Reader;
use super::selfplay;
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
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    pub positions: u64,

    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = 1_500, allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    pub nodes: u64,

    /// How much of a position's score is what was said later in its game: what is left of a score one ply before, in
    /// hundredths. 0 keeps what the search said.
    #[arg(long, value_name = "PERCENT", default_value_t = 75, allow_negative_numbers = true, value_parser = number::<u8>(0..=99))]
    pub trace: u8,

    /// Games at a time, up to 256; 0 for as many as the machine has processors.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    #[serde(skip)]
    pub threads: u16,

    /// Hash table of each game, MiB.
    #[arg(long, value_name = "MB", default_value_t = 2, allow_negative_numbers = true, value_parser = number::<u32>(HASH_MIB))]
    pub hash: u32,

    /// What the random moves come from: another seed, other games.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,
}

/// A file of positions to be made: the arguments of `chuhe learn data`.
#[derive(Args, Clone, Debug)]
pub struct DataFile {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    pub out: PathBuf,

    #[command(flatten)]
    pub settings: DataSettings,

    /// Let this network play; the terms do when not given.
    #[arg(long, value_name = "NET")]
    pub evalfile: Option<PathBuf>,

    /// Go on with a file that is there.
    #[arg(long)]
    pub resume: bool,
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

/// Writing failed after so many positions.
fn cannot_write(path: &Path, error: &io::Error, positions: u64) -> TrainError {
    let whole = match positions {
        0 => String::new(),
        1 => "; the position before is whole".to_owned(),
        _ => format!("; the {positions} positions before are whole"),
    };
    TrainError::cannot_write(path, &format!("{error}{whole}"))
}

/// Plays games into a file until it is complete, which shuffles it, or until `stop` is set, which leaves fewer positions
/// than asked for, in the order of their games.
///
/// # Errors
/// When the file cannot be read or written, or is something else.
pub fn generate(
    data: &DataFile,
    stop: &AtomicBool,
    mut observe: impl FnMut(Progress),
) -> Result<Progress, TrainError> {
    let (path, settings) = (&data.out, &data.settings);
    let network = data.evalfile.as_ref().map(|path| {
        let network = Network::read(path).map_err(|error| TrainError::wrong(path, &error));
        network.map(Arc::new)
    });
    let network = network.transpose()?;
    let mut store = Store::open(data, network.as_deref())?;
    let mut progress = Progress {
        positions: store.positions,
        lacks_settings: store.header.provenance.is_none(),
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
            // Even if the program has an embedded network, `None` is the hand-crafted evaluation.
            let evaluator = Evaluator::of_network(network.clone());
            let play = move || {
                let mut engine = Engine::new(Settings {
                    hash_mib: settings.hash as usize,
                    evaluator,
                    ..Settings::default()
                });
                while !enough.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    let mut random = Rng::with_seed(seed.wrapping_add(game));
                    let (nodes, trace) = (settings.nodes, settings.trace);
                    let samples = selfplay::play(&mut engine, nodes, trace, &mut random);
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
        for samples in games {
            // Games that end after the file is complete are dropped.
            if enough.load(Ordering::Relaxed) {
                continue;
            }
            progress.games += 1;
            let known = store.add(&samples, settings.positions);
            progress.known += *known.as_ref().unwrap_or(&0);
            progress.positions = store.positions;
            observe(progress);
            if known.is_err() || store.positions >= settings.positions {
                enough.store(true, Ordering::Relaxed);
            }
            known.map_err(|error| cannot_write(path, &error, store.positions))?;
        }
        Ok(())
    })?;
    if store.positions >= settings.positions && !store.header.shuffled {
        shuffle(path, store.header, settings.seed)
            .map_err(|error| cannot_write(path, &error, store.positions))?;
    }
    Ok(progress)
}

/// A file of positions being written.
struct Store {
    journal: Journal,
    seen: HashSet<u64>,
    positions: u64,
    header: Header,
}

impl Store {
    fn open(data: &DataFile, network: Option<&Network>) -> Result<Store, TrainError> {
        let (path, settings) = (&data.out, &data.settings);
        let cannot_write = |error| TrainError::cannot_write(path, &error);
        let wrong = |error: &dyn Display| TrainError::wrong(path, error);
        let provenance = Provenance {
            nodes: settings.nodes,
            seed: settings.seed,
            hash_mib: settings.hash,
            network: network.map_or(0, header::mark),
            trace: settings.trace,
        };
        let mut seen = HashSet::new();
        // A kill or a full disk may have left a file without its header.
        let is_begun = fs::metadata(path).is_ok_and(|file| file.len() > 0);
        if !path.exists() || data.resume && !is_begun {
            let header = Header {
                shuffled: false,
                provenance: Some(provenance),
            };
            let mut journal = Journal::create(path).map_err(cannot_write)?;
            journal.append(&header.to_bytes()).map_err(cannot_write)?;
            return Ok(Store {
                journal,
                seen,
                positions: 0,
                header,
            });
        }
        if !data.resume {
            return Err(wrong(&"it exists already; --resume goes on with it"));
        }
        let mut reader = Reader::open(path).map_err(|error| wrong(&error))?;
        let header = reader.header;
        let before = header.provenance.iter();
        let different: Vec<String> = before
            .flat_map(|before| before.differences(&provenance))
            .collect();
        if !different.is_empty() {
            let different = different.join("; ");
            let error = format!("it was begun with other settings: {different}");
            return Err(wrong(&error));
        }
        for sample in reader.by_ref() {
            match sample {
                Ok(sample) => seen.insert(identity(&sample.board)),
                // A record that a kill has torn is cut off.
                Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                Err(error) => return Err(wrong(&error)),
            };
        }
        Ok(Store {
            journal: Journal::resume(path, reader.offset()).map_err(cannot_write)?,
            seen,
            positions: reader.records,
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

/// Shuffles the records of a file. The old file is kept until the new one is complete.
fn shuffle(path: &Path, header: Header, seed: u64) -> io::Result<()> {
    let mut bytes = fs::read(path)?;
    let (records, _) = bytes[header.length()..].as_chunks_mut::<RECORD>();
    Rng::with_seed(seed).shuffle(records);
    let shuffled = Header {
        shuffled: true,
        ..header
    };
    atomic_file::write(path, |out| {
        out.write_all(&shuffled.to_bytes())?;
        out.write_all(records.as_flattened())
    })
}
