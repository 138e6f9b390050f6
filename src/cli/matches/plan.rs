//! A match as it is to be played: what the command line says, then what the file says, then what is
//! usual.

use std::collections::HashSet;
use std::fs;
use std::path::{Path, PathBuf};

use super::args::{FormatArg, MatchArgs};
use super::config::Config;
use super::spec;
use crate::arena::{Control, EngineSpec, Protocol, Schedule, Settings, Sprt, Terms};
use crate::board::Board;
use crate::cli::Failure;
use crate::cli::positions::{self, Entry};
use crate::rules::{Game, Outcome, RuleSet, judge};

/// A match to be played. It has two engines or more, and openings.
#[derive(Debug)]
pub struct Plan {
    /// Engines and terms.
    pub settings: Settings,
    /// Games of each two engines that meet, an even number.
    pub games: u64,
    /// Where the games begin.
    pub openings: Vec<Entry>,
    /// Games at a time.
    pub concurrency: usize,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// The record.
    pub jsonl: Option<PathBuf>,
    /// The games.
    pub pgn: Option<PathBuf>,
    /// What the match is called.
    pub event: String,
    /// Whether to go on with the files.
    pub resume: bool,
}

impl Plan {
    /// The match that arguments ask for.
    ///
    /// # Errors
    /// When they, or a file that they name, make no sense.
    pub fn of(args: &MatchArgs) -> Result<Plan, Failure> {
        let file = match &args.config {
            Some(path) => Config::read(path)?,
            None => Config::default(),
        };
        let engines = match args.engines.is_empty() {
            true => file.engines,
            false => args.engines.clone(),
        };
        check_engines(&engines)?;
        let wrong = |option| move |error| Failure::Input(format!("{option}: {error}"));
        let sprt = args.sprt.as_deref().map(spec::sprt).transpose();
        let sprt = sprt.map_err(wrong("--sprt"))?.or(file.sprt);
        if sprt.is_some() && engines.len() > 2 {
            return complain("--sprt: compares two engines, not more");
        }
        let resign = args.resign.as_deref().map(spec::resign).transpose();
        let draw = args.draw.as_deref().map(spec::draw).transpose();
        let Some(control) = args.limits.control().or(file.control) else {
            return complain("one of --tc, --movetime, --nodes and --depth is needed");
        };
        if let (Control::Nodes(_), Some(engine)) = (control, speaking_xboard(&engines)) {
            let complaint =
                format!("--nodes: {engine} speaks XBoard's protocol, which counts none");
            return Err(Failure::Input(complaint));
        }
        let games = args.games.or(file.games).unwrap_or(100);
        if games % 2 == 1 {
            return complain("--games: want an even number, for each opening is played twice");
        }
        let jsonl = args.jsonl.clone().or(file.jsonl);
        let resume = args.resume || file.resume;
        if resume && jsonl.is_none() {
            return complain("--resume: goes on with the file of --jsonl, which is missing");
        }
        let rules = args.rules.over(file.rules);
        let openings = args.openings.clone().or(file.openings);
        let names: Vec<&str> = engines.iter().map(|engine| &*engine.name).collect();
        Ok(Plan {
            event: args
                .event
                .clone()
                .or(file.event)
                .unwrap_or_else(|| names.join(" - ")),
            games,
            openings: read_openings(openings.as_deref(), &rules)?,
            concurrency: args.concurrency.or(file.concurrency).unwrap_or(1).into(),
            sprt,
            jsonl,
            pgn: args.pgn.clone().or(file.pgn),
            resume,
            settings: Settings {
                engines,
                format: args
                    .format
                    .or(file.format)
                    .map(FormatArg::format)
                    .unwrap_or_default(),
                terms: Terms {
                    control,
                    margin: args.margin.or(file.margin).unwrap_or(50),
                    patience: args.patience.or(file.patience).unwrap_or(10) * 1000,
                    move_timeout: args.move_timeout.or(file.move_timeout).unwrap_or(120) * 1000,
                    repetition: rules.repetition,
                    occurrences: rules.occurrences,
                    move_limit: rules.move_limit,
                    ply_cap: args.ply_cap.or(file.ply_cap).unwrap_or(400),
                    resign: resign.map_err(wrong("--resign"))?.or(file.resign),
                    draw: draw.map_err(wrong("--draw"))?.or(file.draw),
                },
            },
        })
    }

    /// Its games.
    pub fn schedule(&self) -> Schedule {
        let Settings {
            engines, format, ..
        } = &self.settings;
        Schedule::new(*format, engines.len(), self.openings.len(), self.games)
    }
}

/// The name of an engine that speaks XBoard's protocol, if there is one.
fn speaking_xboard(engines: &[EngineSpec]) -> Option<&str> {
    let mut engines = engines.iter();
    let engine = engines.find(|engine| engine.protocol == Protocol::XBoard)?;
    Some(&engine.name)
}

fn complain<T>(what: &str) -> Result<T, Failure> {
    Err(Failure::Input(what.to_owned()))
}

fn check_engines(engines: &[EngineSpec]) -> Result<(), Failure> {
    let mut names = HashSet::new();
    for EngineSpec { name, .. } in engines {
        if !names.insert(name) {
            let complaint = format!("--engine: two are called {name}; name= tells them apart");
            return Err(Failure::Input(complaint));
        }
    }
    match engines.len() {
        0 | 1 => complain("--engine: a match needs two or more"),
        _ => Ok(()),
    }
}

/// The openings of a file, or the start.
fn read_openings(path: Option<&Path>, rules: &RuleSet) -> Result<Vec<Entry>, Failure> {
    let Some(path) = path else {
        return Ok(vec![Entry {
            board: Board::startpos(),
            id: String::new(),
            operations: Vec::new(),
        }]);
    };
    let wrong = |what: String| Failure::Input(format!("{}: {what}", path.display()));
    let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
    let entries = positions::read(&text).map_err(|error| wrong(error.to_string()))?;
    let over = |entry: &&Entry| {
        judge(&Game::new(entry.board.clone()), rules).outcome != Outcome::Undecided
    };
    match entries.iter().find(over) {
        Some(entry) => Err(wrong(format!(
            "the game is over in {}",
            entry.board.to_fen()
        ))),
        None => Ok(entries),
    }
}
