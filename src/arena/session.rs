//! Session of a match: opens or resumes its files, plays the missing games and counts the results.

use std::collections::HashSet;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;
use tracing::info;

use super::pgn::{GameTags, write_game};
use super::record::GameRecord;
use super::record_file::{MatchFileError, open_pgn, open_record};
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use super::tournament::{Tournament, TournamentError};
use crate::storage::Journal;

/// The files that a match is written to.
#[derive(Clone, Debug, Default)]
pub struct MatchFiles {
    /// The record of the match, from which it can be resumed.
    pub record: Option<PathBuf>,
    /// The games as PGN.
    pub pgn: Option<PathBuf>,
    /// The name of the match in the PGN file.
    pub event: String,
    /// True to resume the match of the files, or to begin it if they are missing or empty.
    pub resume: bool,
}

/// Why a session cannot begin or was ended early.
#[derive(Debug, Error)]
pub enum SessionError {
    /// A file cannot be begun or resumed.
    #[error("{path}: {1}", path = .0.display())]
    File(PathBuf, MatchFileError),
    /// A game cannot be written to a file. It is not counted; the games before it are complete.
    #[error("{path}: {1}", path = .0.display())]
    Write(PathBuf, io::Error),
    /// An engine cannot be started again.
    #[error(transparent)]
    Engine(#[from] TournamentError),
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// All games of the schedule are played.
    Complete,
    /// The sequential test has accepted a hypothesis.
    Decided,
    /// It was stopped.
    Stopped,
}

/// A match with its files, which can be played and resumed.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
/// use chuhe::arena::{
///     TimeControl, SessionEnd, EngineSpec, TournamentFormat, MatchFiles, Session, MatchSettings, GameSettings, Tournament, read_openings,
/// };
/// use chuhe::rules::RuleSet;
///
/// let settings = MatchSettings {
///     engines: vec![EngineSpec::new("A", "./a"), EngineSpec::new("B", "./b").with_option("hashsize", 16)],
///     format: TournamentFormat::default(),
///     game_settings: GameSettings::new(TimeControl::Nodes(10_000)),
/// };
/// let openings = read_openings(Some("positions/openings.epd".as_ref()), &RuleSet::default())?;
/// let output = MatchFiles {
///     record: Some("a-b.jsonl".into()),
///     resume: true,
///     ..MatchFiles::default()
/// };
/// let mut session = Session::open(Tournament::new(settings, 100, openings, 2), output, None)?;
/// let stop = AtomicBool::new(false);
/// let end = session.play(&stop, |game, standings| {
///     eprintln!("game {}: {}, {} played", game.game + 1, game.played.termination, standings.games());
/// })?;
/// if end == SessionEnd::Complete {
///     println!("{:?}", session.standings().counts_of(0).estimate());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    tournament: Tournament,
    sprt: Option<Sprt>,
    output: MatchFiles,
    record: Option<Journal>,
    pgn: Option<Journal>,
    /// The numbers of the games that have been played.
    done: HashSet<u64>,
    standings: Standings,
}

impl Session {
    /// Opens the files and counts the games that they hold. With `sprt` the match ends when the test is decided.
    ///
    /// # Errors
    /// If a file cannot be written or holds something else. No file is changed then, except that a missing or empty one may
    /// be begun and an incomplete last game removed.
    pub fn open(
        tournament: Tournament,
        output: MatchFiles,
        sprt: Option<Sprt>,
    ) -> Result<Session, SessionError> {
        let wrong = |path: &Path| {
            let path = path.to_owned();
            move |error| SessionError::File(path, error)
        };
        check_existing(&output)?;
        let (mut record, mut before) = (None, Vec::new());
        if let Some(path) = &output.record {
            let (file, games) = open_record(path, &tournament.settings).map_err(wrong(path))?;
            for game in &games {
                tournament.check(game).map_err(wrong(path))?;
            }
            (record, before) = (Some(file), games);
        }
        let mut pgn = None;
        if let Some(path) = &output.pgn {
            let text = |game| pgn_text(&tournament, &output.event, game);
            let games: String = before.iter().map(text).collect();
            pgn = Some(open_pgn(path, &games).map_err(wrong(path))?);
        }
        let mut standings = Standings::new(&tournament.settings, tournament.schedule.clone());
        for game in &before {
            standings.add(game);
        }
        if (before.len() as u64) < tournament.schedule.total() {
            tournament.warn_of_repeated_games();
        }
        Ok(Session {
            done: before.iter().map(|game| game.game).collect(),
            tournament,
            sprt,
            output,
            record,
            pgn,
            standings,
        })
    }

