//! Many games at once, into a file that survives a kill.
//!
//! Each game is written when it ends, in one piece. So a run that is killed loses the games under way
//! and nothing else, and `resume` goes on after the last whole record. A position that the file holds
//! already, or its mirror image, is not written again. When the file is as long as it was to be, its order is
//! shuffled, so that any part of it is a fair sample of all.

use std::collections::HashSet;
use std::fs::{self, File, OpenOptions};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use fastrand::Rng;
use thiserror::Error;

use super::header::{self, Header, Made};
use super::packed::{RECORD, Record, Sample, pack};
use super::reader::{self, Reader};
use super::selfplay::{self, Terms};
use crate::board::Board;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::search::{Engine, STACK_SIZE, Settings};
use crate::storage::atomic_file;

/// What is to be made.
#[derive(Clone, Debug)]
pub struct Plan {
    /// The file.
    pub path: PathBuf,
    /// How many positions it shall hold.
    pub positions: u64,
    /// Whether to go on with a file that is there.
    pub resume: bool,
    /// How the games are played.
    pub terms: Terms,
    /// Games at a time, each in a thread of its own.
    pub threads: usize,
    /// Hash table of each, MiB.
    pub hash_mib: usize,
    /// What the random moves come from.
    pub seed: u64,
    /// The network that plays; the terms when none, also where a network is in the program.
    pub network: Option<Arc<Network>>,
}

/// How far a run is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Progress {
    /// Positions in the file.
    pub positions: u64,
    /// Games of this run.
    pub games: u64,
    /// Quiet positions of this run that were there already.
    pub known: u64,
    /// Whether the file goes on that says nothing of how it was made.
    pub unknown: bool,
}

/// How a run ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum End {
    /// The file holds what was asked for, and is shuffled.
    Complete,
    /// It was asked to stop; the file holds what there is, as it came.
    Stopped,
}

/// Why a run could not go on.
#[derive(Debug, Error)]
pub enum Error {
    /// The file is there, and going on with it was not asked for.
    #[error("{}: it exists already; --resume goes on with it", .0.display())]
    Exists(PathBuf),
    /// The file is something else, or broken.
    #[error("{}: {fault}", .path.display())]
    File {
        /// Which file.
        path: PathBuf,
        /// What is wrong with it.
        fault: reader::Error,
    },
    /// The file was begun with other settings.
    #[error("{}: it was begun with other settings: {}", .path.display(), .different.join("; "))]
    Other {
        /// Which file.
        path: PathBuf,
        /// Which settings, and what they were and are.
        different: Vec<String>,
    },
    /// Writing failed: what had been written whole is still there.
    #[error("cannot write {}: {source}{}", .path.display(), whole(*.positions))]
    Write {
        /// Which file.
        path: PathBuf,
        /// Why not.
        source: io::Error,
        /// Positions in the file.
        positions: u64,
    },
}

/// What is said of the positions that are in a file that cannot be written any more.
fn whole(positions: u64) -> String {
    match positions {
        0 => String::new(),
        1 => "; the position before is whole".to_owned(),
        _ => format!("; the {positions} positions before are whole"),
    }
}

impl Plan {
    /// The settings that a file is begun with and has to go on with.
    fn made(&self) -> Made {
        Made {
            nodes: self.terms.nodes,
            seed: self.seed,
            hash_mib: u32::try_from(self.hash_mib).unwrap_or(u32::MAX),
            network: self.network.as_deref().map_or(0, header::mark),
            trace: self.terms.trace,
        }
    }
}

/// Plays games into a file until it is as long as planned, or `stop` is set.
///
/// # Errors
/// When the file cannot be read or written, or is something else.
///
/// # Panics
/// When the machine grants not a single thread.
pub fn generate(
    plan: &Plan,
    stop: &AtomicBool,
    mut told: impl FnMut(Progress),
) -> Result<(End, Progress), Error> {
    let mut store = Store::open(plan)?;
    let mut progress = Progress {
        positions: store.positions,
        unknown: store.header.made.is_none(),
        ..Progress::default()
    };
    told(progress);
    let enough = AtomicBool::new(store.positions >= plan.positions);
    let next = AtomicU64::new(0);
    // The same seed after a resume would play the same games again.
    let seed = plan.seed ^ store.positions.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel::<Vec<Sample>>(64);
        for _ in 0..plan.threads {
            let (sender, next, enough) = (sender.clone(), &next, &enough);
            let play = move || {
                let mut engine = Engine::new(Settings {
                    hash_mib: plan.hash_mib,
                    evaluator: Evaluator::of_network(plan.network.clone()),
                    ..Settings::default()
                });
                while !enough.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    let mut random = Rng::with_seed(seed.wrapping_add(game));
                    let samples = selfplay::play(&mut engine, plan.terms, &mut random);
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
        // Games that end after the file is full are let go.
        let mut failure = None;
        for samples in games {
            if failure.is_some() || store.positions >= plan.positions {
                continue;
            }
            progress.games += 1;
            match store.add(&samples, plan.positions) {
                Ok(known) => progress.known += known,
                Err(source) => failure = Some(store.failure(source)),
            }
            progress.positions = store.positions;
            told(progress);
            if failure.is_some() || store.positions >= plan.positions {
                enough.store(true, Ordering::Relaxed);
            }
        }
        failure.map_or(Ok(()), Err)
    })?;
    if store.positions < plan.positions {
        return Ok((End::Stopped, progress));
    }
    if !store.header.shuffled {
        shuffle(&plan.path, store.header, store.positions, plan.seed)?;
    }
    Ok((End::Complete, progress))
}

