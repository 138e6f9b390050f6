//! Builds a match from the options of the command line, then those of the file, then defaults.

use std::collections::HashSet;
use std::path::PathBuf;

use super::args::{MatchArgs, MatchOptions};
use super::file::MatchFile;
use crate::arena::spec::{self, SpecError};
use crate::arena::{
    EngineProtocol, EngineSpec, GameSettings, MatchFiles, MatchSettings, Sprt, TimeControl,
    Tournament, read_openings,
};
use crate::cli::Failure;
use crate::cli::game_file::check_different_files;
use crate::rules::RuleSet;

/// A match to be played, with its checked options.
#[derive(Debug)]
pub struct Plan {
    /// The engines and the games.
    pub tournament: Tournament,
    /// The sequential test that ends the match early.
    pub sprt: Option<Sprt>,
    /// The files to write.
    pub output: MatchFiles,
    /// True to set options that an engine does not announce.
    pub unchecked_options: bool,
    /// The file that the engines were read from.
    file: Option<MatchFile>,
}

impl Plan {
    /// The match of these arguments.
    ///
    /// # Errors
    /// If an option, or a file that it names, is wrong.
    pub fn of(args: &MatchArgs) -> Result<Plan, Failure> {
        let mut file = match &args.config {
            Some(path) => MatchFile::read(path)?,
            None => MatchFile::default(),
        };
        let (line, other) = (&args.options, std::mem::take(&mut file.options));
        let from_file = args.engines.is_empty();
        let engines = match from_file {
            true => std::mem::take(&mut file.engines),
            false => args.engines.clone(),
        };
        check_engines(&engines, |index| {
            let location = file.engine_location(index, None).filter(|_| from_file);
            location.unwrap_or("--engine".to_owned())
        })?;
        // A message about an option begins with the location where it is set.
        let wrong = |is_on_line: bool, key: &str, what: &str| {
            let location = file.location(key).filter(|_| !is_on_line);
            Failure::Input(format!(
                "{}: {what}",
                location.unwrap_or(format!("--{key}"))
            ))
        };
        let sprt = read_words("sprt", [&line.sprt, &other.sprt], spec::parse_sprt, wrong)?;
        let resign = read_words(
            "resign",
            [&line.resign, &other.resign],
            spec::parse_resign,
            wrong,
        )?;
        let draw = read_words("draw", [&line.draw, &other.draw], spec::parse_draw, wrong)?;
        if sprt.is_some() && engines.len() > 2 {
            let what = "compares two engines, not more";
            return Err(wrong(line.sprt.is_some(), "sprt", what));
        }
        let Some(control) = line.limits.control().or(other.limits.control()) else {
            return input("one of --tc, --movetime, --nodes and --depth is needed");
        };
        let uses_xboard = |engine: &&EngineSpec| engine.protocol == EngineProtocol::XBoard;
        if let (TimeControl::Nodes(_), Some(engine)) = (control, engines.iter().find(uses_xboard)) {
            let name = &engine.name;
            let what = format!("{name} uses XBoard's protocol, which has no limit of nodes");
            return Err(wrong(line.limits.nodes.is_some(), "nodes", &what));
        }
        let names: Vec<&str> = engines.iter().map(|engine| &*engine.name).collect();
        let json_file = args.json.clone().filter(|path| path.as_os_str() != "-");
        if json_file.is_some() && line.jsonl.is_some() {
            return input("--json FILE is the same as --jsonl FILE; give one of them");
        }
        let event = line.event.clone().or(other.event.clone());
        let output = MatchFiles {
            record: json_file.or(line.jsonl.clone()).or(other.jsonl.clone()),
            pgn: line.pgn.clone().or(other.pgn.clone()),
            event: event.unwrap_or_else(|| names.join(" - ")),
            resume: line.resume || other.resume,
        };
        let absolute = |path: &PathBuf| std::path::absolute(path).ok();
        let record = output.record.as_ref().and_then(absolute);
        if record.is_some() && record == output.pgn.as_ref().and_then(absolute) {
            return input("--jsonl and --pgn name the same file");
        }
        if output.resume && output.record.is_none() {
            let what = "needs --jsonl, the file of the match";
            return Err(wrong(line.resume, "resume", what));
        }
        let rules = line.rules.clone().or(other.rules.clone()).rule_set();
        let path = line.openings.as_ref().or(other.openings.as_ref());
        let openings = read_openings(path.map(PathBuf::as_path), &rules).map_err(|error| {
            let error = format!("{}: {error}", path.cloned().unwrap_or_default().display());
            match line.openings {
                Some(_) => Failure::Input(error),
                None => wrong(false, "openings", &error),
            }
        })?;
        for input in path.into_iter().chain(&args.config) {
            for output in output.record.iter().chain(&output.pgn) {
                check_different_files(input, output)?;
            }
        }
        let settings = MatchSettings {
            format: line.format.or(other.format).unwrap_or_default(),
            game_settings: GameSettings {
                resign,
                draw,
                ..game_settings(control, rules, line, &other)
            },
            engines,
        };
        let games = line.games.or(other.games).unwrap_or(100);
        let concurrency = line.concurrency.or(other.concurrency).unwrap_or(1).into();
        Ok(Plan {
            tournament: Tournament::new(settings, games, openings, concurrency),
            sprt,
            output,
            unchecked_options: line.unchecked_options || other.unchecked_options,
            file: from_file.then_some(file),
        })
    }

