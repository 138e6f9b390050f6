//! The steps of a round. Each leaves a file behind when it is done, and is left out when the file is there.
//!
//! | file of round N | what |
//! |---|---|
//! | `data-N.bin`, `check-N.bin` | positions to learn from, and to check with |
//! | `network-N.nnue`, `.checkpoint` | the network, and what the next round begins from |
//! | `loss-N.csv`, `loss-N.svg` | the course of the training |
//! | `trained-N.json` | what came of the training |
//! | `match-N.jsonl` | the match |
//! | `round-N.json` | all is done; a line of `rounds.jsonl` |

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde::Serialize;
use serde::de::DeserializeOwned;
use tracing::info;

use super::config::{Config, Train};
use super::table::{ENDLESS, Games, Row};
use crate::arena::{
    EngineSpec, Format, GameRecord, Protocol, RecordFile, Schedule, Settings, Standings, Terms,
    Tournament,
};
use crate::board::Board;
use crate::cli::Failure;
use crate::cli::args::read_network;
use crate::cli::matches::plan::read_openings;
use crate::cli::matches::progress::LiveLine;
use crate::cli::matches::table::Progress;
use crate::cli::progress::bar;
use crate::cli::train::job::{Job, write, wrong};
use crate::cli::train::network::base;
use crate::eval::network::Network;
use crate::rules::RuleSet;
use crate::train::data::{self, End};
use crate::train::header::{self, Header};
use crate::train::network::Plan;
use crate::train::packed::RECORD;
use crate::train::reader::Reader;
use crate::train::selfplay;

/// What the progress bar of the games shows.
const BAR: &str = "{prefix} {wide_bar} {human_pos}/{human_len} positions, {per_sec:0}, {eta} left";
/// The seeds of positions to check with are so far from those to learn from.
const CHECK_SEED: u64 = 1_000_000;
/// What the engine that plays by the terms is called.
const TERMS: &str = "terms";

/// A round to be played.
pub struct Round<'a> {
    /// The run.
    pub config: &'a Config,
    /// The file of the configuration, for complaints.
    pub place: &'a Path,
    /// Where the files are; an absolute path.
    pub folder: &'a Path,
    /// Which round, from 0.
    pub number: u32,
    /// Set when it shall end.
    pub stop: &'a AtomicBool,
}

/// The openings of the matches.
///
/// # Errors
/// When the file cannot be read or makes no sense.
pub fn openings(config: &Config, place: &Path) -> Result<Vec<Board>, Failure> {
    let from = format!("{}: [match] openings: ", place.display());
    let path = Some(config.games.openings.as_path());
    let entries = read_openings(path, &from, &RuleSet::default())?;
    Ok(entries.into_iter().map(|entry| entry.board).collect())
}

