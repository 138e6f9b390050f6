//! `chuhe match`: engines play each other.
//!
//! | room | idea |
//! |---|---|
//! | [`args`] | the arguments |
//! | [`spec`] | those of the form `key=value` |
//! | [`config`] | the same from a file |
//! | [`toml_file`] | such a file as keys and values with their places |
//! | [`options`] | whether the engines have the options that are to be set |
//! | [`plan`] | both together, checked, with what nobody has said filled in |
//! | [`output`] | the files that the games are written to |
//! | [`progress`], [`table`] | what is told while the match goes on, and at its end |

pub mod args;
pub mod config;
pub mod options;
pub mod output;
pub mod plan;
pub mod progress;
pub mod spec;
pub mod table;
pub mod toml_file;

use std::collections::HashSet;
use std::io::{self, Write};
use std::sync::atomic::Ordering;

use tracing::info;

pub use self::args::MatchArgs;
use self::output::Files;
use self::plan::Plan;
use self::progress::LiveLine;
use self::table::{Progress, Table};
use super::Failure;
use super::interrupt::{SecondPress, stop_flag};
use crate::arena::{Decision, GameRecord, Standings, Tournament};
use crate::board::Board;

impl MatchArgs {
    /// Plays and prints.
    ///
    /// # Errors
    /// When the arguments make no sense, the match is cut off or the output cannot be written.
    pub fn run(&self) -> Result<(), Failure> {
        let plan = Plan::of(self)?;
        let schedule = plan.schedule();
        let openings: Vec<Board> = plan
            .openings
            .iter()
            .map(|entry| entry.board.clone())
            .collect();
        let tournament = Tournament {
            settings: &plan.settings,
            schedule: &schedule,
            openings: &openings,
            concurrency: plan.concurrency,
        };
        let names = plan
            .settings
            .engines
            .iter()
            .map(|engine| engine.name.clone());
        let mut standings = Standings::new(names.collect(), &schedule);
        // Before a file is begun: a match that cannot be played leaves none behind.
        options::check(&plan, &tournament)?;
        tournament
            .rehearse(|engine, remark| {
                // Nobody is left to tell when standard error is closed.
                let name = &plan.settings.engines[engine].name;
                let _ = writeln!(io::stderr(), "{name} says: {remark}");
            })
            .map_err(|error| Failure::Input(format!("--engine: {error}")))?;
        let (mut files, before) = Files::open(&plan, &tournament)?;
        for record in &before {
            standings.add(&schedule, record);
        }
        let beyond = before.iter().any(|game| game.game >= schedule.total());
        let stop = stop_flag(SecondPress::Exits)?;
        let sprt = plan.sprt.as_ref();
        let decided = |standings: &Standings| {
            sprt.is_some_and(|sprt| sprt.decision(&standings.of(0)) != Decision::PlayOn)
        };
        stop.fetch_or(decided(&standings), Ordering::Relaxed);

        let done: HashSet<u64> = before.iter().map(|record| record.game).collect();
        let mut live = LiveLine::on_stderr(before.len() as u64);
        if beyond {
            live.note(&format!(
                "{} games are played already, --games asks for {}: no game of them is left out",
                before.len(),
                schedule.total()
            ));
        }
        let mut unwritten = None;
        let played = tournament.play(&done, stop, |record: GameRecord| {
            // What could not be written is not counted either: the files are the match.
            if unwritten.is_some() {
                return;
            }
            if let Err(error) = files.add(&record) {
                unwritten = Some(error);
                stop.store(true, Ordering::Relaxed);
                return;
            }
            standings.add(&schedule, &record);
            info!(
                game = record.game,
                red = record.red,
                black = record.black,
                result = record.result.name(),
                ending = record.ending,
                "game"
            );
            if record.fault.is_some() {
                live.note(&Fault(&record));
            }
            let progress = Progress {
                standings: &standings,
                total: schedule.total(),
                sprt,
            };
            live.update(standings.games(), schedule.total(), &progress);
            stop.fetch_or(decided(&standings), Ordering::Relaxed);
        });
        live.clear();
        let mut out = io::stdout().lock();
        write!(
            out,
            "{}",
            Table {
                standings: &standings,
                sprt
            }
        )?;
        out.flush()?;
        if let Some(failure) = unwritten {
            return Err(failure);
        }
        played.map_err(|error| Failure::Work(error.to_string()))?;
        let (games, total) = (standings.games(), schedule.total());
        if games < total && !decided(&standings) {
            return Err(Failure::Work(format!(
                "cut off after {games} of {total} games"
            )));
        }
        Ok(())
    }
}

/// What is told of a game that was lost by a fault.
struct Fault<'a>(&'a GameRecord);

impl std::fmt::Display for Fault<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let GameRecord {
            game,
            red,
            black,
            result,
            ending,
            detail,
            ..
        } = self.0;
        let result = result.name();
        write!(
            f,
            "game {}, {red} - {black}: {result} by {ending}: {detail}",
            game + 1
        )
    }
}
