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
        let (cli, toml) = (&args.options, std::mem::take(&mut file.options));
        let from_file = args.engines.is_empty();
        let engines = match from_file {
            true => std::mem::take(&mut file.engines),
            false => args.engines.clone(),
        };
        check_engine_names(&engines, |index| {
            let location = file.engine_location(index, None).filter(|_| from_file);
            location.unwrap_or("--engine".to_owned())
        })?;
        // A message about an option begins with the location where it is set.
        let wrong = |is_in_cli: bool, key: &str, what: &str| {
            let location = file.location(key).filter(|_| !is_in_cli);
            Failure::Input(format!(
                "{}: {what}",
                location.unwrap_or(format!("--{key}"))
            ))
        };
        let sprt = read_words("sprt", [&cli.sprt, &toml.sprt], spec::parse_sprt, wrong)?;
        let resign = read_words(
            "resign",
            [&cli.resign, &toml.resign],
            spec::parse_resign,
            wrong,
        )?;
        let draw = read_words("draw", [&cli.draw, &toml.draw], spec::parse_draw, wrong)?;
        if sprt.is_some() && engines.len() > 2 {
            let what = "compares two engines, not more";
            return Err(wrong(cli.sprt.is_some(), "sprt", what));
        }
        let Some(control) = cli.limits.control().or(toml.limits.control()) else {
            return input("one of --tc, --movetime, --nodes and --depth is needed");
        };
        let uses_xboard = |engine: &&EngineSpec| engine.protocol == EngineProtocol::XBoard;
        if let (TimeControl::Nodes(_), Some(engine)) = (control, engines.iter().find(uses_xboard)) {
            let name = &engine.name;
            let what = format!("{name} uses XBoard's protocol, which has no limit of nodes");
            return Err(wrong(cli.limits.nodes.is_some(), "nodes", &what));
        }
        let names: Vec<&str> = engines.iter().map(|engine| &*engine.name).collect();
        let json_file = args.json.clone().filter(|path| path.as_os_str() != "-");
        if json_file.is_some() && cli.jsonl.is_some() {
            return input("--json FILE is the same as --jsonl FILE; give one of them");
        }
        let event = cli.event.clone().or(toml.event.clone());
        let output = MatchFiles {
            record: json_file.or(cli.jsonl.clone()).or(toml.jsonl.clone()),
            pgn: cli.pgn.clone().or(toml.pgn.clone()),
            event: event.unwrap_or_else(|| names.join(" - ")),
            resume: cli.resume || toml.resume,
        };
        let absolute = |path: &PathBuf| std::path::absolute(path).ok();
        let record = output.record.as_ref().and_then(absolute);
        if record.is_some() && record == output.pgn.as_ref().and_then(absolute) {
            return input("--jsonl and --pgn name the same file");
        }
        if output.resume && output.record.is_none() {
            let what = "needs --jsonl, the file of the match";
            return Err(wrong(cli.resume, "resume", what));
        }
        let rules = cli.rules.clone().or(toml.rules.clone()).rule_set();
        let path = cli.openings.as_ref().or(toml.openings.as_ref());
        let openings = read_openings(path.map(PathBuf::as_path), &rules).map_err(|error| {
            let error = format!("{}: {error}", path.cloned().unwrap_or_default().display());
            match cli.openings {
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
            format: cli.format.or(toml.format).unwrap_or_default(),
            game_settings: GameSettings {
                resign,
                draw,
                ..game_settings(control, rules, cli, &toml)
            },
            engines,
        };
        let games = cli.games.or(toml.games).unwrap_or(100);
        let concurrency = cli.concurrency.or(toml.concurrency).unwrap_or(1).into();
        Ok(Plan {
            tournament: Tournament::new(settings, games, openings, concurrency),
            sprt,
            output,
            unchecked_options: cli.unchecked_options || toml.unchecked_options,
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
    [cli, toml]: [&Option<Vec<String>>; 2],
    read: fn(&[String]) -> Result<T, SpecError>,
    wrong: impl Fn(bool, &str, &str) -> Failure,
) -> Result<Option<T>, Failure> {
    let words = cli.as_ref().or(toml.as_ref());
    let read = words.map(|words| read(words)).transpose();
    read.map_err(|error| wrong(cli.is_some(), key, &error.message))
}

/// The settings of the games, without adjudication.
fn game_settings(
    control: TimeControl,
    rules: RuleSet,
    cli: &MatchOptions,
    toml: &MatchOptions,
) -> GameSettings {
    let defaults = GameSettings::new(control);
    let milliseconds = |seconds: Option<u64>| seconds.map(|seconds| seconds * 1000);
    let response_timeout = milliseconds(cli.patience.or(toml.patience));
    let move_timeout = milliseconds(cli.move_timeout.or(toml.move_timeout));
    GameSettings {
        time_margin: cli.margin.or(toml.margin).unwrap_or(defaults.time_margin),
        response_timeout: response_timeout.unwrap_or(defaults.response_timeout),
        move_timeout: move_timeout.unwrap_or(defaults.move_timeout),
        rules,
        ply_cap: cli.ply_cap.or(toml.ply_cap).unwrap_or(defaults.ply_cap),
        ..defaults
    }
}

/// A message about wrong input.
fn input<T>(what: &str) -> Result<T, Failure> {
    Err(Failure::Input(what.to_owned()))
}

/// Checks that there are two or more engines with different names.
fn check_engine_names(
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