    /// The location of an engine, by its index, or of one of its options, with its name, as the beginning of a message.
    pub fn engine_location(&self, engine: usize, option: Option<&str>) -> String {
        let location = self.file.as_ref();
        let location = location.and_then(|file| file.engine_location(engine, option));
        let location = location.unwrap_or("--engine".to_owned());
        let name = &self.tournament.settings.engines[engine].name;
        format!("{location}: {name}")
    }
}

/// Parses the words of an option, from the command line or else from the file.
fn read_words<T>(
    key: &str,
    [line, other]: [&Option<Vec<String>>; 2],
    read: fn(&[String]) -> Result<T, SpecError>,
    wrong: impl Fn(bool, &str, &str) -> Failure,
) -> Result<Option<T>, Failure> {
    let words = line.as_ref().or(other.as_ref());
    let read = words.map(|words| read(words)).transpose();
    read.map_err(|error| wrong(line.is_some(), key, &error.message))
}

/// The settings of the games, without adjudication.
fn game_settings(
    control: TimeControl,
    rules: RuleSet,
    line: &MatchOptions,
    other: &MatchOptions,
) -> GameSettings {
    let defaults = GameSettings::new(control);
    let milliseconds = |seconds: Option<u64>| seconds.map(|seconds| seconds * 1000);
    let response_timeout = milliseconds(line.patience.or(other.patience));
    let move_timeout = milliseconds(line.move_timeout.or(other.move_timeout));
    GameSettings {
        time_margin: line.margin.or(other.margin).unwrap_or(defaults.time_margin),
        response_timeout: response_timeout.unwrap_or(defaults.response_timeout),
        move_timeout: move_timeout.unwrap_or(defaults.move_timeout),
        rules,
        ply_cap: line.ply_cap.or(other.ply_cap).unwrap_or(defaults.ply_cap),
        ..defaults
    }
}

/// A message about wrong input.
fn input<T>(what: &str) -> Result<T, Failure> {
    Err(Failure::Input(what.to_owned()))
}

/// Checks that there are two or more engines with different names.
fn check_engines(
    engines: &[EngineSpec],
    location: impl Fn(usize) -> String,
) -> Result<(), Failure> {
    let mut names = HashSet::new();
    for (index, EngineSpec { name, .. }) in engines.iter().enumerate() {
        if !names.insert(name) {
            let location = location(index);
            return input(&format!(
                "{location}: two engines are called {name}; give them different names with name="
            ));
        }
    }
    match engines.len() {
        0 | 1 => input(&format!(
            "{}: a match needs two engines or more",
            location(0)
        )),
        _ => Ok(()),
    }
}
