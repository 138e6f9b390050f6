//! `chuhe match --config`: a match from a TOML file.
//!
//! The keys are the long options; the words of an option of the form `key=value` are a table. A key that
//! is not known is refused: a slip of the pen must not play another match than was meant.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use toml::de::DeTable;

use super::args::{
    CONCURRENCY, DEPTH, FormatArg, GAMES, MARGIN, MOVE_TIMEOUT, MOVETIME, NODES, PATIENCE, PLY_CAP,
};
use super::spec::{self, SpecError};
use super::toml_file::{Entries, Wrong, parse, said};
use crate::arena::control::parse_clock;
use crate::arena::{Control, DrawTerms, EngineSpec, ResignTerms, Sprt};
use crate::cli::Failure;
use crate::cli::args::RepetitionArg;
use crate::rules::RuleSet;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};

/// All keys.
const KEYS: [&str; 24] = [
    "engine",
    "openings",
    "games",
    "format",
    "tc",
    "movetime",
    "nodes",
    "depth",
    "margin",
    "patience",
    "move-timeout",
    "concurrency",
    "sprt",
    "rules",
    "repeat-count",
    "move-limit",
    "ply-cap",
    "resign",
    "draw",
    "jsonl",
    "pgn",
    "event",
    "resume",
    "unchecked-options",
];

/// What a file says; `None` and nothing where it says nothing.
#[derive(Debug, Default)]
pub struct Config {
    /// `[[engine]]`.
    pub engines: Vec<EngineSpec>,
    /// `openings`.
    pub openings: Option<PathBuf>,
    /// `games`.
    pub games: Option<u64>,
    /// `format`.
    pub format: Option<FormatArg>,
    /// `tc`, `movetime`, `nodes` or `depth`.
    pub control: Option<Control>,
    /// `margin`.
    pub margin: Option<u64>,
    /// `patience`.
    pub patience: Option<u64>,
    /// `move-timeout`.
    pub move_timeout: Option<u64>,
    /// `concurrency`.
    pub concurrency: Option<u16>,
    /// `sprt`.
    pub sprt: Option<Sprt>,
    /// `rules`, `repeat-count` and `move-limit`.
    pub rules: RuleSet,
    /// `ply-cap`.
    pub ply_cap: Option<u32>,
    /// `resign`.
    pub resign: Option<ResignTerms>,
    /// `draw`.
    pub draw: Option<DrawTerms>,
    /// `jsonl`.
    pub jsonl: Option<PathBuf>,
    /// `pgn`.
    pub pgn: Option<PathBuf>,
    /// `event`.
    pub event: Option<String>,
    /// `resume`.
    pub resume: bool,
    /// `unchecked-options`.
    pub unchecked_options: bool,
    /// The name of the file; empty for a mere text.
    file: String,
    /// The line of each key.
    lines: BTreeMap<String, usize>,
    /// The lines of each engine's table and options.
    engine_lines: Vec<EngineLines>,
}

#[derive(Debug)]
struct EngineLines {
    engine: usize,
    options: BTreeMap<String, usize>,
}

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// With the line and what is wrong there, when the file cannot be read or makes no sense.
    pub fn read(path: &Path) -> Result<Config, Failure> {
        let file = path.display().to_string();
        let wrong = |what: String| Failure::Input(format!("{file}: {what}"));
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        let config = Config::parse(&text).map_err(wrong)?;
        Ok(Config { file, ..config })
    }

    /// Reads the text of a file.
    ///
    /// ```
    /// use chuhe::cli::matches::config::Config;
    /// let text = "games = 40\ntc = '3+0.03'\n[[engine]]\ncmd = './a'\noptions = { hashsize = 32 }\n";
    /// let config = Config::parse(text).unwrap();
    /// assert_eq!((config.games, config.engines[0].name.as_str()), (Some(40), "a"));
    /// let error = Config::parse("games = 40\ngame = 3\n").unwrap_err();
    /// assert_eq!(error, "line 2: 'game' is not known here; games is near to it");
    /// ```
    ///
    /// # Errors
    /// With the line and what is wrong there.
    pub fn parse(text: &str) -> Result<Config, String> {
        let told = |Wrong { line, what }| format!("line {line}: {what}");
        let table = parse(text).map_err(told)?;
        checked(text, table.as_ref()).map_err(told)
    }

    /// Where a key stands, to begin a complaint with; `None` when it is not in the file.
    pub fn place(&self, key: &str) -> Option<String> {
        let line = self.lines.get(key)?;
        Some(format!("{}: line {line}: {key}", self.file))
    }

    /// Where an engine stands, by its number, or one of its options.
    pub fn engine_place(&self, engine: usize, option: Option<&str>) -> Option<String> {
        let lines = self.engine_lines.get(engine)?;
        let line = option.and_then(|option| lines.options.get(option));
        let line = line.unwrap_or(&lines.engine);
        Some(format!("{}: line {line}: engine", self.file))
    }
}

