//! A match from its beginning to its end: files opened or resumed, missing games played, results counted.

use std::collections::HashSet;
use std::io;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use thiserror::Error;
use tracing::info;

use super::pgn::{self, Heading};
use super::pgn_file::{PgnError, PgnFile};
use super::record::{GameRecord, RecordError, RecordFile};
use super::sprt::{Decision, Sprt};
use super::standings::Standings;
use super::tournament::{Tournament, TournamentError};

/// The files that a match is written to.
#[derive(Clone, Debug, Default)]
pub struct Output {
    /// The record of the match, from which it can be resumed.
    pub record: Option<PathBuf>,
    /// The games as PGN.
    pub pgn: Option<PathBuf>,
    /// What the match is called in the PGN file.
    pub event: String,
    /// Whether to resume the match of the files, or to begin it where there are none.
    pub resume: bool,
}

/// Why a session cannot begin or was given up. The path is that of the file concerned.
#[derive(Debug, Error)]
pub enum SessionError {
    /// The record cannot be begun or resumed.
    #[error("{}: {error}", path.display())]
    Record {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: RecordError,
    },
    /// The PGN file cannot be begun or resumed.
    #[error("{}: {error}", path.display())]
    Pgn {
        /// The file.
        path: PathBuf,
        /// What is wrong with it.
        error: PgnError,
    },
    /// A game cannot be written. It is not counted, and the games before it are whole.
    #[error("{}: {error}", path.display())]
    Write {
        /// The file.
        path: PathBuf,
        /// What the system says.
        error: io::Error,
    },
    /// An engine cannot be started any more.
    #[error(transparent)]
    Engine(#[from] TournamentError),
}

impl SessionError {
    /// True if a file exists that was to be begun.
    pub fn is_existing_file(&self) -> bool {
        match self {
            SessionError::Record { error, .. } => matches!(error, RecordError::Exists),
            SessionError::Pgn { error, .. } => matches!(error, PgnError::Exists),
            SessionError::Write { .. } | SessionError::Engine(_) => false,
        }
    }
}

/// How a session ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SessionEnd {
    /// All games are played.
    Complete,
    /// The sequential test is decided.
    Decided,
    /// It was told to stop.
    Stopped,
}

/// A match that can be played, resumed and watched.
///
/// ```no_run
/// use std::sync::atomic::AtomicBool;
/// use chuhe::arena::{
///     Control, SessionEnd, EngineSpec, Format, Output, Session, Settings, Terms, Tournament, read_openings,
/// };
/// use chuhe::rules::RuleSet;
///
/// let settings = Settings {
///     engines: vec![EngineSpec::new("A", "./a"), EngineSpec::new("B", "./b").with_option("hashsize", 16)],
///     format: Format::default(),
///     terms: Terms::new(Control::Nodes(10_000)),
/// };
/// let openings = read_openings(Some("positions/openings.epd".as_ref()), &RuleSet::default())?;
/// let output = Output {
///     record: Some("a-b.jsonl".into()),
///     resume: true,
///     ..Output::default()
/// };
/// let mut session = Session::open(Tournament::new(settings, 100, openings, 2), output, None)?;
/// let stop = AtomicBool::new(false);
/// let end = session.play(&stop, |game, standings| {
///     eprintln!("game {}: {}, {} played", game.game + 1, game.ending, standings.games());
/// })?;
/// if end == SessionEnd::Complete {
///     println!("{:?}", session.standings().of(0).estimate());
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    tournament: Tournament,
    /// The test that ends the match.
    sprt: Option<Sprt>,
    output: Output,
    record: Option<RecordFile>,
    pgn: Option<PgnFile>,
    /// The games that were played before.
    done: HashSet<u64>,
    standings: Standings,
}

