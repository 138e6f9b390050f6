//! The games of a match: several at a time, engines restarted after faults.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use tracing::{debug, warn};

use super::dialect::Offered;
use super::dialect::options::{self, OptionError};
use super::engine::{Engine, EngineSpec};
use super::fault::{Fault, FaultKind};
use super::game::play;
use super::record::{GameRecord, RecordError};
use super::schedule::Schedule;
use super::settings::Settings;
use crate::board::positions::Entry;

/// How often an engine that refuses to start is tried before the match is given up.
const STARTS: u32 = 3;
/// The wait between two tries.
const BETWEEN_STARTS: Duration = Duration::from_millis(300);

/// Why a match was given up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{engine}: {fault}")]
pub struct TournamentError {
    /// The engine that could not be started.
    pub engine: String,
    /// What it did.
    pub fault: Fault,
}

/// Why the options of a match cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionCheckError {
    /// The engine that was asked does not start.
    #[error(transparent)]
    Start(#[from] TournamentError),
    /// The engine does not announce an option, or not for this value.
    #[error("{error}")]
    Option {
        /// The number of the engine among the settings.
        engine: usize,
        /// The name of the option.
        option: String,
        /// What is wrong with it.
        error: OptionError,
    },
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    settings: Settings,
    schedule: Schedule,
    openings: Vec<Entry>,
    concurrency: usize,
}

impl Tournament {
    /// A match of two or more engines in which each two that meet play `games` games, an even number, from one
    /// or more openings. `concurrency` games are played at a time, 1 or more.
    pub fn new(
        settings: Settings,
        games: u64,
        openings: Vec<Entry>,
        concurrency: usize,
    ) -> Tournament {
        let engines = settings.engines.len();
        Tournament {
            schedule: Schedule::new(settings.format, engines, openings.len(), games),
            settings,
            openings,
            concurrency,
        }
    }

    /// Engines and terms.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    /// Which game has which engines and which opening.
    pub fn schedule(&self) -> &Schedule {
        &self.schedule
    }

    /// The openings of the schedule.
    pub fn openings(&self) -> &[Entry] {
        &self.openings
    }

    /// Compares the options that are to be set with those that the engines announce. `unknown` is called with
    /// the name of each engine that announces none.
    ///
    /// # Errors
    /// With the first option that an engine does not announce, or the first engine that does not start.
    pub fn check_options(&self, mut unknown: impl FnMut(&str)) -> Result<(), OptionCheckError> {
        let patience = Duration::from_millis(self.settings.terms.patience);
        for (index, engine) in self.settings.engines.iter().enumerate() {
            if engine.options.is_empty() {
                continue;
            }
            let offered: Offered = insist(engine, patience, || Engine::ask(engine, patience))?;
            let count = offered.options.len();
            debug!(engine = engine.name, options = count, "announced");
            if !offered.has_settings() {
                unknown(&engine.name);
                continue;
            }
            for (name, value) in &engine.options {
                options::check(&offered, engine.protocol, name, value).map_err(|error| {
                    let option = name.clone();
                    OptionCheckError::Option {
                        engine: index,
                        option,
                        error,
                    }
                })?;
            }
        }
        Ok(())
    }

    /// Starts each engine once, to see whether the match can be played at all. `heard` is called with the name of an engine
    /// and a remark that it made on its options.
    ///
    /// # Errors
    /// With the first that does not start.
    pub fn rehearse(&self, mut heard: impl FnMut(&str, &str)) -> Result<(), TournamentError> {
        let mut seats = Seats::new(&self.settings);
        for (index, spec) in self.settings.engines.iter().enumerate() {
            for remark in seats.take(index)?.remarks() {
                heard(&spec.name, remark);
            }
        }
        Ok(())
    }

    /// Checks that a recorded game is one of this match.
    ///
    /// # Errors
    /// When the schedule has other engines or another opening for it.
    pub fn check(&self, record: &GameRecord) -> Result<(), RecordError> {
        let fixture = self.schedule.fixture(record.game);
        let [red, black] = self.names(fixture.red, fixture.black);
        let same = red == record.red
            && black == record.black
            && self.openings[fixture.opening].board.to_fen() == record.fen;
        let number = record.game;
        same.then_some(()).ok_or(RecordError::OtherGame { number })
    }

    fn names(&self, red: usize, black: usize) -> [&str; 2] {
        [red, black].map(|index| &*self.settings.engines[index].name)
    }

