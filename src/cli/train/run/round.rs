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

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use serde::Serialize;
use serde::de::DeserializeOwned;
use tracing::info;

use super::config::{Config, Train};
use super::table::{ENDLESS, Games, Row};
use crate::arena::{
    EngineSpec, Format, Output, Session, SessionEnd, Settings, Terms, Tournament, read_openings,
};
use crate::board::positions::Entry;
use crate::cli::Failure;
use crate::cli::args::read_network;
use crate::cli::matches::table::Progress;
use crate::cli::progress::{LiveLine, bar};
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
pub fn openings(config: &Config, place: &Path) -> Result<Vec<Entry>, Failure> {
    let path = &config.games.openings;
    read_openings(Some(path), &RuleSet::default()).map_err(|error| {
        let (place, path) = (place.display(), path.display());
        Failure::Input(format!("{place}: [match] openings: {path}: {error}"))
    })
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
        let engine =
            |name: &str| EngineSpec::new(name, &command).with_option("hashsize", config.hash);
        let with_network = |round: u32| {
            let path = self.file_of(round, "network", "nnue");
            engine(&format!("round {round}")).with_option("evalfile", path.display())
        };
        let other = match self.number.checked_sub(1) {
            Some(before) => with_network(before),
            None => engine(TERMS).with_option("knowledge", "medium"),
        };
        let settings = Settings {
            engines: vec![with_network(self.number), other],
            format: Format::default(),
            terms: Terms::new(config.control),
        };
        let against = settings.engines[1].name.clone();
        let openings = openings(self.config, self.place)?;
        let tournament =
            Tournament::new(settings, config.games, openings, config.concurrency.into());
        let output = Output {
            record: Some(self.file("match", "jsonl")),
            resume: true,
            ..Output::default()
        };
        let mut session = Session::open(tournament, output, None)
            .map_err(|error| Failure::Input(error.to_string()))?;
        let total = session.total();
        let mut live = LiveLine::on_stderr(session.standings().games());
        let played = session.play(self.stop, |game, standings| {
            if game.fault.is_some() {
                live.note(&format!("game {}: {}", game.game + 1, game.detail));
            }
            let progress = Progress {
                standings,
                total,
                sprt: None,
            };
            live.update(standings.games(), total, &progress);
        });
        live.clear();
        let end = played.map_err(|error| Failure::Work(error.to_string()))?;
        let standings = session.standings();
        if end == SessionEnd::Stopped {
            let games = standings.games();
            return Err(self.stopped(&format!("after {games} of {total} games")));
        }
        let tally = standings.of(0);
        Ok(Some(Games {
            against,
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
