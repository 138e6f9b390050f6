//! `chuhe match --config`: reads the options of a match from a TOML file.
//!
//! The keys are the long options of [`MatchOptions`], and `engine`.

use std::fmt::Display;
use std::path::Path;

use toml::Spanned;
use toml::de::DeValue;

use super::args::MatchOptions;
use crate::arena::{EngineSpec, spec};
use crate::cli::Failure;
use crate::config::toml_file::{ConfigError, Table, parse, scalar, unknown_key};
use crate::games::encoding;

/// A file with the options of a match.
#[derive(Debug, Default)]
pub struct MatchFile {
    /// The options.
    pub options: MatchOptions,
    /// The tables `[[engine]]`.
    pub engines: Vec<EngineSpec>,
    name: String,
    text: String,
}

impl MatchFile {
    /// Reads a file.
    ///
    /// # Errors
    /// If the file cannot be read or is wrong; the message has the location.
    pub fn read(path: &Path) -> Result<MatchFile, Failure> {
        let name = path.display().to_string();
        let wrong = |error: &dyn Display| Failure::Input(format!("{name}: {error}"));
        let text = encoding::read_file(path);
        let text = text.map_err(|error| Failure::cannot_read(path, &error))?;
        let file = MatchFile::parse(&text).map_err(|error| wrong(&error))?;
        Ok(MatchFile { name, ..file })
    }

    /// Reads the text of a file.
    fn parse(text: &str) -> Result<MatchFile, ConfigError> {
        let entries = parse(text)?;
        let file = Table::new(text, &entries);
        let wrong = || file.value_error("engine", "expected a table [[engine]] for each engine");
        let mut engines = Vec::new();
        if let Some(value) = file.get("engine") {
            for value in value.as_ref().as_array().ok_or_else(wrong)? {
                engines.push(engine(&file.inner(value).ok_or_else(wrong)?)?);
            }
        }
        Ok(MatchFile {
            options: file.read(&["engine"])?,
            engines,
            name: String::new(),
            text: text.to_owned(),
        })
    }

    /// The location of a key, as the beginning of a message; `None` if the file does not have the key.
    pub fn location(&self, key: &str) -> Option<String> {
        let entries = parse(&self.text).ok()?;
        let file = Table::new(&self.text, &entries);
        file.get(key)?;
        let location = file.error(key, key.to_owned());
        Some(format!("{}: {location}", self.name))
    }

    /// The location of an engine, by its index, or of one of its options, as the beginning of a message.
    pub fn engine_location(&self, index: usize, option: Option<&str>) -> Option<String> {
        let entries = parse(&self.text).ok()?;
        let file = Table::new(&self.text, &entries);
        let engine = file.get("engine")?.as_ref().as_array()?.get(index)?;
        let engine = file.inner(engine)?;
        let options = engine.table("options").ok()?;
        let has_option = |table: &Table| option.is_some_and(|option| table.get(option).is_some());
        let table = options.filter(has_option).unwrap_or(engine);
        let location = table.error(option.unwrap_or_default(), "engine".to_owned());
        Some(format!("{}: {location}", self.name))
    }
}

