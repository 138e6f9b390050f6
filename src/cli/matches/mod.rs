//! `chuhe match`: engines play each other.
//!
//! | file | contents |
//! |---|---|
//! | [`args`] | the arguments |
//! | [`file`] | the options in a TOML file |
//! | [`plan`] | the options of both, checked, with defaults |
//! | [`table`] | the table at the end of a match, and the line before |

pub mod args;
pub mod file;
pub mod plan;
pub mod table;

use std::io::{self, Write};

pub use self::args::MatchArgs;
use self::plan::Plan;
use self::table::{Progress, Table};
use super::Failure;
use super::interrupt::{SecondPress, stop_flag};
use super::progress::LiveLine;
use crate::arena::{GameRecord, OptionCheckError, Session, SessionEnd, SessionError};

impl MatchArgs {
    /// Plays and prints.
    ///
    /// # Errors
    /// If the arguments are wrong, the match is cut off or the output cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        let plan = Plan::of(self)?;
        // Before a file is begun: a match that cannot be played leaves none behind.
        check_engines(&plan)?;
        let (sprt, output) = (plan.sprt, plan.output);
        let is_resumable = !output.resume && output.record.is_some();
        let mut session = Session::open(plan.tournament, output, sprt).map_err(|error| {
            let hint = match error.is_existing_file() && is_resumable {
                true => "; --resume goes on with it",
                false => "",
            };
            Failure::Input(format!("{error}{hint}"))
        })?;
        let stop = stop_flag(SecondPress::Exits)?;
        let (total, before) = (session.total(), session.standings().games());
        let mut live = LiveLine::on_stderr(before);
        if session.is_longer_than_asked() {
            live.note(&format!(
                "{before} games are played already, --games asks for {total}: no game of them is left out"
            ));
        }
        let sprt = sprt.as_ref();
        let played = session.play(stop, |game, standings| {
            if game.fault.is_some() {
                live.note(&fault_message(game));
            }
            let progress = Progress {
                standings,
                total,
                sprt,
            };
            live.update(standings.games(), total, &progress);
        });
        live.clear();
        let standings = session.standings();
        let mut out = io::stdout().lock();
        write!(out, "{}", Table { standings, sprt })?;
        out.flush()?;
        match played {
            Ok(SessionEnd::Complete | SessionEnd::Decided) => Ok(()),
            Ok(SessionEnd::Stopped) => {
                let games = standings.games();
                let message = format!("cut off after {games} of {total} games");
                Err(Failure::Work(message))
            }
            Err(error @ SessionError::Write(..)) => Err(Failure::Work(format!(
                "{error}; the games before this one are whole"
            ))),
            Err(error) => Err(Failure::Work(error.to_string())),
        }
    }
}

/// Checks that the engines start and have the options to be set.
fn check_engines(plan: &Plan) -> Result<(), Failure> {
    let tournament = &plan.tournament;
    if !plan.unchecked_options {
        let unknown = |engine: &str| {
            LiveLine::on_stderr(0).note(&format!(
                "warning: {engine} announces no options; whether it has those that are set is not known"
            ));
        };
        let wrong = |error| match error {
            OptionCheckError::Start(error) => Failure::Input(format!("--engine: {error}")),
            OptionCheckError::Option(engine, option, error) => Failure::Input(format!(
                "{}: {error} (--unchecked-options sets it all the same)",
                plan.option_place(engine, &option)
            )),
        };
        tournament.check_options(unknown).map_err(wrong)?;
    }
    let remark = |name: &str, remark: &str| {
        // Standard error may be closed.
        let _ = writeln!(io::stderr(), "{name} says: {remark}");
    };
    let started = tournament.rehearse(remark);
    started.map_err(|error| Failure::Input(format!("--engine: {error}")))
}

/// The message on a game that was lost by a fault.
fn fault_message(record: &GameRecord) -> String {
    let (number, red, black) = (record.game + 1, &record.red, &record.black);
    let (result, ending, detail) = (record.result.name(), &record.ending, &record.detail);
    format!("game {number}, {red} - {black}: {result} by {ending}: {detail}")
}
