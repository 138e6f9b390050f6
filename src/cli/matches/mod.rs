//! `chuhe match`: matches between engines.
//!
//! | file | contents |
//! |---|---|
//! | [`args`] | the arguments |
//! | [`file`] | the options in a TOML file |
//! | [`json`] | the result in JSON |
//! | [`plan`] | the options of the command line and the file, checked, with defaults |
//! | [`table`] | the table at the end of a match, and the line of its progress |

mod args;
mod file;
mod json;
mod plan;
pub mod table;

use std::io::Write;
use std::path::Path;
use std::sync::atomic::Ordering;

pub use self::args::MatchArgs;
use self::plan::Plan;
use self::table::{progress_line, standings_table};
use super::Failure;
use super::interrupt::stop_flag;
use super::output::{check_extension, print_json, stdout, write_stderr};
use super::progress::LiveLine;
use crate::arena::{
    EngineCheckError, GameRecord, MatchFileError, Session, SessionEnd, SessionError,
};
use crate::locale;
use crate::storage::{Journal, regular_file};

/// Removes the contents of files, after all of them could be opened.
fn empty<'p>(paths: impl Iterator<Item = &'p Path>) -> Result<(), Failure> {
    // The reader of a pipe would see its end.
    let paths = paths.filter(|path| !regular_file::is_device(path));
    let cannot_write = |path: &'p Path| move |error| Failure::cannot_write(path, &error);
    let open = |path| Ok((path, Journal::open(path).map_err(cannot_write(path))?));
    let journals: Vec<(&Path, Journal)> = paths.map(open).collect::<Result<_, Failure>>()?;
    for (path, mut journal) in journals {
        journal.cut_after(0).map_err(cannot_write(path))?;
    }
    Ok(())
}

impl MatchArgs {
    /// Plays the match and prints its table.
    pub fn run(&self) -> Result<(), Failure> {
        let plan = Plan::of(self)?;
        let record = plan.output.record.clone();
        let json_option = match self.json == record {
            true => "--json",
            false => "--jsonl",
        };
        let files = [
            (&record, json_option, &["jsonl", "json"][..]),
            (&plan.output.pgn, "--pgn", &["pgn"]),
        ];
        for (path, option, extensions) in files {
            if let Some(path) = path {
                check_extension(option, path, extensions)?;
            }
        }
        // Before an engine is started, so that Ctrl-C leaves none behind.
        let stop = stop_flag()?;
        // Before a file is created, so that a match that cannot be played creates none.
        let checked = check_engines(&plan);
        if stop.load(Ordering::Relaxed) {
            return Err(Failure::Work("cut off before the first game".to_owned()));
        }
        checked?;
        if self.force {
            empty(files.into_iter().filter_map(|(path, ..)| path.as_deref()))?;
        }
        let (sprt, output) = (plan.sprt, plan.output);
        let resume = output.resume;
        let mut session = Session::open(plan.tournament, output, sprt).map_err(|error| {
            let hint = match &error {
                SessionError::File(_, MatchFileError::Io(_)) => {
                    return Failure::Work(format!("cannot write {error}"));
                }
                SessionError::File(path, MatchFileError::Exists)
                    if !resume && record.as_ref() == Some(path) =>
                {
                    "; --resume continues the match, --force overwrites it"
                }
                SessionError::File(_, MatchFileError::Exists) if resume => {
                    "; remove it, or use --force without --resume"
                }
                SessionError::File(_, MatchFileError::Exists) => "; --force overwrites it",
                _ => "",
            };
            Failure::Input(format!("{error}{hint}"))
        })?;
        let (total, before) = (session.total(), session.standings().games());
        let mut live = LiveLine::on_stderr(before);
        if session.has_surplus_games() {
            live.note(&format!(
                "{before} games are played already, more than the {total} of --games; all of them are counted"
            ));
        }
        let sprt = sprt.as_ref();
        let played = session.play(stop, |game, standings| {
            if game.played.fault.is_some() {
                live.note(&fault_message(game));
            }
            let progress = progress_line(standings, total, sprt);
            live.update(standings.games(), total, &progress);
        });
        live.clear();
        let standings = session.standings();
        let mut out = stdout();
        if self.json.as_deref() == Some(Path::new("-")) {
            for record in json::records(standings, sprt) {
                print_json(&mut out, &record)?;
            }
        } else {
            let table = standings_table(standings, sprt);
            write!(out, "{}", locale::lines(&table))?;
        }
        out.flush()?;
        let hint = match record {
            Some(_) => "the same command with --resume plays the others",
            None => "only a match with --jsonl can go on, with --resume",
        };
        let played_games = session.played();
        let cut_off = format!("cut off after {played_games} of {total} games; {hint}");
        match played {
            Ok(SessionEnd::Complete | SessionEnd::Decided) => Ok(()),
            Ok(SessionEnd::Stopped) => Err(Failure::Work(cut_off)),
            Err(error) => {
                write_stderr(format_args!("{cut_off}"));
                Err(Failure::Work(error.to_string()))
            }
        }
    }
}

/// Checks that the engines can be started and accept the options to be set.
fn check_engines(plan: &Plan) -> Result<(), Failure> {
    let on_message = |engine: &str, message: Option<&str>| match message {
        Some(message) => write_stderr(format_args!("{engine} says: {message}")),
        None => write_stderr(format_args!(
            "warning: {engine} announces no options; those that are set are not checked"
        )),
    };
    let tournament = &plan.tournament;
    let checked = tournament.check_engines(!plan.unchecked_options, on_message);
    checked.map_err(|error| match error {
        EngineCheckError::Start(engine, error) => {
            let location = plan.engine_location(engine, None);
            Failure::Input(format!("{location}: {}", error.fault))
        }
        EngineCheckError::Option(engine, option, error) => Failure::Input(format!(
            "{}: {error} (--unchecked-options sets it all the same)",
            plan.engine_location(engine, Some(&option))
        )),
    })
}

/// The message on a game that was lost by a fault.
fn fault_message(record: &GameRecord) -> String {
    let (number, red, black) = (record.game + 1, &record.red, &record.black);
    let played = &record.played;
    let (result, termination, detail) = (played.result.name(), &played.termination, &played.detail);
    format!("game {number}, {red} - {black}: {result} by {termination}: {detail}")
}