/// Reads a table `[[engine]]`.
fn engine(table: &Table) -> Result<EngineSpec, ConfigError> {
    const KEYS: [&str; 6] = ["name", "cmd", "args", "proto", "ranks", "options"];
    let (mut words, mut args) = (Vec::new(), Vec::new());
    let word = |table: &Table, prefix: &str, key: &str, value: &Spanned<DeValue>| {
        let value = scalar(value.as_ref()).map(|value| format!("{prefix}{key}={value}"));
        value.ok_or_else(|| table.value_error(key, "expected a string, a number, true or false"))
    };
    for (key, value) in table.iter() {
        let wrong = |expected| table.value_error(key, expected);
        match key {
            "args" => {
                let texts = value.as_ref().as_array().and_then(|texts| {
                    let texts = texts.iter().map(|text| text.as_ref().as_str());
                    texts.map(|text| text.map(str::to_owned)).collect()
                });
                args = texts
                    .ok_or_else(|| wrong("expected a list of strings, such as [\"-x\", \"y\"]"))?;
            }
            "options" => {
                let options = table.inner(value);
                let options =
                    options.ok_or_else(|| wrong("expected a table, such as { hashsize = 32 }"))?;
                for (name, value) in options.iter() {
                    words.push(word(&options, "option.", name, value)?);
                }
            }
            _ if !KEYS.contains(&key) => {
                let message = format!("engine: {}", unknown_key(key, &KEYS));
                return Err(table.error(key, message));
            }
            _ => words.push(word(table, "", key, value)?),
        }
    }
    let spec = spec::parse_engine_words(&words)
        .map_err(|error| table.error(&error.key, format!("engine: {error}")))?;
    Ok(EngineSpec { args, ..spec })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::arena::control::parse_clock;
    use crate::arena::{EngineProtocol, TournamentFormat};
    use crate::rules::RepetitionRules;

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
options = { Threads = 2, "Clear Hash" = "", Ponder = false, Memory = 0x10 }

[[engine]]
cmd = "./b"
"#;

    #[test]
    fn file_with_all_keys_is_read() {
        let MatchFile {
            options, engines, ..
        } = MatchFile::parse(FULL).unwrap();
        let spec = EngineSpec::new("my engine", "/opt/my engines/a");
        let spec = spec.with_option("Clear Hash", "").with_option("Memory", 16);
        let first = EngineSpec {
            args: vec!["--log".to_owned(), "a b".to_owned()],
            protocol: EngineProtocol::Uci,
            first_rank: Some(1),
            ..spec.with_option("Ponder", false).with_option("Threads", 2)
        };
        assert_eq!(engines, [first, EngineSpec::new("b", "./b")]);
        assert_eq!((options.games, options.concurrency), (Some(200), Some(2)));
        assert_eq!(options.limits.control(), parse_clock("3+0.03").ok());
        assert_eq!(options.format, Some(TournamentFormat::Gauntlet));
        let rules = options.rules.rule_set();
        assert_eq!(rules.repetition, RepetitionRules::Chinese);
        assert_eq!((rules.repeat_count, rules.move_limit), (3, 50));
        let sprt = spec::parse_sprt(&options.sprt.unwrap()).unwrap();
        assert_eq!((sprt.elo0, sprt.elo1, sprt.alpha), (-1.5, 4.0, 0.05));
        let resign = spec::parse_resign(&options.resign.unwrap()).unwrap();
        assert_eq!((resign.score, resign.moves), (800, 3));
        assert_eq!(spec::parse_draw(&options.draw.unwrap()).unwrap().moves, 8);
    }

    #[test]
    fn errors_have_line_and_column() {
        for case in [
            "games = => 1:8 ",
            "\ngames = 'many' => 2:9 games = 'many': expected a whole number from 2 to 1000000",
            "games = 1 => 1:9 games = 1: expected a whole number from 2 to 1000000",
            "games = 2.5 => 1:9 games = 2.5: expected a whole number from 2 to 1000000",
            "games = 7 => 1:9 games = 7: expected an even number, not 7",
            "margin = 0\nmargins = 1 => 2:1 unknown key 'margins'; did you mean 'margin'?",
            "colour = 1 => 1:1 unknown key 'colour'; expected one of openings, ",
            "tc = 'soon' => 1:6 tc = 'soon': expected seconds and increment",
            "tc = 3 => 1:6 tc = 3: expected a string in quotation marks",
            "pgn = true => 1:7 pgn = true: expected a string in quotation marks",
            "pgn = '' => 1:7 pgn = '': expected a value",
            "resume = 1 => 1:10 resume = 1: expected true or false",
            "depth = 3\ntc = '3'\n => 1:9 depth = 3: cannot be used with tc",
            "rules = 'xiangqi' => 1:9 rules = 'xiangqi': expected one of asian, chinese, simple",
            "draw = 3 => 1:8 draw = 3: expected a table such as { score = 10, moves = 8, from = 40 }, or true",
            "sprt = 'x' => 1:8 sprt = 'x': expected a table such as { elo0 = 0, elo1 = 5, alpha = 0.05",
            "engine = 'a' => 1:10 engine = 'a': expected a table [[engine]] for each engine",
            "\n[[engine]]\nname = 'a' => 2:1 engine: cmd= is missing",
            "[[engine]]\ncmd = 'a'\nproto = 'cecp' => 3:1 engine: proto=cecp: expected",
            "[[engine]]\ncmd = 'a'\nranks = 2 => 3:1 engine: ranks=2: expected 0 or 1",
            "[[engine]]\ncmd = 'a'\nargs = '-x' => 3:8 args = '-x': expected a list of strings",
            "[[engine]]\ncmd = 'a'\ncolour = 1 => 3:1 engine: unknown key 'colour'; expected one of name, cmd",
            "[[engine]]\ncmd = 'a'\noption = 1 => 3:1 engine: unknown key 'option'; did you mean 'options'?",
            "[[engine]]\ncmd = 'a'\noption.hashsize = 1 => 3:1 engine: unknown key 'option'; did you mean 'options'?",
            "[[engine]]\ncmd = 'a'\nrank = 1 => 3:1 engine: unknown key 'rank'; did you mean 'ranks'?",
            "[[engine]]\ncmd = 'a'\noptions = 3 => 3:11 options = 3: expected a table, such as { hash",
            "[[engine]]\ncmd = 'a'\n[engine.options]\ny = 1\nx = [1] => 5:5 x = [1]: expected a string",
        ] {
            let (text, expected) = case.split_once(" => ").unwrap();
            let error = MatchFile::parse(text).unwrap_err();
            let error = format!("{}:{} {}", error.line, error.column, error.message);
            assert!(error.starts_with(expected), "{text}: {error}");
        }
    }

    #[test]
    fn table_option_may_be_true_or_false() {
        let file = MatchFile::parse("resign = true\ndraw = false\nsprt = true").unwrap();
        let MatchOptions {
            resign, draw, sprt, ..
        } = file.options;
        let defaults = Some(Vec::new());
        assert_eq!((resign, draw, sprt), (defaults.clone(), None, defaults));
    }
}