impl Session {
    /// Opens the files and counts the games that they hold. With `sprt` the match ends when the test is decided.
    ///
    /// # Errors
    /// When a file cannot be written or holds something else. No file is changed then, except that an empty
    /// one may be begun and an incomplete last game removed.
    pub fn open(
        tournament: Tournament,
        output: Output,
        sprt: Option<Sprt>,
    ) -> Result<Session, SessionError> {
        let mut before = Vec::new();
        let mut record = None;
        if let Some(path) = &output.record {
            let wrong = |error| SessionError::Record {
                path: path.clone(),
                error,
            };
            let settings = tournament.settings();
            let (file, games) = match output.resume {
                true => RecordFile::resume(path, settings),
                false => RecordFile::create(path, settings).map(|file| (file, Vec::new())),
            }
            .map_err(wrong)?;
            for game in &games {
                tournament.check(game).map_err(wrong)?;
            }
            (record, before) = (Some(file), games);
        }
        let mut pgn = None;
        if let Some(path) = &output.pgn {
            let text = |game| pgn_text(&tournament, &output, game);
            let file = match output.resume {
                true => PgnFile::resume(path, &before.iter().map(text).collect::<String>()),
                false => PgnFile::create(path),
            };
            pgn = Some(file.map_err(|error| SessionError::Pgn {
                path: path.clone(),
                error,
            })?);
        }
        let names = tournament.settings().engines.iter();
        let names = names.map(|engine| engine.name.clone()).collect();
        let mut standings = Standings::new(names, tournament.schedule());
        for game in &before {
            standings.add(tournament.schedule(), game);
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

    /// How the match stands.
    pub fn standings(&self) -> &Standings {
        &self.standings
    }

    /// Games of the whole match.
    pub fn total(&self) -> u64 {
        self.tournament.schedule().total()
    }

    /// True if the record holds games beyond the number that was asked for. They count.
    pub fn is_longer_than_asked(&self) -> bool {
        self.done.iter().any(|&game| game >= self.total())
    }

    /// Plays the games that are missing. Each is written as it ends, counted, and given to `observe`. The session ends
    /// early when `stop` is set, and sets it itself when the test is decided or an error ends the match.
    ///
    /// # Errors
    /// When a game cannot be written or an engine cannot be started any more.
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
            let decision = sprt.map(|sprt| sprt.decision(&standings.of(0)));
            decision.is_some_and(|decision| decision != Decision::PlayOn)
        };
        if is_decided(standings) {
            return Ok(SessionEnd::Decided);
        }
        let mut now = Vec::new();
        let mut unwritten = None;
        let mut write = |game: &GameRecord| {
            if let (Some(file), Some(path)) = (&mut *record, &output.record) {
                file.add(game).map_err(|error| (path.clone(), error))?;
            }
            // After the record, from which this file is completed if the program is killed here.
            if let (Some(file), Some(path)) = (&mut *pgn, &output.pgn) {
                let text = pgn_text(tournament, output, game);
                file.add(&text).map_err(|error| (path.clone(), error))?;
            }
            Ok(())
        };
        let played = tournament.play(done, stop, |game| {
            // A game that could not be written does not count: the files are the match.
            if unwritten.is_some() {
                return;
            }
            if let Err((path, error)) = write(&game) {
                unwritten = Some(SessionError::Write { path, error });
                stop.store(true, Ordering::Relaxed);
                return;
            }
            standings.add(tournament.schedule(), &game);
            now.push(game.game);
            info!(
                game = game.game,
                red = game.red,
                black = game.black,
                result = game.result.name(),
                ending = game.ending,
                "game"
            );
            observe(&game, standings);
            stop.fetch_or(is_decided(standings), Ordering::Relaxed);
        });
        done.extend(now);
        if let Some(error) = unwritten {
            return Err(error);
        }
        played?;
        Ok(if is_decided(standings) {
            SessionEnd::Decided
        } else if standings.games() < tournament.schedule().total() {
            SessionEnd::Stopped
        } else {
            SessionEnd::Complete
        })
    }
}

/// A game as PGN. Both games of an opening are one round.
fn pgn_text(tournament: &Tournament, output: &Output, record: &GameRecord) -> String {
    let fixture = tournament.schedule().fixture(record.game);
    let heading = Heading {
        event: &output.event,
        round: fixture.pair + 1,
        opening: &tournament.openings()[fixture.opening].id,
        control: tournament.settings().terms.control,
    };
    pgn::game(record, &heading)
}
