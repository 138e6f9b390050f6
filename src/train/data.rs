//! Generates training data: plays self-play games in parallel and writes their positions to a file.
//!
//! Each game is written in one piece when it and those begun before it have ended, so the same seed gives the same file with any
//! number of threads, unless the run is interrupted. A run that is killed loses only these games, and `resume` continues after
//! the last complete record. A position whose mirror image or itself is in the file already is not written
//! again. A complete file is shuffled, so that any part of it is a random sample.

use std::collections::{BTreeMap, HashSet};
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
use super::packed::{PackedSample, RECORD_BYTES, TrainingSample, pack};
use super::reader::SampleReader;
use super::selfplay;
use crate::board::Board;
use crate::config::numbers::integer;
use crate::config::paths::file;
use crate::eval::Evaluator;
use crate::eval::network::Network;
use crate::search::resources::{HASH_MIB_RANGE, THREAD_RANGE, thread_count};
use crate::search::{Engine, Settings, threads};
use crate::storage::{Journal, atomic_file, regular_file};

/// How training data is generated: options of `chuhe learn data`, and the table `[data]` of a pipeline.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct DataSettings {
    /// The number of positions.
    #[arg(long, value_name = "N", default_value_t = 1_000_000, allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    pub positions: u64,

    /// Nodes per move.
    #[arg(long, value_name = "N", default_value_t = 1_500, allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    pub nodes: u64,

    /// The weight of the scores of later plies in the score of a position (λ of TD(λ)), in hundredths. 0 keeps the search
    /// score.
    #[arg(long, value_name = "PERCENT", default_value_t = 75, allow_negative_numbers = true, value_parser = integer::<u8>(0..=99))]
    pub trace: u8,

    /// Hash table of each game, MiB.
    #[arg(long, value_name = "MIB", default_value_t = 2, allow_negative_numbers = true, value_parser = integer::<u32>(HASH_MIB_RANGE))]
    pub hash: u32,

    /// The seed of the random moves.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u64>(0..=i64::MAX))]
    pub seed: u64,
}

/// A file of positions to be generated: the arguments of `chuhe learn data`.
#[derive(Args, Clone, Debug)]
pub struct DataFile {
    /// The file to write.
    #[arg(long, value_name = "FILE", value_parser = file())]
    pub out: PathBuf,

    #[command(flatten)]
    pub settings: DataSettings,

    /// Games at a time, up to 256; 0 for as many as the machine has processors.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u16>(THREAD_RANGE))]
    pub threads: u16,

    /// The network that plays; without it, material and piece-square tables.
    #[arg(long, value_name = "NET")]
    pub evalfile: Option<PathBuf>,

    /// Continue the file, or begin it if there is none.
    #[arg(long)]
    pub resume: bool,

    /// Overwrite an existing file.
    #[arg(long, conflicts_with = "resume")]
    pub force: bool,
}

/// The progress of a run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataProgress {
    /// The number of positions in the file.
    pub positions: u64,
    /// The number of games of this run.
    pub games: u64,
    /// The number of quiet positions of this run that were in the file already.
    pub duplicates: u64,
}

/// Reads a network that plays.
pub fn read_network(path: &Path) -> Result<Network, TrainError> {
    Network::read(path).map_err(|error| TrainError::wrong(path, &error))
}

/// The error of a write that failed after this number of positions.
fn cannot_write(path: &Path, error: &io::Error, positions: u64) -> TrainError {
    let kept = match positions {
        0 => String::new(),
        1 => "; the position before is complete".to_owned(),
        _ => format!("; the {positions} positions before are complete"),
    };
    TrainError::cannot_write(path, &format!("{error}{kept}"))
}

