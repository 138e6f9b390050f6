//! Tournament: plays the games of a match, several at a time, and restarts engines after faults.

use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Sender, channel};
use std::thread;
use std::time::{Duration, Instant};

use thiserror::Error;
use tracing::warn;

use super::control::TimeControl;
use super::engine::{EngineSpec, RunningEngine};
use super::fault::EngineFault;
use super::game::play;
use super::protocol::options;
use super::record::GameRecord;
use super::record_file::MatchFileError;
use super::schedule::Schedule;
use super::settings::MatchSettings;
use crate::board::positions::EpdPosition;

/// The number of attempts to start an engine. None follows one that took all of the response timeout.
const MAX_STARTS: u32 = 3;
/// The time between two attempts.
const RETRY_DELAY: Duration = Duration::from_millis(300);

/// Why a match was ended: an engine cannot be started.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{engine}: {fault}")]
pub struct TournamentError {
    /// The engine that cannot be started.
    pub engine: String,
    /// Its fault.
    pub fault: EngineFault,
}

/// Why a match cannot begin.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum EngineCheckError {
    /// The engine with this index does not start.
    #[error("{1}")]
    Start(usize, TournamentError),
    /// The engine with this index does not accept the option with this name, for this reason.
    #[error("{2}")]
    Option(usize, String, String),
}

/// A match to be played.
#[derive(Clone, Debug)]
pub struct Tournament {
    pub(crate) settings: MatchSettings,
    pub(crate) schedule: Schedule,
    pub(crate) openings: Vec<EpdPosition>,
    concurrency: usize,
}