fn checked(text: &str, table: &DeTable) -> Result<Config, Wrong> {
    let file = Entries::new(text, table, 0);
    file.only(&KEYS)?;
    let usual = RuleSet::default();
    let repetition = word::<RepetitionArg>(&file, "rules")?;
    let rules = RuleSet {
        repetition: repetition.map_or(usual.repetition, RepetitionArg::repetition),
        occurrences: file
            .whole("repeat-count", REPEAT_COUNT)?
            .unwrap_or(usual.occurrences),
        move_limit: file
            .whole("move-limit", MOVE_LIMIT)?
            .unwrap_or(usual.move_limit),
    };
    let (engines, engine_lines) = engines(text, &file)?.into_iter().unzip();
    let lines = file
        .iter()
        .map(|(key, _)| (key.to_owned(), file.line_of(key)));
    Ok(Config {
        control: control(&file)?,
        rules,
        games: file.whole("games", GAMES)?,
        format: word(&file, "format")?,
        margin: file.whole("margin", MARGIN)?,
        patience: file.whole("patience", PATIENCE)?,
        move_timeout: file.whole("move-timeout", MOVE_TIMEOUT)?,
        concurrency: file.whole("concurrency", CONCURRENCY)?,
        sprt: words(&file, "sprt", "{ elo0 = 0, elo1 = 5 }", spec::sprt)?,
        ply_cap: file.whole("ply-cap", PLY_CAP)?,
        resign: words(&file, "resign", "{ score = 800, moves = 4 }", spec::resign)?,
        draw: words(&file, "draw", "{ score = 10, moves = 8 }", spec::draw)?,
        engines,
        openings: file.text("openings")?.map(PathBuf::from),
        jsonl: file.text("jsonl")?.map(PathBuf::from),
        pgn: file.text("pgn")?.map(PathBuf::from),
        event: file.text("event")?.map(str::to_owned),
        resume: file.truth("resume")?.unwrap_or(false),
        unchecked_options: file.truth("unchecked-options")?.unwrap_or(false),
        file: String::new(),
        lines: lines.collect(),
        engine_lines,
    })
}

/// The one limit that is set, if any.
///
/// # Errors
/// When two are, or one makes no sense.
pub fn control(file: &Entries) -> Result<Option<Control>, Wrong> {
    let tc = match (file.text("tc")?, file.value("tc")) {
        (Some(tc), Some(value)) => {
            let wrong = |error| file.complaint("tc", value, &format!("{error}"));
            Some(parse_clock(tc).map_err(wrong)?)
        }
        _ => None,
    };
    let limits = [
        ("tc", tc),
        (
            "movetime",
            file.whole("movetime", MOVETIME)?.map(Control::MoveTime),
        ),
        ("nodes", file.whole("nodes", NODES)?.map(Control::Nodes)),
        ("depth", file.whole("depth", DEPTH)?.map(Control::Depth)),
    ];
    let mut set = limits
        .into_iter()
        .filter_map(|(key, control)| Some((key, control?)));
    match (set.next(), set.next()) {
        (first, None) => Ok(first.map(|(_, control)| control)),
        (_, Some((key, _))) => {
            let what = "want but one of tc, movetime, nodes and depth";
            Err(file.wrong(key, what.to_owned()))
        }
    }
}