    /// Plays all games but those `done`, and gives each to `finished` as it ends, in the order in which
    /// they end. Ends early when `stop` is set, by `finished` or by anybody: the games then in progress
    /// are not counted.
    ///
    /// # Errors
    /// When an engine cannot be started any more. A game that was never begun says nothing about how
    /// engines play, so it is lost for nobody and the match ends.
    pub fn play(
        &self,
        done: &HashSet<u64>,
        stop: &AtomicBool,
        mut finished: impl FnMut(GameRecord),
    ) -> Result<(), TournamentError> {
        let total = self.schedule.total();
        let missing: Vec<u64> = (0..total).filter(|number| !done.contains(number)).collect();
        let next = AtomicUsize::new(0);
        let (sender, results) = channel();
        thread::scope(|scope| {
            for _ in 0..self.concurrency.clamp(1, missing.len().max(1)) {
                let sender = sender.clone();
                scope.spawn(|| self.work(&missing, &next, stop, sender));
            }
            drop(sender);
            let mut result = Ok(());
            for outcome in results {
                match outcome {
                    Ok(record) => finished(record),
                    Err(error) => {
                        stop.store(true, Ordering::Relaxed);
                        result = result.and(Err(error));
                    }
                }
            }
            result
        })
    }

    /// Takes games from the list until there are no more.
    fn work(
        &self,
        missing: &[u64],
        next: &AtomicUsize,
        stop: &AtomicBool,
        results: Sender<Result<GameRecord, TournamentError>>,
    ) {
        let mut seats = Seats::new(&self.settings);
        while !stop.load(Ordering::Relaxed) {
            let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let Some(outcome) = self.one(number, &mut seats, stop).transpose() else {
                break;
            };
            // A receiver that is gone has no use for the rest either.
            if results.send(outcome).is_err() {
                break;
            }
        }
        seats.clear();
    }

    fn one(
        &self,
        number: u64,
        seats: &mut Seats,
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let fixture = self.schedule.fixture(number);
        let opening = &self.openings[fixture.opening].board;
        let mut red = seats.take(fixture.red)?;
        let mut black = seats.take(fixture.black)?;
        let played = play(opening, [&mut red, &mut black], &self.settings.terms, stop);
        let names = self.names(fixture.red, fixture.black);
        let record = played.map(|played| GameRecord::new(number, names, opening.to_fen(), &played));
        seats.give_back(fixture.red, red);
        seats.give_back(fixture.black, black);
        Ok(record)
    }
}

/// The engines that one worker has running.
struct Seats<'a> {
    settings: &'a Settings,
    engines: Vec<Option<Engine>>,
}

impl Seats<'_> {
    fn new(settings: &Settings) -> Seats<'_> {
        Seats {
            settings,
            engines: settings.engines.iter().map(|_| None).collect(),
        }
    }

    /// An engine that is ready for a new game: the one that runs, or one started anew.
    fn take(&mut self, index: usize) -> Result<Engine, TournamentError> {
        let spec = &self.settings.engines[index];
        let patience = Duration::from_millis(self.settings.terms.patience);
        if let Some(mut engine) = self.engines[index].take() {
            match engine.new_game() {
                Ok(()) => return Ok(engine),
                Err(fault) => warn!(engine = spec.name, %fault, "between two games"),
            }
        }
        insist(spec, patience, || {
            let mut engine = Engine::start(spec, patience)?;
            engine.new_game()?;
            Ok(engine)
        })
    }

    /// Keeps an engine for the next game, if it is of any use; otherwise it is killed here.
    fn give_back(&mut self, index: usize, mut engine: Engine) {
        if engine.is_usable() {
            self.engines[index] = Some(engine);
        }
    }

    /// Lets all of them go.
    fn clear(&mut self) {
        for engine in self.engines.iter_mut().filter_map(Option::take) {
            engine.quit();
        }
    }
}

/// Tries to start an engine up to [`STARTS`] times. One that was silent for as long as it may be is not tried again.
fn insist<T>(
    spec: &EngineSpec,
    patience: Duration,
    start: impl Fn() -> Result<T, Fault>,
) -> Result<T, TournamentError> {
    let mut fault = Fault::new(FaultKind::RefusedStart, "");
    for attempt in 0..STARTS {
        if attempt > 0 {
            thread::sleep(BETWEEN_STARTS);
        }
        let begin = Instant::now();
        match start() {
            Ok(started) => return Ok(started),
            Err(refusal) => fault = refusal,
        }
        if begin.elapsed() >= patience {
            break;
        }
    }
    Err(TournamentError {
        engine: spec.name.clone(),
        fault,
    })
}
