//! A round of the training pipeline: self-play, training and a match. Each step writes a file, and is skipped if it exists.
//! `docs/network.md` lists the files.

use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use tracing::info;

use super::config::{Config, Start, TrainTable, control};
use crate::arena::{
    EngineSpec, GameRecord, GameSettings, MatchFileError, MatchFiles, MatchSettings, Session,
    SessionEnd, SessionError, Standings, Tournament, TournamentFormat,
};
use crate::board::positions::EpdPosition;
use crate::config::program;
use crate::eval::network::Network;
use crate::train::data::{DataFile, DataSettings, generate, read_network};
use crate::train::error::TrainError;
use crate::train::network::TrainingSettings;
use crate::train::network::job::{TrainingJob, write};
use crate::train::network::train::{TrainingProgress, TrainingSummary};

/// The difference between the seeds of validation and training positions.
const CHECK_SEED: u64 = 1_000_000;
/// The name of the engine that plays by the piece-square tables.
const TABLES: &str = "tables";
/// The bound of an Elo difference. JSON has no infinity for a side that won every game.
pub const MAX_ELO: f64 = 10_000.0;

/// The results of a round.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct RoundResults {
    /// The number of the round, from 0.
    pub round: u32,
    /// The player of its self-play games: `tables`, or the checksum of a network.
    pub player: String,
    /// The training, with the positions of earlier rounds.
    #[serde(flatten)]
    pub training: TrainingSummary,
    /// The checksum of the network, in hexadecimal.
    pub checksum: String,
    /// The match; `None` without one.
    #[serde(rename = "match")]
    pub games: Option<MatchResult>,
}

/// The result of a match against the last network.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct MatchResult {
    /// The name of the opponent: `tables`, or the round of a network.
    pub against: String,
    /// Games won by the new network.
    pub wins: u64,
    /// Games drawn.
    pub draws: u64,
    /// Games lost.
    pub losses: u64,
    /// The Elo difference and the ends of its interval, within 10,000; `None` before the first pair of games.
    pub elo: Option<[f64; 3]>,
}

/// The progress of a round.
#[derive(Debug)]
pub enum RoundEvent<'a> {
    /// Self-play has added positions to a file.
    Data {
        /// The number of the round.
        round: u32,
        /// The file: `data` or `check`.
        file: &'a str,
        /// The number of positions in the file.
        positions: u64,
        /// The number of positions of the complete file.
        total: u64,
    },
    /// The progress of the training, and its number of epochs.
    Training(TrainingProgress<'a>, u32),
    /// A game of the match has ended.
    Game {
        /// The game.
        game: &'a GameRecord,
        /// The standings after it.
        standings: &'a Standings,
        /// The number of all games of the match.
        total: u64,
    },
    /// A step has ended.
    StepEnd,
}

/// A round to be played.
pub struct Round<'a> {
    /// The configuration of this round.
    pub config: &'a Config,
    /// The openings of the match.
    pub openings: &'a [EpdPosition],
    /// The folder of the run, absolute.
    pub folder: &'a Path,
    /// The number of the round, from 0.
    pub number: u32,
    /// Ends the round early when set.
    pub stop: &'a AtomicBool,
    /// Called with the progress.
    pub observe: &'a mut dyn FnMut(RoundEvent),
}

