//! `chuhe match --config`: the arguments of a match from a TOML file.
//!
//! The keys are the long options of [`MatchArgs`], which is the only list of them. Each value is read by the parser of its
//! option. A key that is not known is refused, so that a misspelt one does not play another match than was meant.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::error::Error;
use std::fs;
use std::path::Path;

use clap::builder::ValueParser;
use clap::{Arg, ArgAction, Args, Command, FromArgMatches};

use super::args::MatchArgs;
use crate::arena::control::read_control;
use crate::arena::{EngineSpec, spec};
use crate::cli::Failure;
use crate::config::toml_file::{Entries, Wrong, parse, said};

/// The line of an engine's table, and those of its options.
type EngineLines = (usize, BTreeMap<String, usize>);

/// The arguments in a file, and the lines where they stand.
#[derive(Debug, Default)]
pub struct MatchFile {
    /// The arguments.
    pub args: MatchArgs,
    /// The name of the file.
    name: String,
    /// The line of each key.
    lines: BTreeMap<String, usize>,
    /// The lines of each engine.
    engine_lines: Vec<EngineLines>,
}

impl MatchFile {
    /// Reads a file.
    ///
    /// # Errors
    /// With the line and what is wrong there, when the file cannot be read or makes no sense.
    pub fn read(path: &Path) -> Result<MatchFile, Failure> {
        let name = path.display().to_string();
        let wrong = |what: String| Failure::Input(format!("{name}: {what}"));
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let file = MatchFile::parse(&text).map_err(|error| wrong(error.to_string()))?;
        Ok(MatchFile { name, ..file })
    }

    /// Reads the text of a file.
    ///
    /// ```
    /// use chuhe::cli::matches::file::MatchFile;
    /// let text = "games = 40\ntc = '3+0.03'\n[[engine]]\ncmd = './a'\noptions = { hashsize = 32 }\n";
    /// let args = MatchFile::parse(text).unwrap().args;
    /// assert_eq!((args.games, args.engines[0].name.as_str()), (Some(40), "a"));
    /// let error = MatchFile::parse("games = 40\ngame = 3\n").unwrap_err();
    /// assert_eq!(error.to_string(), "line 2: 'game' is not known here; games is near to it");
    /// ```
    ///
    /// # Errors
    /// With the line and what is wrong there.
    pub fn parse(text: &str) -> Result<MatchFile, Wrong> {
        let table = parse(text)?;
        let file = Entries::new(text, table.as_ref(), 0);
        let command = MatchArgs::augment_args(Command::new("match").no_binary_name(true));
        let options = command.get_arguments();
        let options = options.filter(|option| option.get_id() != "config");
        let known: Vec<(&str, &Arg)> = options
            .filter_map(|option| Some((option.get_long()?, option)))
            .collect();
        file.only(&known.iter().map(|&(key, _)| key).collect::<Vec<_>>())?;
        // The command line wants an engine or a file.
        let mut words = vec!["--config=file".to_owned()];
        for &(key, option) in &known {
            if file.value(key).is_some() && key != "engine" {
                words.extend(words_of(&command, option, key, &file)?);
            }
        }
        // Two limits would exclude each other.
        read_control(&file)?;
        let matches = command.try_get_matches_from(words);
        let args = matches.and_then(|matches| MatchArgs::from_arg_matches(&matches));
        let mut args = args.map_err(|error| file.wrong("", reason(&error)))?;
        args.config = None;
        let (engines, engine_lines) = engines(text, &file)?.into_iter().unzip();
        args.engines = engines;
        let keys = file.iter().map(|(key, _)| key);
        Ok(MatchFile {
            args,
            name: String::new(),
            lines: keys
                .map(|key| (key.to_owned(), file.line_of(key)))
                .collect(),
            engine_lines,
        })
    }

    /// Where a key stands, to begin a complaint with; `None` when it is not in the file.
    pub fn place(&self, key: &str) -> Option<String> {
        let line = self.lines.get(key)?;
        Some(format!("{}: line {line}: {key}", self.name))
    }