    /// The standings of the match.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// The number of games of the schedule.
    pub fn total(&self) -> u64 {
        self.tournament.schedule.total()
    }

    /// The number of games of the schedule that have been played.
    pub fn played(&self) -> u64 {
        let is_scheduled = |&&game: &&u64| game < self.total();
        self.done.iter().filter(is_scheduled).count() as u64
    }

    /// True if the record holds games beyond the schedule. They count in the standings.
    pub fn has_surplus_games(&self) -> bool {
        self.played() < self.done.len() as u64
    }

    /// Plays the missing games. Each is written as it ends and counted, and `observe` is called with it. The session ends early
    /// when `stop` is set. It sets `stop` itself when the test is decided or an error ends the match.
    ///
    /// # Errors
    /// If a game cannot be written or an engine cannot be started again.
    pub fn play(
        &mut self,
        stop: &AtomicBool,
        mut observe: impl FnMut(&GameRecord, &Standings),
    ) -> Result<SessionEnd, SessionError> {
        let Session {
            tournament,
            sprt,
            output,
            record,
            pgn,
            done,
            standings,
        } = self;
        let is_decided = |standings: &Standings| {
            let decision = sprt.map(|sprt| sprt.decision(&standings.counts_of(0)));
            decision.is_some_and(|decision| decision != Decision::PlayOn)
        };
        if is_decided(standings) {
            return Ok(SessionEnd::Decided);
        }
        let mut write = |game: &GameRecord| -> Result<(), SessionError> {
            if let (Some(file), Some(path)) = (&mut *record, &output.record) {
                let written = file.append_json(game).and_then(|()| file.sync());
                written.map_err(|error| SessionError::Write(path.clone(), error))?;
            }
            // After the record, so that a kill here leaves a record from which the PGN file is completed.
            if let (Some(file), Some(path)) = (&mut *pgn, &output.pgn) {
                let text = pgn_text(tournament, &output.event, game);
                let written = file.append(text.as_bytes()).and_then(|()| file.sync());
                written.map_err(|error| SessionError::Write(path.clone(), error))?;
            }
            Ok(())
        };
        let (mut now, mut unwritten, mut decided) = (Vec::new(), None, false);
        let played = tournament.play(done, stop, |game| {
            // A game that is not written does not count, so that a resumed match agrees with the standings. Nor do games that
            // end after the decision.
            if unwritten.is_some() || decided {
                return;
            }
            if let Err(error) = write(&game) {
                unwritten = Some(error);
                stop.store(true, Ordering::Relaxed);
                return;
            }
            standings.add(&game);
            now.push(game.game);
            info!(
                game = game.game,
                red = game.red,
                black = game.black,
                result = game.played.result.name(),
                termination = game.played.termination,
                "game"
            );
            observe(&game, standings);
            decided = is_decided(standings);
            stop.fetch_or(decided, Ordering::Relaxed);
        });
        done.extend(now);
        unwritten.map_or(Ok(()), Err)?;
        played?;
        Ok(if decided {
            SessionEnd::Decided
        } else if self.played() < self.total() {
            SessionEnd::Stopped
        } else {
            SessionEnd::Complete
        })
    }
}

/// Refuses files that cannot be begun or resumed, before any is written to.
fn check_existing(files: &MatchFiles) -> Result<(), SessionError> {
    let has_content =
        |path: &&PathBuf| fs::metadata(path).is_ok_and(|file| file.is_file() && file.len() > 0);
    let record = files.record.iter().find(has_content);
    if files.resume && record.is_some() {
        return Ok(());
    }
    // A PGN file is resumed only from the record.
    match record.or(files.pgn.iter().find(has_content)) {
        Some(path) => Err(SessionError::File(path.clone(), MatchFileError::Exists)),
        None => Ok(()),
    }
}

/// The PGN text of a game. Both games of an opening are one round.
fn pgn_text(tournament: &Tournament, event: &str, record: &GameRecord) -> String {
    let fixture = tournament.schedule.fixture(record.game);
    let tags = GameTags {
        event,
        round: fixture.pair + 1,
        opening: &tournament.openings[fixture.opening].id,
        control: tournament.settings.game_settings.control,
    };
    write_game(record, &tags)
}