/// A file of positions being written.
struct Store {
    path: PathBuf,
    file: File,
    seen: HashSet<u64>,
    positions: u64,
    header: Header,
}

impl Store {
    fn open(plan: &Plan) -> Result<Store, Error> {
        let path = plan.path.clone();
        let unwritable = |source| Error::Write {
            path: plan.path.clone(),
            source,
            positions: 0,
        };
        // A kill or a full disk may have left a file without even its header.
        let begun = fs::metadata(&path).is_ok_and(|file| file.len() > 0);
        if !path.exists() || plan.resume && !begun {
            let mut file = File::create(&path).map_err(unwritable)?;
            let header = Header {
                shuffled: false,
                made: Some(plan.made()),
            };
            header.write(&mut file).map_err(unwritable)?;
            return Ok(Store {
                path,
                file,
                seen: HashSet::new(),
                positions: 0,
                header,
            });
        }
        if !plan.resume {
            return Err(Error::Exists(path));
        }
        let broken = |fault| Error::File {
            path: plan.path.clone(),
            fault,
        };
        let mut reader = Reader::open(&path).map_err(broken)?;
        let header = reader.header();
        let made = header.made.iter();
        let different: Vec<String> = made
            .flat_map(|made| made.differences(&plan.made()))
            .collect();
        if !different.is_empty() {
            return Err(Error::Other { path, different });
        }
        let (mut seen, mut positions) = (HashSet::new(), 0);
        loop {
            match reader.next() {
                Some(Ok(sample)) => {
                    seen.insert(identity(&sample.board));
                    positions += 1;
                }
                // The record that a kill cut in two; it is written over.
                Some(Err(reader::Error::Truncated(_))) | None => break,
                Some(Err(fault)) => return Err(broken(fault)),
            }
        }
        let mut store = Store {
            file: OpenOptions::new()
                .read(true)
                .write(true)
                .open(&path)
                .map_err(unwritable)?,
            path,
            seen,
            positions,
            header,
        };
        store.mend().map_err(unwritable)?;
        Ok(store)
    }

    /// Cuts off what is not whole and goes to the end.
    fn mend(&mut self) -> io::Result<()> {
        let end = self.header.length() as u64 + self.positions * RECORD as u64;
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }

    /// Writes those of a game that are new, and no more than make the file full; says how many were known.
    fn add(&mut self, samples: &[Sample], full: u64) -> io::Result<u64> {
        let before = self.seen.len();
        let room = (full - self.positions) as usize;
        let fresh: Vec<Record> = samples
            .iter()
            .filter(|sample| self.seen.insert(identity(&sample.board)))
            .take(room)
            .map(pack)
            .collect();
        if !fresh.is_empty() && self.header.shuffled {
            self.header.shuffled = false;
            self.file.seek(SeekFrom::Start(0))?;
            self.header.write(&mut self.file)?;
            self.mend()?;
        }
        self.file.write_all(fresh.as_flattened())?;
        self.positions += fresh.len() as u64;
        Ok((samples.len() - (self.seen.len() - before)) as u64)
    }

    fn failure(&mut self, source: io::Error) -> Error {
        // Cutting a file short needs no room on the disk.
        let _ = self.mend();
        Error::Write {
            path: self.path.clone(),
            source,
            positions: self.positions,
        }
    }
}

/// The same for a position and its mirror image.
fn identity(board: &Board) -> u64 {
    board.key().min(board.mirrored().key())
}

/// Puts the records of a file in random order. The old file stays until the new one is whole.
fn shuffle(path: &Path, header: Header, positions: u64, seed: u64) -> Result<(), Error> {
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
            shuffled.write(out)?;
            out.write_all(records.as_flattened())
        })
    };
    work().map_err(|source| Error::Write {
        path: path.to_owned(),
        source,
        positions,
    })
}