    /// Where an engine stands, by its number, or one of its options.
    pub fn engine_place(&self, engine: usize, option: Option<&str>) -> Option<String> {
        let (engine, options) = self.engine_lines.get(engine)?;
        let line = option.and_then(|option| options.get(option));
        let line = line.unwrap_or(engine);
        Some(format!("{}: line {line}: engine", self.name))
    }
}

/// The words of the command line that say what a key of the file says.
fn words_of(
    command: &Command,
    option: &Arg,
    key: &str,
    file: &Entries,
) -> Result<Vec<String>, Wrong> {
    let dashed = format!("--{key}");
    if matches!(option.get_action(), ArgAction::SetTrue) {
        let is_set = file.truth(key)?.unwrap_or(false);
        return Ok(is_set.then_some(dashed).into_iter().collect());
    }
    if option
        .get_num_args()
        .is_some_and(|count| count.max_values() > 1)
    {
        let words = table_words(key, file)?;
        return Ok(words.map_or(Vec::new(), |words| [vec![dashed], words].concat()));
    }
    let Some(value) = file.value(key) else {
        return Ok(Vec::new());
    };
    let text = if is_number(option.get_value_parser()) {
        // Anything else is no number, and its parser says which are wanted.
        value
            .as_ref()
            .as_integer()
            .and_then(|_| said(value.as_ref()))
    } else if option.get_possible_values().is_empty() {
        file.text(key)?.map(str::to_owned)
    } else {
        value.as_ref().as_str().map(str::to_owned)
    };
    let word = format!("{dashed}={}", text.unwrap_or_default());
    let alone = ["--config=file".to_owned(), word.clone()];
    match command.clone().try_get_matches_from(alone) {
        Ok(_) => Ok(vec![word]),
        Err(_) if !option.get_possible_values().is_empty() => {
            let words = option.get_possible_values();
            let words: Vec<String> = words
                .iter()
                .map(|word| format!("\"{}\"", word.get_name()))
                .collect();
            Err(file.complaint(key, value, &format!("want {}", words.join(" or "))))
        }
        Err(error) => Err(file.complaint(key, value, &reason(&error))),
    }
}

/// What a parser says, without clap's half of the message.
fn reason(error: &clap::Error) -> String {
    error
        .source()
        .map_or_else(|| error.to_string(), |source| source.to_string())
}

fn is_number(parser: &ValueParser) -> bool {
    [
        TypeId::of::<u64>(),
        TypeId::of::<u32>(),
        TypeId::of::<u16>(),
    ]
    .iter()
    .any(|number| parser.type_id() == *number)
}

/// The words of a table, as the command line has them. `true` is the option without words, `false` leaves it out.
fn table_words(key: &str, file: &Entries) -> Result<Option<Vec<String>>, Wrong> {
    if let Some(truth) = file.value(key).and_then(|value| value.as_ref().as_bool()) {
        return Ok(truth.then(Vec::new));
    }
    type Check = fn(&[String]) -> Result<(), spec::SpecError>;
    let (such_as, check): (&str, Check) = match key {
        "sprt" => ("{ elo0 = 0, elo1 = 5 }", |words| {
            spec::sprt(words).map(drop)
        }),
        "resign" => ("{ score = 800, moves = 4 }", |words| {
            spec::resign(words).map(drop)
        }),
        _ => ("{ score = 10, moves = 8 }", |words| {
            spec::draw(words).map(drop)
        }),
    };
    let Some(table) = file.table(key, &format!("{such_as}, or true or false"))? else {
        return Ok(None);
    };
    let words = table.iter().map(|(name, value)| {
        // What is none of these is nothing that is asked for, and refused where it is read.
        format!("{name}={}", said(value.as_ref()).unwrap_or("?".to_owned()))
    });
    let words: Vec<String> = words.collect();
    check(&words).map_err(|error| {
        let name = error.key().unwrap_or_default();
        table.wrong(name, format!("{key}: {error}"))
    })?;
    Ok(Some(words))
}