impl Round<'_> {
    /// Does what is not done yet.
    ///
    /// # Errors
    /// When a file cannot be read or written, an engine does not start, or it was told to stop.
    pub fn play(&self) -> Result<Row, Failure> {
        let done = self.file("round", "json");
        if let Some(row) = read_json(&done)? {
            return Ok(row);
        }
        let data = &self.config.data;
        let seed = data.seed + u64::from(self.number);
        self.make("data", data.positions, seed)?;
        self.make("check", data.check, seed + CHECK_SEED)?;
        let row = self.train()?;
        let row = Row {
            games: self.measure()?,
            ..row
        };
        write_json(&done, &row)?;
        Ok(row)
    }

    fn file(&self, what: &str, ending: &str) -> PathBuf {
        self.file_of(self.number, what, ending)
    }

    fn file_of(&self, round: u32, what: &str, ending: &str) -> PathBuf {
        self.folder.join(format!("{what}-{round}.{ending}"))
    }

    /// The network of the round before, which plays the games.
    fn player(&self) -> Result<Option<Arc<Network>>, Failure> {
        match self.number.checked_sub(1) {
            Some(before) => Ok(Some(read_network(
                &self.file_of(before, "network", "nnue"),
            )?)),
            None => Ok(None),
        }
    }

    fn stopped(&self, at: &str) -> Failure {
        Failure::Work(format!(
            "stopped in round {} {at}; the same command goes on",
            self.number
        ))
    }

    /// Positions from self-play.
    fn make(&self, what: &str, positions: u64, seed: u64) -> Result<(), Failure> {
        let path = self.file(what, "bin");
        if is_whole(&path, positions) {
            return Ok(());
        }
        let config = self.config;
        let plan = data::Plan {
            path: path.clone(),
            positions,
            resume: true,
            terms: selfplay::Terms {
                nodes: config.data.nodes,
                trace: config.data.trace,
                ..selfplay::Terms::default()
            },
            threads: config.threads,
            hash_mib: config.data.hash as usize,
            seed,
            network: self.player()?,
        };
        info!(round = self.number, what, positions, "data");
        let bar = bar(positions, BAR, 2);
        bar.set_prefix(format!("round {} {what}", self.number));
        let made = data::generate(&plan, self.stop, |progress| {
            bar.set_position(progress.positions);
        });
        bar.finish_and_clear();
        match made {
            Ok((End::Complete, _)) => Ok(()),
            Ok((End::Stopped, progress)) => Err(self.stopped(&format!(
                "with {} of {positions} positions in {}",
                progress.positions,
                path.display()
            ))),
            Err(error @ data::Error::Write { .. }) => Err(Failure::Work(error.to_string())),
            Err(error) => Err(Failure::Input(error.to_string())),
        }
    }

    /// A network from the positions of this round and those before.
    fn train(&self) -> Result<Row, Failure> {
        let network = self.file("network", "nnue");
        let told = self.file("trained", "json");
        if let Some(row) = read_json(&told)?
            && network.exists()
        {
            return Ok(row);
        }
        let Train {
            window,
            epochs,
            batch,
            rate,
            decay,
            lambda,
            k,
            alone,
            previous,
            seed,
        } = self.config.train;
        let first = match window {
            0 => 0,
            window => (self.number + 1).saturating_sub(window),
        };
        let before = self.number.checked_sub(1).filter(|_| previous);
        let mut job = Job {
            data: (first..=self.number)
                .map(|round| self.file_of(round, "data", "bin"))
                .collect(),
            check: vec![self.file("check", "bin")],
            out: network.clone(),
            plan: Plan {
                epochs,
                batch,
                rate,
                decay,
                lambda,
                k,
                seed: seed + u64::from(self.number),
                threads: self.config.threads,
                base: base(alone),
            },
            start: before.map(|round| self.file_of(round, "network", "nnue.checkpoint")),
            resume: false,
            curves: ["csv", "svg"]
                .map(|ending| self.file("loss", ending))
                .into(),
        };
        job.resume = job.checkpoint().exists();
        info!(round = self.number, files = job.data.len(), "training");
        let done = job.run(self.stop)?;
        let trained = &done.trained;
        if trained.stopped {
            return Err(self.stopped("in the training"));
        }
        let [loss, loss_whole] = trained.validation;
        let row = Row {
            round: self.number,
            player: match self.player()? {
                Some(network) => format!("{:016x}", network.checksum()),
                None => TERMS.to_owned(),
            },
            positions: done.learn,
            check: done.check,
            k: trained.k,
            loss,
            loss_whole,
            results: trained.results,
            checksum: format!("{:016x}", trained.network.checksum()),
            games: None,
        };
        write(&network, &trained.network.to_bytes())?;
        write_json(&told, &row)?;
        Ok(row)
    }

    /// A match against the network before, or the terms.
    fn measure(&self) -> Result<Option<Games>, Failure> {
        let config = &self.config.games;
        if config.games == 0 {
            return Ok(None);
        }
        let command = std::env::current_exe()
            .map_err(|error| Failure::Work(format!("cannot find this program: {error}")))?;
        let engine = |name: String, option: &str, value: String| EngineSpec {
            name,
            command: command.clone(),
            args: Vec::new(),
            protocol: Protocol::Ucci,
            options: vec![
                ("hashsize".to_owned(), config.hash.to_string()),
                (option.to_owned(), value),
            ],
            first_rank: None,
        };
        let with_network = |round: u32| {
            let path = self.file_of(round, "network", "nnue");
            engine(
                format!("round {round}"),
                "evalfile",
                path.display().to_string(),
            )
        };
        let other = match self.number.checked_sub(1) {
            Some(before) => with_network(before),
            None => engine(TERMS.to_owned(), "knowledge", "medium".to_owned()),
        };
        let rules = RuleSet::default();
        let settings = Settings {
            engines: vec![with_network(self.number), other],
            format: Format::default(),
            terms: Terms {
                control: config.control,
                margin: 50,
                patience: 10_000,
                move_timeout: 120_000,
                repetition: rules.repetition,
                occurrences: rules.occurrences,
                move_limit: rules.move_limit,
                ply_cap: 400,
                resign: None,
                draw: None,
            },
        };
        let openings = openings(self.config, self.place)?;
        let schedule = Schedule::new(settings.format, 2, openings.len(), config.games);
        let tournament = Tournament {
            settings: &settings,
            schedule: &schedule,
            openings: &openings,
            concurrency: config.concurrency.into(),
        };
        let path = self.file("match", "jsonl");
        let (mut file, before) =
            RecordFile::resume(&path, &settings).map_err(|error| wrong(&path, &error))?;
        let names = settings.engines.iter().map(|engine| engine.name.clone());
        let mut standings = Standings::new(names.collect(), &schedule);
        for record in &before {
            tournament
                .check(record)
                .map_err(|error| wrong(&path, &error))?;
            standings.add(&schedule, record);
        }
        let done: HashSet<u64> = before.iter().map(|record| record.game).collect();
        let mut live = LiveLine::on_stderr(before.len() as u64);
        let mut unwritten: Option<io::Error> = None;
        let played = tournament.play(&done, self.stop, |record: GameRecord| {
            if unwritten.is_some() {
                return;
            }
            if let Err(error) = file.add(&record) {
                unwritten = Some(error);
                self.stop.store(true, Ordering::Relaxed);
                return;
            }
            standings.add(&schedule, &record);
            if record.fault.is_some() {
                live.note(&format!("game {}: {}", record.game + 1, record.detail));
            }
            let progress = Progress {
                standings: &standings,
                total: schedule.total(),
                sprt: None,
            };
            live.update(standings.games(), schedule.total(), &progress);
        });
        live.clear();
        if let Some(error) = unwritten {
            return Err(Failure::Work(format!("{}: {error}", path.display())));
        }
        played.map_err(|error| Failure::Work(error.to_string()))?;
        if standings.games() < schedule.total() {
            let (games, total) = (standings.games(), schedule.total());
            return Err(self.stopped(&format!("after {games} of {total} games")));
        }
        let tally = standings.of(0);
        Ok(Some(Games {
            against: settings.engines[1].name.clone(),
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            elo: tally
                .estimate()
                .map(|found| [found.elo, found.low, found.high])
                .map(|ends| ends.map(|elo| elo.clamp(-ENDLESS, ENDLESS))),
        }))
    }
}

/// Whether a file of positions is as long as it was to be, and shuffled.
fn is_whole(path: &Path, positions: u64) -> bool {
    let length = fs::metadata(path).map_or(0, |file| file.len());
    let header = Reader::open(path).map(|reader| reader.header());
    let shuffled = |header: Header| header.shuffled;
    length == header::LENGTH as u64 + positions * RECORD as u64 && header.is_ok_and(shuffled)
}

/// What a file says; nothing when there is none.
fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, Failure> {
    match fs::read(path) {
        Ok(bytes) => {
            let read = serde_json::from_slice(&bytes);
            read.map(Some).map_err(|error| {
                let told = format!("{error}; remove the file, and the same command makes it again");
                wrong(path, &told)
            })
        }
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(wrong(path, &error)),
    }
}

fn write_json(path: &Path, value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_vec(value).map_err(io::Error::from)?;
    write(path, &text)
}
