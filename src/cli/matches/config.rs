//! `chuhe match --config`: a match from a TOML file.
//!
//! The keys are the long options; the words of an option of the form `key=value` are a table. A key that
//! is not known is refused: a slip of the pen must not play another match than was meant.

use std::collections::BTreeMap;
use std::fs;
use std::ops::{Range, RangeInclusive};
use std::path::{Path, PathBuf};

use clap::ValueEnum;
use serde::Deserialize;
use toml::{Spanned, Table, Value};

use super::args::{
    CONCURRENCY, DEPTH, FormatArg, GAMES, MARGIN, MOVE_TIMEOUT, MOVETIME, NODES, PATIENCE, PLY_CAP,
};
use super::spec::{self, SpecError};
use crate::arena::control::parse_clock;
use crate::arena::{Control, DrawTerms, EngineSpec, ResignTerms, Sprt};
use crate::cli::Failure;
use crate::cli::args::RepetitionArg;
use crate::cli::numbers::number;
use crate::rules::RuleSet;
use crate::rules::ruleset::{MOVE_LIMIT, REPEAT_COUNT};

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
}

/// The file as it is written: types are right, values are not looked at yet.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
struct Written {
    #[serde(default)]
    engine: Vec<Spanned<WrittenEngine>>,
    openings: Option<PathBuf>,
    games: Option<Spanned<i64>>,
    format: Option<Spanned<String>>,
    tc: Option<Spanned<String>>,
    movetime: Option<Spanned<i64>>,
    nodes: Option<Spanned<i64>>,
    depth: Option<Spanned<i64>>,
    margin: Option<Spanned<i64>>,
    patience: Option<Spanned<i64>>,
    move_timeout: Option<Spanned<i64>>,
    concurrency: Option<Spanned<i64>>,
    sprt: Option<Spanned<Table>>,
    rules: Option<Spanned<String>>,
    repeat_count: Option<Spanned<i64>>,
    move_limit: Option<Spanned<i64>>,
    ply_cap: Option<Spanned<i64>>,
    resign: Option<Spanned<Table>>,
    draw: Option<Spanned<Table>>,
    jsonl: Option<PathBuf>,
    pgn: Option<PathBuf>,
    event: Option<String>,
    #[serde(default)]
    resume: bool,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenEngine {
    cmd: String,
    #[serde(default)]
    args: Vec<String>,
    name: Option<String>,
    proto: Option<String>,
    ranks: Option<i64>,
    #[serde(default)]
    options: BTreeMap<String, Value>,
}

/// A place in the file, and what is wrong there.
type Wrong = (Option<Range<usize>>, String);

impl Config {
    /// Reads a file.
    ///
    /// # Errors
    /// With the line and what is wrong there, when the file cannot be read or makes no sense.
    pub fn read(path: &Path) -> Result<Config, Failure> {
        let wrong = |what: String| Failure::Input(format!("{}: {what}", path.display()));
        let text = fs::read_to_string(path).map_err(|error| wrong(error.to_string()))?;
        Config::parse(&text).map_err(wrong)
    }