/// Plays games and writes their positions until the file is complete, and shuffles it then. If `stop` is set earlier, the
/// file has fewer positions, in the order of their games.
///
/// # Errors
/// If the file cannot be read or written, or holds other data.
pub fn generate(
    data: &DataFile,
    stop: &AtomicBool,
    mut observe: impl FnMut(DataProgress),
) -> Result<DataProgress, TrainError> {
    let (path, settings) = (&data.out, &data.settings);
    let network = data.evalfile.as_deref().map(read_network).transpose()?;
    let network = network.map(Arc::new);
    let mut writer = DataWriter::open(data, network.as_deref())?;
    let mut progress = DataProgress {
        positions: writer.positions,
        ..DataProgress::default()
    };
    observe(progress);
    if writer.positions >= settings.positions && writer.header.shuffled {
        return Ok(progress);
    }
    let is_complete = AtomicBool::new(writer.positions >= settings.positions);
    let next = AtomicU64::new(0);
    // Depends on the positions, because a resumed run must not play the same games again. It is random, because files of
    // successive seeds must not hold the same games.
    let seed = settings.seed ^ writer.positions.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    let seed = Rng::with_seed(seed).u64(..);
    thread::scope(|scope| {
        let (sender, games) = mpsc::sync_channel::<(u64, Vec<TrainingSample>)>(64);
        for _ in 0..thread_count(data.threads.into()) {
            let (sender, next, is_complete) = (sender.clone(), &next, &is_complete);
            let evaluator = network
                .clone()
                .map_or(Evaluator::Tables, Evaluator::Network);
            let play = move || {
                let mut engine = Engine::new(Settings {
                    hash_mib: settings.hash as usize,
                    evaluator,
                    ..Settings::default()
                });
                while !is_complete.load(Ordering::Relaxed) && !stop.load(Ordering::Relaxed) {
                    let game = next.fetch_add(1, Ordering::Relaxed);
                    let mut random = Rng::with_seed(seed.wrapping_add(game));
                    let (nodes, trace) = (settings.nodes, settings.trace);
                    let samples = selfplay::play(&mut engine, nodes, trace, &mut random);
                    if sender.send((game, samples)).is_err() {
                        break;
                    }
                }
            };
            threads::builder()
                .spawn_scoped(scope, play)
                .expect("a thread can be started");
        }
        drop(sender);
        // Games are written in the order of their seeds, so that the file does not depend on which ends first.
        let mut ended = BTreeMap::new();
        for (game, samples) in games {
            ended.insert(game, samples);
            // Games that end after the file is complete are dropped.
            while !is_complete.load(Ordering::Relaxed)
                && let Some(samples) = ended.remove(&progress.games)
            {
                progress.games += 1;
                let duplicates = writer.add(&samples, settings.positions);
                progress.duplicates += *duplicates.as_ref().unwrap_or(&0);
                progress.positions = writer.positions;
                observe(progress);
                if duplicates.is_err() || writer.positions >= settings.positions {
                    is_complete.store(true, Ordering::Relaxed);
                }
                duplicates.map_err(|error| cannot_write(path, &error, writer.positions))?;
            }
        }
        Ok(())
    })?;
    if writer.positions >= settings.positions && !writer.header.shuffled {
        shuffle(path, writer.header, settings.seed)
            .map_err(|error| cannot_write(path, &error, writer.positions))?;
    }
    Ok(progress)
}

/// A file of positions being written.
struct DataWriter {
    journal: Journal,
    /// The keys of its positions, by [`mirror_key`].
    seen: HashSet<u64>,
    /// The number of its positions.
    positions: u64,
    header: Header,
}