/// The engines, with the lines that they stand on.
fn engines(text: &str, file: &Entries) -> Result<Vec<(EngineSpec, EngineLines)>, Wrong> {
    let Some(value) = file.value("engine") else {
        return Ok(Vec::new());
    };
    let want = || file.complaint("engine", value, "want a table [[engine]] for each engine");
    let tables = value.as_ref().as_array().ok_or_else(want)?;
    let one = |value: &toml::Spanned<_>| {
        let value: &toml::Spanned<toml::de::DeValue> = value;
        let table = value.as_ref().as_table().ok_or_else(want)?;
        engine(&Entries::new(text, table, value.span().start))
    };
    tables.iter().map(one).collect()
}

fn engine(written: &Entries) -> Result<(EngineSpec, EngineLines), Wrong> {
    written.only(&["cmd", "args", "name", "proto", "ranks", "options"])?;
    let mut words = Vec::new();
    for key in ["cmd", "name", "proto"] {
        words.extend(written.text(key)?.map(|text| format!("{key}={text}")));
    }
    let ranks: Option<i64> = written.whole("ranks", 0..=1)?;
    words.extend(ranks.map(|ranks| format!("ranks={ranks}")));
    let mut lines = (written.line_of(""), BTreeMap::new());
    if let Some(options) = written.table("options", "{ hashsize = 32 }")? {
        for (name, value) in options.iter() {
            let want = "want a text, a number, true or false";
            let text = said(value.as_ref())
                .ok_or_else(|| options.complaint(&format!("option {name}"), value, want))?;
            lines.1.insert(name.to_owned(), options.line_of(name));
            words.push(format!("option.{name}={text}"));
        }
    }
    let spec = spec::engine_of(&words).map_err(|error| {
        let key = error.key().unwrap_or_default();
        written.wrong(key, format!("engine: {error}"))
    })?;
    let args = written.texts("args")?.unwrap_or_default();
    Ok((EngineSpec { args, ..spec }, lines))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::control::parse_clock;
    use crate::arena::{Format, Protocol};
    use crate::cli::matches::args::FormatArg;
    use crate::rules::Repetition;

    const FULL: &str = r#"
openings = "positions/openings.epd"
games = 200
format = "gauntlet"
tc = "3+0.03"
concurrency = 2
rules = "chinese"
move-limit = 50
sprt = { elo0 = -1.5, elo1 = 4 }
resign = { moves = 3 }
draw = {}
pgn = "a.pgn"

[[engine]]
name = "my engine"
cmd = "/opt/my engines/a"
args = ["--log", "a b"]
proto = "uci"
ranks = 1
options = { Threads = 2, "Clear Hash" = "", Ponder = false }

[[engine]]
cmd = "./b"
"#;

    #[test]
    fn a_file_in_full() {
        let config = MatchFile::parse(FULL).unwrap().args;
        let [first, second] = &config.engines[..] else {
            panic!("{:?}", config.engines);
        };
        assert_eq!((&*first.name, first.protocol), ("my engine", Protocol::Uci));
        assert_eq!(
            (first.first_rank, &first.args[..]),
            (Some(1), &["--log".to_owned(), "a b".to_owned()][..])
        );
        let options: Vec<_> = first
            .options
            .iter()
            .map(|(name, value)| (&**name, &**value))
            .collect();
        assert_eq!(
            options,
            [("Clear Hash", ""), ("Ponder", "false"), ("Threads", "2")]
        );
        assert_eq!((&*second.name, second.protocol), ("b", Protocol::Ucci));
        assert_eq!((config.games, config.concurrency), (Some(200), Some(2)));
        assert_eq!(config.limits.control(), parse_clock("3+0.03").ok());
        assert_eq!(config.format.map(FormatArg::format), Some(Format::Gauntlet));
        let rules = config.rules.rule_set();
        assert_eq!(rules.repetition, Repetition::Chinese);
        assert_eq!((rules.occurrences, rules.move_limit), (3, 50));
        let sprt = spec::sprt(&config.sprt.unwrap()).unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (-1.5, 4.0, 0.05));
        let resign = spec::resign(&config.resign.unwrap()).unwrap();
        assert_eq!((resign.score, resign.moves), (800, 3));
        assert_eq!(spec::draw(&config.draw.unwrap()).unwrap().moves, 8);
    }

    #[test]
    fn what_is_wrong_is_told_with_its_line() {
        for (text, told) in [
            ("games =", "line 1: "),
            (
                "\ngames = 'many'",
                "line 2: games = 'many': want a whole number from 2 to 1000000",
            ),
            (
                "games = 1",
                "line 1: games = 1: want a whole number from 2 to 1000000",
            ),
            (
                "games = 2.5",
                "line 1: games = 2.5: want a whole number from 2 to 1000000",
            ),
            (
                "margin = 0\nmargins = 1",
                "line 2: 'margins' is not known here; margin is near to it",
            ),
            (
                "colour = 1",
                "line 1: 'colour' is not known here; want one of engine, openings,",
            ),
            (
                "tc = 'soon'",
                "line 1: tc = 'soon': want seconds and increment",
            ),
            ("tc = 3", "line 1: tc = 3: want a text in quotation marks"),
            (
                "pgn = true",
                "line 1: pgn = true: want a text in quotation marks",
            ),
            ("resume = 1", "line 1: resume = 1: want true or false"),
            (
                "depth = 3\ntc = '3'\n",
                "line 1: want but one of tc, movetime, nodes and depth",
            ),
            (
                "rules = 'xiangqi'",
                "line 1: rules = 'xiangqi': want \"asian\" or \"chinese\" or \"simple\"",
            ),
            (
                "\n\nsprt = { elo = 3 }",
                "line 3: sprt: 'elo' is not known here: want elo0,",
            ),
            (
                "[resign]\nmoves = 3\nscore = 'x'",
                "line 3: resign: score=x: want a score",
            ),
            (
                "draw = 3",
                "line 1: draw = 3: want a table, such as { score = 10, moves = 8 }, or true or false",
            ),
            (
                "\n[[engine]]\nname = 'a'",
                "line 2: engine: cmd= is missing",
            ),
            (
                "engine = 'a'",
                "line 1: engine = 'a': want a table [[engine]] for each engine",
            ),
            (
                "games = 2\n[[engine]]\ncmd = 'a'\nproto = 'cecp'",
                "line 4: engine: proto=cecp: want",
            ),
            (
                "[[engine]]\ncmd = 'a'\nranks = 2",
                "line 3: ranks = 2: want a whole number from 0 to 1",
            ),
            (
                "[[engine]]\ncmd = 'a'\nargs = '-x'",
                "line 3: args = '-x': want a list of texts",
            ),
            (
                "[[engine]]\ncmd = 'a'\ncolour = 1",
                "line 3: 'colour' is not known here; want one of cmd,",
            ),
            (
                "[[engine]]\ncmd = 'a'\noptions = 3",
                "line 3: options = 3: want a table, such as { hashsize = 32 }",
            ),
            (
                "[[engine]]\ncmd = 'a'\n[engine.options]\ny = 1\nx = [1]",
                "line 5: option x = [1]: want a text",
            ),
        ] {
            let error = MatchFile::parse(text).unwrap_err().to_string();
            assert!(error.starts_with(told), "{text}: {error}");
        }
    }

    #[test]
    fn a_table_of_words_may_be_true_or_false() {
        let file = MatchFile::parse("resign = true\ndraw = false\nsprt = true").unwrap();
        assert_eq!(file.args.resign, Some(Vec::new()));
        assert_eq!((file.args.draw, file.args.sprt), (None, Some(Vec::new())));
    }

    #[test]
    fn where_it_stands_is_known() {
        let text = "games = 3\n\n[[engine]]\ncmd = 'a'\n[engine.options]\nx = 1\ny = 0x10\n";
        let config = MatchFile::parse(text).unwrap();
        assert_eq!(config.place("games").unwrap(), ": line 1: games");
        assert_eq!(config.place("nodes"), None);
        let place = |option| config.engine_place(0, option).unwrap();
        assert_eq!(place(Some("y")), ": line 7: engine");
        assert_eq!(place(None), ": line 3: engine");
        assert_eq!(config.args.engines[0].options[1].1, "16");
    }
}