    /// Reads the text of a file.
    ///
    /// ```
    /// use chuhe::cli::matches::config::Config;
    /// let text = "games = 40\ntc = '3+0.03'\n[[engine]]\ncmd = './a'\noptions = { hashsize = 32 }\n";
    /// let config = Config::parse(text).unwrap();
    /// assert_eq!((config.games, config.engines[0].name.as_str()), (Some(40), "a"));
    /// let error = Config::parse("games = 40\ngame = 3\n").unwrap_err();
    /// assert!(error.starts_with("line 2: unknown field `game`"), "{error}");
    /// ```
    ///
    /// # Errors
    /// With the line and what is wrong there.
    pub fn parse(text: &str) -> Result<Config, String> {
        let told = |(place, what): Wrong| match place {
            Some(place) => format!("line {}: {what}", line(text, place.start)),
            None => what,
        };
        let written: Written = toml::from_str(text).map_err(|error: toml::de::Error| {
            told((error.span(), error.message().replace('\n', ", ")))
        })?;
        written.checked().map_err(told)
    }
}

/// The line of a place, from 1.
fn line(text: &str, place: usize) -> usize {
    let before = &text.as_bytes()[..place.min(text.len())];
    before.iter().filter(|&&byte| byte == b'\n').count() + 1
}

impl Written {
    fn checked(self) -> Result<Config, Wrong> {
        let control = self.control()?;
        let usual = RuleSet::default();
        let repetition = word::<RepetitionArg>("rules", &self.rules)?;
        let rules = RuleSet {
            repetition: repetition.map_or(usual.repetition, RepetitionArg::repetition),
            occurrences: whole("repeat-count", &self.repeat_count, REPEAT_COUNT)?
                .unwrap_or(usual.occurrences),
            move_limit: whole("move-limit", &self.move_limit, MOVE_LIMIT)?
                .unwrap_or(usual.move_limit),
        };
        Ok(Config {
            control,
            rules,
            games: whole("games", &self.games, GAMES)?,
            format: word("format", &self.format)?,
            margin: whole("margin", &self.margin, MARGIN)?,
            patience: whole("patience", &self.patience, PATIENCE)?,
            move_timeout: whole("move-timeout", &self.move_timeout, MOVE_TIMEOUT)?,
            concurrency: whole("concurrency", &self.concurrency, CONCURRENCY)?,
            sprt: words("sprt", &self.sprt, spec::sprt)?,
            ply_cap: whole("ply-cap", &self.ply_cap, PLY_CAP)?,
            resign: words("resign", &self.resign, spec::resign)?,
            draw: words("draw", &self.draw, spec::draw)?,
            engines: self
                .engine
                .into_iter()
                .map(engine)
                .collect::<Result<_, _>>()?,
            openings: self.openings,
            jsonl: self.jsonl,
            pgn: self.pgn,
            event: self.event,
            resume: self.resume,
        })
    }

