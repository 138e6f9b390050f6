//! A round of the pipeline. Each step leaves a file behind, and is skipped when the file exists.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use tracing::info;

use super::config::Config;
use super::files::{Files, read_json, write_json};
use super::measure::{Measure, Measured, TERMS};
use super::row::{Games, Row};
use crate::arena::{GameRecord, Standings};
use crate::train::data::{DataFile, DataSettings, End, generate};
use crate::train::error::TrainError;
use crate::train::header;
use crate::train::network::TrainingSettings;
use crate::train::network::job::{Job, write};
use crate::train::network::settings::Start;
use crate::train::network::train::Progress;
use crate::train::packed::RECORD;
use crate::train::reader::Reader;

/// The distance between the seeds of positions to check with and those of positions to learn from.
const CHECK_SEED: u64 = 1_000_000;

/// The progress of a round.
#[derive(Debug)]
pub enum Event<'a> {
    /// Self-play.
    Data {
        /// The round.
        round: u32,
        /// `data` or `check`.
        what: &'a str,
        /// Positions in the file.
        positions: u64,
        /// Positions of the complete file.
        total: u64,
    },
    /// Training for so many epochs.
    Training(Progress<'a>, u32),
    /// A game of the match.
    Game {
        /// The game.
        game: &'a GameRecord,
        /// The standings after it.
        standings: &'a Standings,
        /// Games of the whole match.
        total: u64,
    },
    /// A step is over.
    StepEnd,
}

/// A round to be played.
pub struct Round<'a> {
    /// The configuration of the run.
    pub config: &'a Config,
    /// The matches of the run.
    pub measure: &'a Measure,
    /// The files of the run.
    pub files: &'a Files,
    /// The number of the round, from 0.
    pub number: u32,
    /// Set when the round is to end early.
    pub stop: &'a AtomicBool,
    /// Receives the progress.
    pub observe: &'a mut dyn FnMut(Event),
}

impl Round<'_> {
    /// Does the steps that are not done yet.
    ///
    /// # Errors
    /// When a file cannot be read or written, an engine does not start, or the round is stopped.
    pub fn play(&mut self) -> Result<Row, TrainError> {
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
        write_json(&done, &row, false)?;
        Ok(row)
    }

    fn file(&self, what: &str, extension: &str) -> PathBuf {
        self.files.of(self.number, what, extension)
    }

    fn stopped(&self, at: &str) -> TrainError {
        TrainError::Work(format!(
            "stopped in round {} {at}; the same command goes on",
            self.number
        ))
    }

    /// Makes positions by self-play.
    fn make(&mut self, what: &str, total: u64, seed: u64) -> Result<(), TrainError> {
        let path = self.file(what, "bin");
        if is_complete(&path, total) {
            return Ok(());
        }
        let round = self.number;
        let data = DataFile {
            path: path.clone(),
            resume: true,
            settings: DataSettings {
                positions: total,
                seed,
                threads: self.config.threads,
                ..self.config.data.clone()
            },
            network: self.files.player(round)?,
        };
        info!(round, what, positions = total, "data");
        let made = generate(&data, self.stop, |progress| {
            (self.observe)(Event::Data {
                round,
                what,
                positions: progress.positions,
                total,
            });
        });
        (self.observe)(Event::StepEnd);
        match made? {
            (End::Complete, _) => Ok(()),
            (End::Stopped, progress) => Err(self.stopped(&format!(
                "with {} of {total} positions in {}",
                progress.positions,
                path.display()
            ))),
        }
    }

    /// Trains a network with the positions of this round and those before.
    fn train(&mut self) -> Result<Row, TrainError> {
        let results = self.file("trained", "json");
        if let Some(row) = read_json(&results)?
            && self.files.network(self.number).exists()
        {
            return Ok(row);
        }
        let job = self.job();
        info!(round = self.number, files = job.data.len(), "training");
        let epochs = job.settings.epochs;
        let done = job.run(self.stop, |progress| {
            (self.observe)(Event::Training(progress, epochs));
        });
        (self.observe)(Event::StepEnd);
        let done = done?;
        let trained = &done.trained;
        if trained.stopped {
            return Err(self.stopped("in the training"));
        }
        let [loss, loss_whole] = trained.validation;
        let row = Row {
            round: self.number,
            player: match self.files.player(self.number)? {
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
        write(&job.out, &trained.network.to_bytes())?;
        write_json(&results, &row, false)?;
        Ok(row)
    }

    /// The training of this round.
    fn job(&self) -> Job {
        let settings = &self.config.train;
        let first = match settings.window {
            0 => 0,
            window => (self.number + 1).saturating_sub(window),
        };
        let before = self.number.checked_sub(1);
        let before = before.filter(|_| settings.start == Start::Previous);
        let mut job = Job {
            data: (first..=self.number)
                .map(|round| self.files.of(round, "data", "bin"))
                .collect(),
            check: self.file("check", "bin"),
            out: self.files.network(self.number),
            settings: TrainingSettings {
                seed: settings.seed + u64::from(self.number),
                threads: self.config.threads,
                ..settings.clone()
            },
            start: before.map(|round| self.files.of(round, "network", "nnue.checkpoint")),
            resume: false,
            curves: ["csv", "svg"]
                .map(|extension| self.file("loss", extension))
                .into(),
        };
        job.resume = job.checkpoint().exists();
        job
    }

    /// Plays the match.
    fn measure(&mut self) -> Result<Option<Games>, TrainError> {
        if !self.measure.is_wanted() {
            return Ok(None);
        }
        let observe = |game: &GameRecord, standings: &Standings, total| {
            (self.observe)(Event::Game {
                game,
                standings,
                total,
            });
        };
        let measured = self
            .measure
            .play(self.files, self.number, self.stop, observe);
        (self.observe)(Event::StepEnd);
        match measured? {
            Measured::Complete(games) => Ok(Some(games)),
            Measured::Stopped { games, total } => {
                Err(self.stopped(&format!("after {games} of {total} games")))
            }
        }
    }
}

/// True if a file of positions is complete and shuffled.
fn is_complete(path: &Path, positions: u64) -> bool {
    let length = fs::metadata(path).map_or(0, |file| file.len());
    length == header::LENGTH as u64 + positions * RECORD as u64
        && Reader::open(path).is_ok_and(|reader| reader.header().shuffled)
}
