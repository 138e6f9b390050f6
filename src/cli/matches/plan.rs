//! A match as it is to be played: what the command line says, then what the file says, then what is
//! usual.

use std::collections::HashSet;

use super::args::{FormatArg, MatchArgs};
use super::file::MatchFile;
use crate::arena::{
    Control, EngineSpec, Output, Protocol, Settings, Sprt, Terms, Tournament, read_openings, spec,
};
use crate::cli::Failure;

/// A match to be played.
#[derive(Debug)]
pub struct Plan {
    /// Its games.
    pub tournament: Tournament,
    /// The test that ends the match.
    pub sprt: Option<Sprt>,
    /// Its files.
    pub output: Output,
    /// Whether options are set that an engine does not announce.
    pub unchecked_options: bool,
    /// The file that the engines come from, if they come from one.
    places: Option<MatchFile>,
}

impl Plan {
    /// The match that arguments ask for.
    ///
    /// # Errors
    /// When they, or a file that they name, make no sense.
    pub fn of(line: &MatchArgs) -> Result<Plan, Failure> {
        let mut file = match &line.config {
            Some(path) => MatchFile::read(path)?,
            None => MatchFile::default(),
        };
        let args = line.clone().or(std::mem::take(&mut file.args));
        let engines = args.engines;
        let places = line.engines.is_empty().then_some(&file);
        // Where a complaint about an option begins: where it was said.
        let said = |on_line: bool, key: &str| match (on_line, file.place(key)) {
            (false, Some(place)) => place,
            _ => format!("--{key}"),
        };
        check_engines(&engines, |index| places?.engine_place(index, None))?;
        let wrong = |option| move |error| Failure::Input(format!("{option}: {error}"));
        let sprt = args.sprt.as_deref().map(spec::sprt).transpose();
        let sprt = sprt.map_err(wrong("--sprt"))?;
        if sprt.is_some() && engines.len() > 2 {
            let sprt = said(line.sprt.is_some(), "sprt");
            return complain(&format!("{sprt}: compares two engines, not more"));
        }
        let resign = args.resign.as_deref().map(spec::resign).transpose();
        let draw = args.draw.as_deref().map(spec::draw).transpose();
        let Some(control) = args.limits.control() else {
            return complain("one of --tc, --movetime, --nodes and --depth is needed");
        };
        let speaks_xboard = |engine: &&EngineSpec| engine.protocol == Protocol::XBoard;
        if let (Control::Nodes(_), Some(engine)) = (control, engines.iter().find(speaks_xboard)) {
            let (nodes, engine) = (said(line.limits.nodes.is_some(), "nodes"), &engine.name);
            return complain(&format!(
                "{nodes}: {engine} speaks XBoard's protocol, which counts none"
            ));
        }
        let games = args.games.unwrap_or(100);
        if games % 2 == 1 {
            let option = said(line.games.is_some(), "games");
            return complain(&format!(
                "{option}: want an even number, not {games}, for each opening is played twice"
            ));
        }
        if args.resume && args.jsonl.is_none() {
            let resume = said(line.resume, "resume");
            return complain(&format!(
                "{resume}: goes on with the file of --jsonl, which is missing"
            ));
        }
        let rules = args.rules.rule_set();
        let path = args.openings.as_deref();
        let openings = read_openings(path, &rules).map_err(|error| {
            let from = match (&line.openings, file.place("openings")) {
                (None, Some(place)) => place + ": ",
                _ => String::new(),
            };
            let path = path.unwrap_or("".as_ref()).display();
            Failure::Input(format!("{from}{path}: {error}"))
        })?;
        let names: Vec<&str> = engines.iter().map(|engine| &*engine.name).collect();
        let output = Output {
            record: args.jsonl,
            pgn: args.pgn,
            event: args.event.unwrap_or_else(|| names.join(" - ")),
            resume: args.resume,
        };
        let usual = Terms::new(control);
        let milliseconds = |seconds: Option<u64>| seconds.map(|seconds| seconds * 1000);
        let settings = Settings {
            engines,
            format: args.format.map(FormatArg::format).unwrap_or_default(),
            terms: Terms {
                control,
                margin: args.margin.unwrap_or(usual.margin),
                patience: milliseconds(args.patience).unwrap_or(usual.patience),
                move_timeout: milliseconds(args.move_timeout).unwrap_or(usual.move_timeout),
                repetition: rules.repetition,
                occurrences: rules.occurrences,
                move_limit: rules.move_limit,
                ply_cap: args.ply_cap.unwrap_or(usual.ply_cap),
                resign: resign.map_err(wrong("--resign"))?,
                draw: draw.map_err(wrong("--draw"))?,
            },
        };
        let concurrency = args.concurrency.unwrap_or(1).into();
        Ok(Plan {
            tournament: Tournament::new(settings, games, openings, concurrency),
            sprt,
            output,
            unchecked_options: args.unchecked_options,
            places: line.engines.is_empty().then_some(file),
        })
    }

    /// Where an option of an engine was said, to begin a complaint with.
    pub fn option_place(&self, engine: usize, option: &str) -> String {
        let place = self.places.as_ref();
        let place = place.and_then(|file| file.engine_place(engine, Some(option)));
        let place = place.unwrap_or("--engine".to_owned());
        let name = &self.tournament.settings().engines[engine].name;
        format!("{place}: {name}")
    }
}

fn complain<T>(what: &str) -> Result<T, Failure> {
    Err(Failure::Input(what.to_owned()))
}

fn check_engines(
    engines: &[EngineSpec],
    place: impl Fn(usize) -> Option<String>,
) -> Result<(), Failure> {
    let said = |index| place(index).unwrap_or("--engine".to_owned());
    let mut names = HashSet::new();
    for (index, EngineSpec { name, .. }) in engines.iter().enumerate() {
        if !names.insert(name) {
            return complain(&format!(
                "{}: two are called {name}; name= tells them apart",
                said(index)
            ));
        }
    }
    match engines.len() {
        0 | 1 => complain(&format!("{}: a match needs two or more", said(0))),
        _ => Ok(()),
    }
}