    /// The one limit that is set, if any.
    fn control(&self) -> Result<Option<Control>, Wrong> {
        let tc = match &self.tc {
            None => None,
            Some(tc) => Some(parse_clock(tc.as_ref()).map_err(|error| {
                let what = format!("tc: '{}': {error}", tc.as_ref());
                (Some(tc.span()), what)
            })?),
        };
        let place = |limit: &Option<Spanned<i64>>| limit.as_ref().map(Spanned::span);
        let limits = [
            (self.tc.as_ref().map(Spanned::span), tc),
            (
                place(&self.movetime),
                whole("movetime", &self.movetime, MOVETIME)?.map(Control::MoveTime),
            ),
            (
                place(&self.nodes),
                whole("nodes", &self.nodes, NODES)?.map(Control::Nodes),
            ),
            (
                place(&self.depth),
                whole("depth", &self.depth, DEPTH)?.map(Control::Depth),
            ),
        ];
        let mut set = limits
            .into_iter()
            .filter_map(|(place, control)| Some((place, control?)));
        match (set.next(), set.next()) {
            (first, None) => Ok(first.map(|(_, control)| control)),
            (_, Some((place, _))) => {
                let what = "want but one of tc, movetime, nodes and depth";
                Err((place, what.to_owned()))
            }
        }
    }
}

fn whole<T: TryFrom<i64>>(
    name: &str,
    value: &Option<Spanned<i64>>,
    range: RangeInclusive<i64>,
) -> Result<Option<T>, Wrong> {
    let Some(value) = value else {
        return Ok(None);
    };
    match number(range)(&value.as_ref().to_string()) {
        Ok(number) => Ok(Some(number)),
        Err(error) => {
            let what = format!("{name} = {}: {error}", value.as_ref());
            Err((Some(value.span()), what))
        }
    }
}

/// One of the words that an option of the command line may have.
fn word<T: ValueEnum>(name: &str, value: &Option<Spanned<String>>) -> Result<Option<T>, Wrong> {
    let Some(value) = value else {
        return Ok(None);
    };
    match T::from_str(value.as_ref(), false) {
        Ok(word) => Ok(Some(word)),
        Err(_) => {
            let known = T::value_variants().iter().filter_map(T::to_possible_value);
            let known: Vec<String> = known.map(|word| word.get_name().to_owned()).collect();
            let what = format!("{name} = '{}': want {}", value.as_ref(), known.join(" or "));
            Err((Some(value.span()), what))
        }
    }
}

/// The words of a table, as the command line would say them.
fn words<T>(
    name: &str,
    table: &Option<Spanned<Table>>,
    read: fn(&[String]) -> Result<T, SpecError>,
) -> Result<Option<T>, Wrong> {
    let Some(table) = table else {
        return Ok(None);
    };
    let words = table.as_ref().iter();
    let words: Vec<String> = words.map(|(key, value)| said(key, value)).collect();
    let wrong = |error| (Some(table.span()), format!("{name}: {error}"));
    read(&words).map(Some).map_err(wrong)
}

fn said(key: &str, value: &Value) -> String {
    match value {
        Value::String(text) => format!("{key}={text}"),
        Value::Integer(number) => format!("{key}={number}"),
        Value::Float(number) => format!("{key}={number}"),
        Value::Boolean(truth) => format!("{key}={truth}"),
        // None of these is anything that is asked for, and refused where it is read.
        Value::Datetime(_) | Value::Array(_) | Value::Table(_) => format!("{key}=?"),
    }
}

fn engine(written: Spanned<WrittenEngine>) -> Result<EngineSpec, Wrong> {
    let place = written.span();
    let wrong = |what: String| (Some(place.clone()), format!("engine: {what}"));
    let written = written.into_inner();
    let mut words = vec![format!("cmd={}", written.cmd)];
    words.extend(written.name.map(|name| format!("name={name}")));
    words.extend(written.proto.map(|proto| format!("proto={proto}")));
    words.extend(written.ranks.map(|ranks| format!("ranks={ranks}")));
    for (name, value) in &written.options {
        if matches!(
            value,
            Value::Datetime(_) | Value::Array(_) | Value::Table(_)
        ) {
            return Err(wrong(format!(
                "option {name}: want a text, a number, true or false"
            )));
        }
        words.push(said(&format!("option.{name}"), value));
    }
    let spec = spec::engine_of(&words).map_err(|error| wrong(error.to_string()))?;
    Ok(EngineSpec {
        args: written.args,
        ..spec
    })
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
                "line 2: invalid type: string \"many\", expected i64",
            ),
            (
                "games = 1",
                "line 1: games = 1: want a whole number from 2 to 1000000",
            ),
            (
                "margin = 0\nmargins = 1",
                "line 2: unknown field `margins`, expected one of `engine`",
            ),
            (
                "tc = 'soon'",
                "line 1: tc: 'soon': want seconds and increment",
            ),
            (
                "depth = 3\ntc = '3'\n",
                "line 1: want but one of tc, movetime, nodes and depth",
            ),
            (
                "rules = 'xiangqi'",
                "line 1: rules = 'xiangqi': want asian or chinese or simple",
            ),
            (
                "\n\nsprt = { elo = 3 }",
                "line 3: sprt: 'elo' is not known here: want elo0,",
            ),
            (
                "resign = { score = 'x' }",
                "line 1: resign: score=x: want a score",
            ),
            ("[[engine]]\nname = 'a'", "line 1: missing field `cmd`"),
            (
                "games = 2\n[[engine]]\ncmd = 'a'\nproto = 'cecp'",
                "line 2: engine: proto=cecp: want",
            ),
            (
                "[[engine]]\ncmd = 'a'\ncolour = 1",
                "line 3: unknown field `colour`",
            ),
            (
                "[[engine]]\ncmd = 'a'\noptions = { x = [1] }",
                "line 1: engine: option x: want a text",
            ),
        ] {
            let error = Config::parse(text).unwrap_err();
            assert!(error.starts_with(told), "{text}: {error}");
        }
    }
}
