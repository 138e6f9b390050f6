//! Tournament: the games of a match, several at a time; engines are restarted after faults.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use tracing::{debug, warn};

use super::dialect::options::{self, OptionError};
use super::engine::{Engine, EngineSpec};
use super::fault::Fault;
use super::game::play;
use super::record::GameRecord;
use super::record_file::RecordError;
use super::schedule::Schedule;
use super::settings::Settings;
use crate::board::positions::Entry;

/// Attempts to start an engine before the match is given up.
const STARTS: u32 = 3;
/// The wait between two attempts.
const BETWEEN_STARTS: Duration = Duration::from_millis(300);

/// Why a match was given up.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{engine}: {fault}")]
pub struct TournamentError {
    /// The engine that cannot be started.
    pub engine: String,
    /// Its fault.
    pub fault: Fault,
}

/// Why the options of a match cannot be set.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum OptionCheckError {
    /// The engine does not start.
    #[error(transparent)]
    Start(#[from] TournamentError),
    /// An engine, by its index, does not announce an option, by its name, or not for this value.
    #[error("{2}")]
    Option(usize, String, OptionError),
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    pub(crate) settings: Settings,
    pub(crate) schedule: Schedule,
    pub(crate) openings: Vec<Entry>,
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

    fn patience(&self) -> Duration {
        Duration::from_millis(self.settings.terms.patience)
    }

    /// Compares the options to be set with those that the engines announce. `unknown` is called with
    /// the name of each engine that announces none.
    ///
    /// # Errors
    /// With the first option that an engine does not announce, or the first engine that does not start.
    pub fn check_options(&self, mut unknown: impl FnMut(&str)) -> Result<(), OptionCheckError> {
        for (index, spec) in self.settings.engines.iter().enumerate() {
            if spec.options.is_empty() {
                continue;
            }
            let offered = insist(spec, self.patience(), || Engine::ask(spec, self.patience()))?;
            let count = offered.options.len();
            debug!(engine = spec.name, options = count, "announced");
            if !offered.has_settings() {
                unknown(&spec.name);
                continue;
            }
            for (name, value) in &spec.options {
                let wrong = |error| OptionCheckError::Option(index, name.clone(), error);
                options::check(&offered, spec.protocol, name, value).map_err(wrong)?;
            }
        }
        Ok(())
    }

    /// Starts each engine once, to see whether the match can be played. `heard` is called with the name of an engine
    /// and a remark that it made on its options.
    ///
    /// # Errors
    /// With the first that does not start.
    pub fn rehearse(&self, mut heard: impl FnMut(&str, &str)) -> Result<(), TournamentError> {
        for (index, spec) in self.settings.engines.iter().enumerate() {
            let engine = self.ready(index, None)?;
            engine
                .remarks
                .iter()
                .for_each(|remark| heard(&spec.name, remark));
        }
        Ok(())
    }

    /// Checks that a recorded game is one of this match.
    ///
    /// # Errors
    /// If the schedule has other engines or another opening for it.
    pub fn check(&self, record: &GameRecord) -> Result<(), RecordError> {
        let fixture = self.schedule.fixture(record.game);
        let fen = self.openings[fixture.opening].board.to_fen();
        let played = ([&*record.red, &*record.black], &record.fen);
        match (self.names(fixture.red, fixture.black), &fen) == played {
            true => Ok(()),
            false => Err(RecordError::OtherGame(record.game)),
        }
    }

    fn names(&self, red: usize, black: usize) -> [&str; 2] {
        [red, black].map(|index| &*self.settings.engines[index].name)
    }

    /// Plays all games but those `done`, and gives each to `finished` as it ends. Ends early when `stop` is set: the
    /// games then in progress are not counted.
    ///
    /// # Errors
    /// If an engine cannot be started any more. The game is then lost for nobody and the match ends.
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

    /// Plays games of the list until there are no more.
    fn work(
        &self,
        missing: &[u64],
        next: &AtomicUsize,
        stop: &AtomicBool,
        results: Sender<Result<GameRecord, TournamentError>>,
    ) {
        let mut seats: Seats = self.settings.engines.iter().map(|_| None).collect();
        while !stop.load(Ordering::Relaxed) {
            let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let outcome = self.one(number, &mut seats, stop).transpose();
            if outcome.is_none_or(|outcome| results.send(outcome).is_err()) {
                break;
            }
        }
        seats.into_iter().flatten().for_each(Engine::quit);
    }

    fn one(
        &self,
        number: u64,
        seats: &mut Seats,
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let fixture = self.schedule.fixture(number);
        let opening = &self.openings[fixture.opening].board;
        let mut red = self.ready(fixture.red, seats[fixture.red].take())?;
        let mut black = self.ready(fixture.black, seats[fixture.black].take())?;
        let played = play(opening, [&mut red, &mut black], &self.settings.terms, stop);
        let names = self.names(fixture.red, fixture.black);
        let record = played.map(|played| GameRecord::new(number, names, opening.to_fen(), played));
        // An engine that is not usable is killed here.
        for (index, mut engine) in [(fixture.red, red), (fixture.black, black)] {
            seats[index] = engine.is_usable().then_some(engine);
        }
        Ok(record)
    }

    /// An engine that is ready for a new game: the one that runs, or one started anew.
    fn ready(&self, index: usize, running: Option<Engine>) -> Result<Engine, TournamentError> {
        let (spec, patience) = (&self.settings.engines[index], self.patience());
        if let Some(mut engine) = running {
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
}

/// The running engines of a worker, by their index.
type Seats = Vec<Option<Engine>>;

/// Tries to start an engine up to [`STARTS`] times, but not again after one that was silent for all of `patience`.
fn insist<T>(
    spec: &EngineSpec,
    patience: Duration,
    start: impl Fn() -> Result<T, Fault>,
) -> Result<T, TournamentError> {
    let mut attempt = 1;
    loop {
        let begin = Instant::now();
        match start() {
            Ok(started) => return Ok(started),
            Err(fault) if attempt == STARTS || begin.elapsed() >= patience => {
                let engine = spec.name.clone();
                return Err(TournamentError { engine, fault });
            }
            Err(_) => thread::sleep(BETWEEN_STARTS),
        }
        attempt += 1;
    }
}