impl DataWriter {
    fn open(data: &DataFile, network: Option<&Network>) -> Result<DataWriter, TrainError> {
        let (path, settings) = (&data.out, &data.settings);
        let cannot_write = |error| TrainError::cannot_write(path, &error);
        let wrong = |error: &dyn Display| TrainError::wrong(path, error);
        let provenance = Provenance {
            nodes: settings.nodes,
            seed: settings.seed,
            hash_mib: settings.hash,
            network: network.map_or(0, header::network_id),
            trace: settings.trace,
        };
        let mut seen = HashSet::new();
        if path.exists() {
            regular_file::check(path).map_err(cannot_write)?;
        }
        if path.exists() && !data.resume && !data.force {
            return Err(wrong(
                &"it exists already; --resume continues it, --force overwrites it",
            ));
        }
        let mut journal = Journal::open(path).map_err(cannot_write)?;
        if data.force {
            journal.cut_after(0).map_err(cannot_write)?;
        }
        // A kill or a full disk may have left an empty file.
        if journal.is_empty() {
            let header = Header {
                shuffled: false,
                provenance,
            };
            journal.append(&header.to_bytes()).map_err(cannot_write)?;
            return Ok(DataWriter {
                journal,
                seen,
                positions: 0,
                header,
            });
        }
        let mut reader = SampleReader::open(path).map_err(|error| wrong(&error))?;
        let header = reader.header;
        let different = header.provenance.differences(&provenance);
        if !different.is_empty() {
            let different = different.join("; ");
            let error = format!("it was begun with other settings: {different}");
            return Err(wrong(&error));
        }
        let length = path.metadata().map_or(0, |file| file.len());
        let length = length.saturating_sub(header::LENGTH as u64);
        let complete_length = settings.positions.saturating_mul(RECORD_BYTES as u64);
        let mut positions = settings.positions;
        // Nothing is added to a complete file, so its positions need not be read.
        if !header.shuffled || length != complete_length {
            for sample in reader.by_ref() {
                match sample {
                    Ok(sample) => seen.insert(mirror_key(&sample.board)),
                    // An incomplete last record is cut off.
                    Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => break,
                    Err(error) => return Err(wrong(&error)),
                };
            }
            journal.cut_after(reader.offset()).map_err(cannot_write)?;
            positions = reader.records;
        }
        Ok(DataWriter {
            journal,
            seen,
            positions,
            header,
        })
    }

    /// Writes the new positions of a game, as long as the file has fewer than `limit`, and returns the number of duplicates.
    fn add(&mut self, samples: &[TrainingSample], limit: u64) -> io::Result<u64> {
        let (mut new, mut duplicates) = (Vec::<PackedSample>::new(), 0);
        for sample in samples {
            if self.positions + new.len() as u64 >= limit {
                break;
            }
            match self.seen.insert(mirror_key(&sample.board)) {
                true => new.push(pack(sample)),
                false => duplicates += 1,
            }
        }
        if !new.is_empty() && self.header.shuffled {
            self.header.shuffled = false;
            self.journal.overwrite_start(&self.header.to_bytes())?;
        }
        self.journal.append(new.as_flattened())?;
        self.positions += new.len() as u64;
        Ok(duplicates)
    }
}

/// A key that is the same for a position and its mirror image.
fn mirror_key(board: &Board) -> u64 {
    board.key().min(board.mirrored().key())
}

/// Shuffles the records of a file, which is replaced when the new one is complete.
fn shuffle(path: &Path, header: Header, seed: u64) -> io::Result<()> {
    let mut bytes = fs::read(path)?;
    let (records, _) = bytes[header::LENGTH..].as_chunks_mut::<RECORD_BYTES>();
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The positions of a new file.
    fn positions(path: &Path, threads: u16, seed: u64) -> Vec<PackedSample> {
        let data = DataFile {
            out: path.to_owned(),
            settings: DataSettings {
                positions: 600,
                nodes: 20,
                trace: 0,
                hash: 1,
                seed,
            },
            threads,
            evalfile: None,
            resume: false,
            force: false,
        };
        generate(&data, &AtomicBool::new(false), |_| {}).unwrap();
        let reader = SampleReader::open(&data.out).unwrap();
        reader.map(|sample| pack(&sample.unwrap())).collect()
    }

    #[test]
    fn the_number_of_threads_does_not_change_the_file() {
        let folder = tempfile::tempdir().unwrap();
        let [one, three] = [1, 3].map(|threads| {
            let path = folder.path().join(format!("{threads}"));
            positions(&path, threads, 7)
        });
        assert_eq!(one.len(), 600);
        assert!(one == three);
    }

    #[test]
    fn files_of_successive_seeds_hold_different_games() {
        let folder = tempfile::tempdir().unwrap();
        let [first, second] =
            [1, 2].map(|seed| positions(&folder.path().join(format!("{seed}")), 1, seed));
        assert_eq!((first.len(), second.len()), (600, 600));
        let first: HashSet<PackedSample> = first.into_iter().collect();
        let shared = second.iter().filter(|&record| first.contains(record));
        assert!(shared.count() < 20);
    }
}