impl Round<'_> {
    /// Does the missing steps and returns the results.
    ///
    /// # Errors
    /// If a step fails, or `stop` is set.
    pub fn run(&mut self) -> Result<RoundResults, TrainError> {
        let done = self.file("round", "json");
        if let Some(row) = read_json(&done)? {
            return Ok(row);
        }
        let data = &self.config.data;
        let seed = data.settings.seed + u64::from(self.number);
        self.generate_data("data", data.settings.positions, seed)?;
        self.generate_data("check", data.check, seed + CHECK_SEED)?;
        let row = self.train()?;
        let games = self.play_match()?;
        let row = RoundResults { games, ..row };
        write_json(&done, &row, false)?;
        Ok(row)
    }

    /// A file of this round.
    fn file(&self, name: &str, extension: &str) -> PathBuf {
        self.file_of(self.number, name, extension)
    }

    fn file_of(&self, round: u32, name: &str, extension: &str) -> PathBuf {
        self.folder.join(format!("{name}-{round}.{extension}"))
    }

    /// The network of the last round, which plays the games of this one.
    fn player(&self) -> Option<PathBuf> {
        let before = self.number.checked_sub(1)?;
        Some(self.file_of(before, "network", "nnue"))
    }

    /// The error of a stopped round.
    fn stopped(&self, at: &str) -> TrainError {
        let round = self.number;
        TrainError::Work(format!(
            "stopped in round {round} {at}; the same command continues it"
        ))
    }

    /// Generates positions by self-play.
    fn generate_data(&mut self, file: &str, total: u64, seed: u64) -> Result<(), TrainError> {
        let path = self.file(file, "bin");
        let round = self.number;
        let data = DataFile {
            out: path.clone(),
            resume: true,
            settings: DataSettings {
                positions: total,
                seed,
                ..self.config.data.settings.clone()
            },
            threads: self.config.threads,
            evalfile: self.player(),
            force: false,
        };
        info!(round, file, positions = total, "data");
        // A checkpoint is of other positions if these are missing. If the network is trained, the next round begins from it.
        let checkpoint = self.file("network", "nnue.checkpoint");
        let is_new = file == "data" && !path.exists() && !self.file("trained", "json").exists();
        if is_new && checkpoint.exists() {
            fs::remove_file(&checkpoint)
                .map_err(|error| TrainError::cannot_write(&checkpoint, &error))?;
        }
        let generated = generate(&data, self.stop, |progress| {
            (self.observe)(RoundEvent::Data {
                round,
                file,
                positions: progress.positions,
                total,
            });
        });
        (self.observe)(RoundEvent::StepEnd);
        match generated?.positions {
            positions if positions < total => Err(self.stopped(&format!(
                "with {positions} of {total} positions in {}",
                path.display()
            ))),
            _ => Ok(()),
        }
    }

    /// Trains a network with the positions of this round and earlier ones.
    fn train(&mut self) -> Result<RoundResults, TrainError> {
        let results = self.file("trained", "json");
        let earlier: Option<RoundResults> = read_json(&results)?;
        let job = self.training_job()?;
        let earlier_checksum = match earlier {
            Some(row) if job.out.exists() => return Ok(row),
            Some(row) => Some(row.checksum),
            None => Network::read(&job.out).ok().as_ref().map(checksum),
        };
        info!(round = self.number, files = job.data.len(), "training");
        let epochs = job.settings.epochs;
        let trained = job.run(self.stop, |progress| {
            (self.observe)(RoundEvent::Training(progress, epochs));
        });
        (self.observe)(RoundEvent::StepEnd);
        let Some(trained) = trained? else {
            return Err(self.stopped("in the training"));
        };
        let player = match self.player() {
            Some(path) => checksum(&read_network(&path)?),
            None => TABLES.to_owned(),
        };
        let row = RoundResults {
            round: self.number,
            player,
            training: trained.summary,
            checksum: checksum(&trained.network),
            games: None,
        };
        let games = self.file("match", "jsonl");
        if games.exists() && earlier_checksum.as_ref() != Some(&row.checksum) {
            let error = "its games may be of an earlier network; remove the file, and the same command plays them again";
            return Err(TrainError::wrong(&games, &error));
        }
        write(&job.out, &trained.network.to_bytes())?;
        write_json(&results, &row, false)?;
        Ok(row)
    }

    /// The training of this round.
    fn training_job(&self) -> Result<TrainingJob, TrainError> {
        let TrainTable { window, start, .. } = self.config.train;
        let settings = &self.config.train.settings;
        let first = match window {
            0 => 0,
            window => (self.number + 1).saturating_sub(window),
        };
        let before = self.number.checked_sub(1);
        let before = before.filter(|_| start == Start::Previous);
        let data = (first..=self.number).map(|round| self.file_of(round, "data", "bin"));
        let curves = ["csv", "svg"].map(|extension| self.file("loss", extension));
        let mut job = TrainingJob {
            data: data.collect(),
            check: self.file("check", "bin"),
            out: self.file("network", "nnue"),
            settings: TrainingSettings {
                seed: settings.seed + u64::from(self.number),
                ..settings.clone()
            },
            threads: self.config.threads,
            start: before.map(|round| self.file_of(round, "network", "nnue.checkpoint")),
            resume: false,
            force: false,
            curves: curves.into(),
        };
        job.resume = job.checkpoint().exists();
        // The scores of all rounds have one unit. A checkpoint has the steepness with which it was begun.
        if self.number > 0 && job.settings.k.is_none() && !job.resume {
            let first: Option<RoundResults> = read_json(&self.file_of(0, "round", "json"))?;
            job.settings.k = first.map(|row| row.training.k);
        }
        Ok(job)
    }

    /// Plays the missing games of the match against the network of the last round, or the piece-square tables.
    fn play_match(&mut self) -> Result<Option<MatchResult>, TrainError> {
        let settings = &self.config.games;
        if settings.games == 0 {
            return Ok(None);
        }
        let (command, args) = program::command()
            .map_err(|error| TrainError::Work(format!("cannot find this program: {error}")))?;
        let engine = |name: &str| EngineSpec {
            args: args.clone(),
            ..EngineSpec::new(name, &command).with_option("hashsize", settings.hash)
        };
        let with_network = |round: u32| {
            let network = self.file_of(round, "network", "nnue");
            engine(&format!("round {round}")).with_option("evalfile", network.display())
        };
        let other = match self.number.checked_sub(1) {
            Some(before) => with_network(before),
            None => engine(TABLES).with_option("knowledge", "small"),
        };
        let against = other.name.clone();
        let tournament = Tournament::new(
            MatchSettings {
                engines: vec![with_network(self.number), other],
                format: TournamentFormat::default(),
                game_settings: GameSettings::new(control(&settings.limits)),
            },
            settings.games,
            self.openings.to_vec(),
            settings.concurrency.into(),
        );
        let output = MatchFiles {
            record: Some(self.file("match", "jsonl")),
            resume: true,
            ..MatchFiles::default()
        };
        let mut session = Session::open(tournament, output, None).map_err(|error| match error {
            SessionError::File(path, MatchFileError::Io(error)) => {
                TrainError::cannot_write(&path, &error)
            }
            error => TrainError::Input(error.to_string()),
        })?;
        let total = session.total();
        let end = session.play(self.stop, |game, standings| {
            (self.observe)(RoundEvent::Game {
                game,
                standings,
                total,
            });
        });
        (self.observe)(RoundEvent::StepEnd);
        let end = end.map_err(|error| TrainError::Work(error.to_string()))?;
        let standings = session.standings();
        if end == SessionEnd::Stopped {
            let games = standings.games();
            return Err(self.stopped(&format!("after {games} of {total} games")));
        }
        let counts = standings.counts_of(0);
        let estimate = counts.estimate();
        let elo = estimate.map(|found| [found.elo, found.low, found.high]);
        Ok(Some(MatchResult {
            against,
            wins: counts.wins,
            draws: counts.draws,
            losses: counts.losses,
            elo: elo.map(|ends| ends.map(|elo| elo.clamp(-MAX_ELO, MAX_ELO))),
        }))
    }
}

/// The checksum of a network, in hexadecimal digits.
fn checksum(network: &Network) -> String {
    format!("{:016x}", network.checksum())
}

/// Reads a JSON file; `None` if it does not exist.
///
/// # Errors
/// If it cannot be read or is not such JSON.
pub fn read_json<T: DeserializeOwned>(path: &Path) -> Result<Option<T>, TrainError> {
    match fs::read(path) {
        Ok(bytes) => serde_json::from_slice(&bytes).map(Some).map_err(|error| {
            let error =
                format!("damaged; remove the file, and the same command writes it again: {error}");
            TrainError::wrong(path, &error)
        }),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(TrainError::wrong(path, &error)),
    }
}

/// Writes a JSON file, over many lines if `pretty`.
///
/// # Errors
/// If it cannot be written.
pub fn write_json(path: &Path, value: &impl Serialize, pretty: bool) -> Result<(), TrainError> {
    let text = match pretty {
        true => serde_json::to_vec_pretty(value),
        false => serde_json::to_vec(value),
    };
    let text = text.map_err(|error| TrainError::Work(error.to_string()))?;
    write(path, &text)
}