impl Tournament {
    /// Creates a match of two or more engines from one or more openings. Each pairing plays `games` games, an even number.
    /// `concurrency` games are played at a time, 1 or more.
    pub fn new(
        settings: MatchSettings,
        games: u64,
        openings: Vec<EpdPosition>,
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

    /// Warns if there are fewer openings than pairs of games, and no time limits the moves.
    pub(super) fn warn_of_repeated_games(&self) {
        let control = self.settings.game_settings.control;
        let is_timed = matches!(
            control,
            TimeControl::Clock { .. } | TimeControl::MoveTime(_)
        );
        let pairs = self.schedule.total() / (2 * self.schedule.pairings().len() as u64);
        let openings = self.openings.len();
        if !is_timed && pairs > openings as u64 {
            warn!(
                "fewer openings ({openings}) than pairs of games ({pairs}): engines that play deterministically repeat games; give more openings with --openings"
            );
        }
    }

    /// Checks that each engine can be started and, with `check_options`, that it accepts the options that are set, by what it
    /// announces. `on_message` is called with the name of an engine and a message that it sent while its options were set, or
    /// `None` if it announces no options.
    ///
    /// # Errors
    /// With the first engine that cannot be started, or the first option that an engine does not accept.
    pub fn check_engines(
        &self,
        check_options: bool,
        mut on_message: impl FnMut(&str, Option<&str>),
    ) -> Result<(), EngineCheckError> {
        for (index, spec) in self.settings.engines.iter().enumerate() {
            let cannot_start = |error| EngineCheckError::Start(index, error);
            if check_options && !spec.options.is_empty() {
                // Without its options, because it may end on one that it does not accept.
                let bare = EngineSpec {
                    options: Vec::new(),
                    ..spec.clone()
                };
                let engine = self.ready_engine(&bare, None).map_err(cannot_start)?;
                let announced = &engine.announced;
                if announced.options.is_empty() {
                    on_message(&spec.name, None);
                } else {
                    for (name, value) in &spec.options {
                        let wrong = |error| EngineCheckError::Option(index, name.clone(), error);
                        options::check(announced, spec.protocol, name, value).map_err(wrong)?;
                    }
                }
            }
            let engine = self.ready_engine(spec, None).map_err(cannot_start)?;
            for message in &engine.messages {
                on_message(&spec.name, Some(message.as_str()));
            }
        }
        Ok(())
    }

    /// Checks that a recorded game is one of this match.
    ///
    /// # Errors
    /// If its engines or its opening are not those of the schedule.
    pub fn check(&self, record: &GameRecord) -> Result<(), MatchFileError> {
        let fixture = self.schedule.fixture(record.game);
        let engines = &self.settings.engines;
        let [red, black] = [fixture.red, fixture.black].map(|index| &engines[index].name);
        let fen = self.openings[fixture.opening].board.to_fen();
        match (red, black, &fen) == (&record.red, &record.black, &record.fen) {
            true => Ok(()),
            false => Err(MatchFileError::OtherGame(record.game)),
        }
    }

    /// Plays all games but those `done`, and calls `finished` with each as it ends. Ends early when `stop` is set; the games
    /// in progress are dropped then.
    ///
    /// # Errors
    /// If an engine cannot be started again. Its game is dropped, and the match ends.
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
            for _ in 0..self.concurrency.min(missing.len()) {
                let sender = sender.clone();
                scope.spawn(|| self.run_worker(&missing, &next, stop, sender));
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

    /// Plays the next missing game until there are no more.
    fn run_worker(
        &self,
        missing: &[u64],
        next: &AtomicUsize,
        stop: &AtomicBool,
        results: Sender<Result<GameRecord, TournamentError>>,
    ) {
        let mut engines: WorkerEngines = self.settings.engines.iter().map(|_| None).collect();
        while !stop.load(Ordering::Relaxed) {
            let Some(&number) = missing.get(next.fetch_add(1, Ordering::Relaxed)) else {
                break;
            };
            let outcome = self.play_game(number, &mut engines, stop).transpose();
            if outcome.is_none_or(|outcome| results.send(outcome).is_err()) {
                break;
            }
        }
        engines.into_iter().flatten().for_each(RunningEngine::quit);
    }

    fn play_game(
        &self,
        number: u64,
        engines: &mut WorkerEngines,
        stop: &AtomicBool,
    ) -> Result<Option<GameRecord>, TournamentError> {
        let fixture = self.schedule.fixture(number);
        let opening = &self.openings[fixture.opening].board;
        let specs = &self.settings.engines;
        let mut red = self.ready_engine(&specs[fixture.red], engines[fixture.red].take())?;
        let mut black = self.ready_engine(&specs[fixture.black], engines[fixture.black].take())?;
        let settings = &self.settings.game_settings;
        let played = play(opening, [&mut red, &mut black], settings, stop);
        let record = played.map(|played| GameRecord {
            game: number,
            date: jiff::Timestamp::now().strftime("%Y-%m-%d").to_string(),
            red: specs[fixture.red].name.clone(),
            black: specs[fixture.black].name.clone(),
            fen: opening.to_fen(),
            played,
        });
        // An engine that is not usable is dropped, which kills it.
        for (index, mut engine) in [(fixture.red, red), (fixture.black, black)] {
            engines[index] = engine.is_usable().then_some(engine);
        }
        Ok(record)
    }

    /// Returns an engine that is ready for a new game: the running one, or else a new process.
    fn ready_engine(
        &self,
        spec: &EngineSpec,
        running: Option<RunningEngine>,
    ) -> Result<RunningEngine, TournamentError> {
        let response_timeout = Duration::from_millis(self.settings.game_settings.response_timeout);
        if let Some(mut engine) = running {
            match engine.new_game() {
                Ok(()) => return Ok(engine),
                Err(fault) => warn!(engine = spec.name, %fault, "between two games"),
            }
        }
        let start = || -> Result<RunningEngine, EngineFault> {
            let mut engine = RunningEngine::start(spec, response_timeout)?;
            engine.new_game()?;
            Ok(engine)
        };
        let mut attempt = 1;
        loop {
            let begin = Instant::now();
            match start() {
                Ok(engine) => return Ok(engine),
                Err(fault) if attempt == MAX_STARTS || begin.elapsed() >= response_timeout => {
                    let engine = spec.name.clone();
                    return Err(TournamentError { engine, fault });
                }
                Err(_) => thread::sleep(RETRY_DELAY),
            }
            attempt += 1;
        }
    }
}

/// The running engines of a worker thread, by their index.
type WorkerEngines = Vec<Option<RunningEngine>>;