/// One of the words that an option of the command line may have.
fn word<T: ValueEnum>(file: &Entries, key: &str) -> Result<Option<T>, Wrong> {
    let Some(value) = file.value(key) else {
        return Ok(None);
    };
    let text = value.as_ref().as_str().unwrap_or_default();
    T::from_str(text, false).map(Some).map_err(|_| {
        let known = T::value_variants().iter().filter_map(T::to_possible_value);
        let known: Vec<String> = known
            .map(|word| format!("\"{}\"", word.get_name()))
            .collect();
        file.complaint(key, value, &format!("want {}", known.join(" or ")))
    })
}

/// The words of a table, as the command line would say them; `true` is the option without words, `false` is
/// to leave it out.
fn words<T>(
    file: &Entries,
    key: &str,
    such_as: &str,
    read: fn(&[String]) -> Result<T, SpecError>,
) -> Result<Option<T>, Wrong> {
    if let Some(truth) = file.value(key).and_then(|value| value.as_ref().as_bool()) {
        let usual = || read(&[]).map_err(|error| file.wrong(key, error.to_string()));
        return truth.then(usual).transpose();
    }
    let Some(table) = file.table(key, &format!("{such_as}, or true or false"))? else {
        return Ok(None);
    };
    let words = table.iter().map(|(name, value)| {
        // What is none of these is nothing that is asked for, and refused where it is read.
        format!("{name}={}", said(value.as_ref()).unwrap_or("?".to_owned()))
    });
    let words: Vec<String> = words.collect();
    read(&words).map(Some).map_err(|error| {
        let name = error.key().unwrap_or_default();
        table.wrong(name, format!("{key}: {error}"))
    })
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
    let mut lines = EngineLines {
        engine: written.line_of(""),
        options: BTreeMap::new(),
    };
    if let Some(options) = written.table("options", "{ hashsize = 32 }")? {
        for (name, value) in options.iter() {
            let want = "want a text, a number, true or false";
            let text = said(value.as_ref())
                .ok_or_else(|| options.complaint(&format!("option {name}"), value, want))?;
            lines.options.insert(name.to_owned(), options.line_of(name));
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
    use crate::arena::{Format, Protocol};
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
        let config = Config::parse(FULL).unwrap();
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
        assert_eq!(config.control, parse_clock("3+0.03").ok());
        assert_eq!(config.format.map(FormatArg::format), Some(Format::Gauntlet));
        assert_eq!(config.rules.repetition, Repetition::Chinese);
        assert_eq!((config.rules.occurrences, config.rules.move_limit), (3, 50));
        let sprt = config.sprt.unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (-1.5, 4.0, 0.05));
        assert_eq!(
            config.resign,
            Some(ResignTerms {
                score: 800,
                moves: 3
            })
        );
        assert_eq!(config.draw.unwrap().moves, 8);
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
            let error = Config::parse(text).unwrap_err();
            assert!(error.starts_with(told), "{text}: {error}");
        }
    }

    #[test]
    fn a_table_of_words_may_be_true_or_false() {
        let config = Config::parse("resign = true\ndraw = false\nsprt = true").unwrap();
        assert_eq!(config.resign, spec::resign(&[]).ok());
        assert_eq!((config.draw, config.sprt), (None, spec::sprt(&[]).ok()));
    }

    #[test]
    fn where_it_stands_is_known() {
        let text = "games = 3\n\n[[engine]]\ncmd = 'a'\n[engine.options]\nx = 1\ny = 0x10\n";
        let config = Config::parse(text).unwrap();
        assert_eq!(config.place("games").unwrap(), ": line 1: games");
        assert_eq!(config.place("nodes"), None);
        let place = |option| config.engine_place(0, option).unwrap();
        assert_eq!(place(Some("y")), ": line 7: engine");
        assert_eq!(place(None), ": line 3: engine");
        assert_eq!(config.engines[0].options[1].1, "16");
    }
}
