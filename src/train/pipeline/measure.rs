//! The match of a round: its network against that of the round before, or against the hand-crafted evaluation.

use std::path::Path;
use std::sync::atomic::AtomicBool;

use super::config::MatchSettings;
use super::files::Files;
use super::row::{Games, MAX_ELO};
use crate::arena::{
    EngineSpec, Format, GameRecord, Output, Session, SessionEnd, Settings, Standings, Terms,
    Tournament, read_openings,
};
use crate::board::positions::Entry;
use crate::rules::RuleSet;
use crate::train::error::TrainError;

/// The name of the engine that plays with the hand-crafted evaluation.
pub const TERMS: &str = "terms";

/// What is the same in the matches of all rounds.
#[derive(Clone, Debug)]
pub struct Measure {
    settings: MatchSettings,
    openings: Vec<Entry>,
}

/// The end of a match.
#[derive(Clone, Debug)]
pub enum Measured {
    /// The match was played.
    Complete(Games),
    /// The match was stopped.
    Stopped {
        /// Games played.
        games: u64,
        /// Games of the whole match.
        total: u64,
    },
}

impl Measure {
    /// Reads the openings. `place` is the file of the configuration.
    ///
    /// # Errors
    /// When the openings cannot be read or are wrong.
    pub fn read(settings: &MatchSettings, place: &Path) -> Result<Measure, TrainError> {
        let path = &settings.openings;
        let openings = read_openings(Some(path), &RuleSet::default()).map_err(|error| {
            let error = format!("[match] openings: {}: {error}", path.display());
            TrainError::wrong(place, &error)
        })?;
        Ok(Measure {
            settings: settings.clone(),
            openings,
        })
    }

    /// True if the rounds have matches.
    pub fn is_wanted(&self) -> bool {
        self.settings.games > 0
    }

    /// Plays what is missing of the match of a round. `observe` receives each game, the standings and the length of the match.
    ///
    /// # Errors
    /// When an engine does not start or a game cannot be written.
    pub fn play(
        &self,
        files: &Files,
        round: u32,
        stop: &AtomicBool,
        mut observe: impl FnMut(&GameRecord, &Standings, u64),
    ) -> Result<Measured, TrainError> {
        let command = std::env::current_exe()
            .map_err(|error| TrainError::Work(format!("cannot find this program: {error}")))?;
        let engine = |name: &str| {
            EngineSpec::new(name, &command).with_option("hashsize", self.settings.hash)
        };
        let with_network = |round: u32| {
            let network = files.network(round);
            engine(&format!("round {round}")).with_option("evalfile", network.display())
        };
        let other = match round.checked_sub(1) {
            Some(before) => with_network(before),
            None => engine(TERMS).with_option("knowledge", "medium"),
        };
        let against = other.name.clone();
        let tournament = Tournament::new(
            Settings {
                engines: vec![with_network(round), other],
                format: Format::default(),
                terms: Terms::new(self.settings.control),
            },
            self.settings.games,
            self.openings.clone(),
            self.settings.concurrency.into(),
        );
        let output = Output {
            record: Some(files.of(round, "match", "jsonl")),
            resume: true,
            ..Output::default()
        };
        let mut session = Session::open(tournament, output, None)
            .map_err(|error| TrainError::Input(error.to_string()))?;
        let total = session.total();
        let end = session
            .play(stop, |game, standings| observe(game, standings, total))
            .map_err(|error| TrainError::Work(error.to_string()))?;
        let standings = session.standings();
        if end == SessionEnd::Stopped {
            let games = standings.games();
            return Ok(Measured::Stopped { games, total });
        }
        let tally = standings.of(0);
        Ok(Measured::Complete(Games {
            against,
            wins: tally.wins,
            draws: tally.draws,
            losses: tally.losses,
            elo: tally
                .estimate()
                .map(|found| [found.elo, found.low, found.high])
                .map(|ends| ends.map(|elo| elo.clamp(-MAX_ELO, MAX_ELO))),
        }))
    }
}
