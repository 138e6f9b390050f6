//! Parses engines and game settings of the form `key=value`.

use std::ffi::OsStr;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;

use thiserror::Error;

use super::adjudication::{DrawRule, ResignRule};
use super::engine::EngineSpec;
use super::protocol::EngineProtocol;
use super::sprt::Sprt;
use crate::config::toml_file::unknown_key;

/// What is wrong with a specification of the form `key=value ...`.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{message}")]
pub struct SpecError {
    /// The key that is wrong; empty if no single one is.
    pub key: String,
    /// What is wrong and what is expected.
    pub message: String,
}

impl SpecError {
    fn new(key: &str, message: impl Into<String>) -> SpecError {
        let (key, message) = (key.to_owned(), message.into());
        SpecError { key, message }
    }

    fn unknown_key(key: &str, known: &[&str]) -> SpecError {
        SpecError::new(key, unknown_key(key, known))
    }

    fn wrong_value(key: &str, value: &str, expected: &str) -> SpecError {
        SpecError::new(key, format!("{key}={value}: expected {expected}"))
    }
}

/// Splits a text at its blanks, except at those in single or double quotation marks.
///
/// # Errors
/// If a quotation mark is not closed.
fn split_words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            _ => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(_) => Err(SpecError::new("", "a quotation mark is not closed")),
        None => Ok(words),
    }
}

/// Splits words into keys and values. A key that occurs twice is an error. `hint` ends the message on a word without a key.
fn parse_pairs<'w>(
    words: impl Iterator<Item = &'w str>,
    hint: &str,
) -> Result<Vec<(&'w str, &'w str)>, SpecError> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for word in words {
        let Some((key, value)) = word.split_once('=') else {
            let message = format!("'{word}' is not of the form key=value{hint}");
            return Err(SpecError::new("", message));
        };
        if pairs.iter().any(|&(known, _)| known == key) {
            return Err(SpecError::new(key, format!("'{key}' is given twice")));
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}

/// Parses an engine from one text, such as `name=A cmd=./a`.
///
/// ```
/// use chuhe::arena::EngineProtocol;
/// use chuhe::arena::spec::parse_engine;
/// let spec = parse_engine("cmd=./chuhe-old args='--log old.log' option.hashsize=32").unwrap();
/// assert_eq!((spec.name.as_str(), spec.protocol), ("chuhe-old", EngineProtocol::Ucci));
/// assert_eq!(spec.args, ["--log", "old.log"]);
/// assert_eq!(spec.options, [("hashsize".to_owned(), "32".to_owned())]);
/// assert_eq!(parse_engine("name=A").unwrap_err().to_string(), "cmd= is missing");
/// ```
///
/// # Errors
/// If a required key is missing, a key is unknown, or a value is wrong.
pub fn parse_engine(text: &str) -> Result<EngineSpec, SpecError> {
    parse_engine_words(&split_words(text)?)
}

/// Parses an engine from its words, each a `key=value`.
///
/// # Errors
/// If a required key is missing, a key is unknown, or a value is wrong.
pub fn parse_engine_words(words: &[String]) -> Result<EngineSpec, SpecError> {
    const KEYS: [&str; 6] = ["name", "cmd", "args", "proto", "ranks", "option.NAME"];
    let mut spec = EngineSpec::new("", "");
    let hint = "; to name a program, write cmd=PROGRAM";
    for (key, value) in parse_pairs(words.iter().map(String::as_str), hint)? {
        match (key, value) {
            ("name", _) => spec.name = value.to_owned(),
            ("cmd", _) => spec.command = value.into(),
            ("args", _) => {
                let wrong = |error| SpecError::new(key, format!("args: {error}"));
                spec.args = split_words(value).map_err(wrong)?;
            }
            ("proto", "ucci") => spec.protocol = EngineProtocol::Ucci,
            ("proto", "uci") => spec.protocol = EngineProtocol::Uci,
            ("proto", "xboard") => spec.protocol = EngineProtocol::XBoard,
            ("proto", _) => return Err(SpecError::wrong_value(key, value, "ucci, uci or xboard")),
            ("ranks", "0") => spec.first_rank = Some(0),
            ("ranks", "1") => spec.first_rank = Some(1),
            ("ranks", _) => {
                let expected = "0 or 1, the number of red's first rank";
                return Err(SpecError::wrong_value(key, value, expected));
            }
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    spec.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(SpecError::unknown_key(key, &KEYS)),
            },
        }
    }
    if spec.command.as_os_str().is_empty() {
        return Err(SpecError::new("cmd", "cmd= is missing"));
    }
    if spec.first_rank.is_some() && spec.protocol != EngineProtocol::Uci {
        let message = "'ranks' is for proto=uci only; the other protocols count from 0";
        return Err(SpecError::new("ranks", message));
    }
    if spec.name.is_empty() {
        spec.name = default_name(&spec.command);
    }
    Ok(spec)
}

/// The name of an engine that has no other: the file name of its command without the extension of a program, or the whole command
/// if it has none.
fn default_name(command: &Path) -> String {
    const EXTENSIONS: [&str; 5] = ["exe", "sh", "py", "bat", "cmd"];
    // What follows the last dot may be a part of the version.
    let is_known = |found: &OsStr| {
        EXTENSIONS
            .iter()
            .any(|known| found.eq_ignore_ascii_case(known))
    };
    let name = match command.extension().is_some_and(is_known) {
        true => command.file_stem(),
        false => command.file_name(),
    };
    let name = name.unwrap_or(command.as_os_str());
    name.to_string_lossy().into_owned()
}

/// A number of an option: its key, default, range, and the range as a message states it.
type Field<T> = (&'static str, T, RangeInclusive<T>, &'static str);

/// Parses the numbers of an option. Each element of `words` may hold several words, for the shell may not have split them.
fn parse_numbers<T: FromStr + PartialOrd, const N: usize>(
    words: &[String],
    mut fields: [Field<T>; N],
) -> Result<[T; N], SpecError> {
    let pairs = parse_pairs(words.iter().flat_map(|word| word.split_whitespace()), "")?;
    let known = fields.each_ref().map(|(name, ..)| *name);
    for (key, value) in pairs {
        let field = fields.iter_mut().find(|(name, ..)| *name == key);
        let (_, number, range, expected) =
            field.ok_or_else(|| SpecError::unknown_key(key, &known))?;
        let given = value.parse().ok().filter(|given| range.contains(given));
        *number = given.ok_or_else(|| SpecError::wrong_value(key, value, expected))?;
    }
    Ok(fields.map(|(_, number, ..)| number))
}

/// Parses a sequential test. The default is `elo0=0 elo1=5 alpha=0.05 beta=0.05`.
///
/// # Errors
/// If a key is unknown or a value is wrong.
pub fn parse_sprt(words: &[String]) -> Result<Sprt, SpecError> {
    let defaults = [
        ("elo0", 0.0),
        ("elo1", 5.0),
        ("alpha", 0.05),
        ("beta", 0.05),
    ];
    let fields = defaults.map(|(key, default)| (key, default, f64::MIN..=f64::MAX, "a number"));
    let [elo0, elo1, alpha, beta] = parse_numbers(words, fields)?;
    if elo0 >= elo1 {
        return Err(SpecError::new("", "elo0 must be less than elo1"));
    }
    if [alpha, beta].iter().any(|&rate| rate <= 0.0 || rate >= 0.5) {
        let message = "alpha and beta must be more than 0 and less than 0.5";
        return Err(SpecError::new("", message));
    }
    Ok(Sprt {
        elo0,
        elo1,
        alpha,
        beta,
    })
}

const fn score_field(default: i32) -> Field<i32> {
    ("score", default, 0..=30_000, "a score from 0 to 30000")
}

const fn moves_field(key: &'static str, default: i32) -> Field<i32> {
    (key, default, 1..=1000, "a number of moves from 1 to 1000")
}

/// Parses the rule by which a game is adjudicated as lost. The default is `score=800 moves=4`.
///
/// # Errors
/// If a key is unknown or a value is wrong.
pub fn parse_resign(words: &[String]) -> Result<ResignRule, SpecError> {
    let fields = [score_field(800), moves_field("moves", 4)];
    let [score, moves] = parse_numbers(words, fields)?;
    let moves = moves.unsigned_abs();
    Ok(ResignRule { score, moves })
}

/// Parses the rule by which a game is adjudicated as drawn. The default is `score=10 moves=8 from=40`.
///
/// # Errors
/// If a key is unknown or a value is wrong.
pub fn parse_draw(words: &[String]) -> Result<DrawRule, SpecError> {
    let fields = [
        score_field(10),
        moves_field("moves", 8),
        moves_field("from", 40),
    ];
    let [score, moves, from] = parse_numbers(words, fields)?;
    let [moves, from] = [moves, from].map(i32::unsigned_abs);
    Ok(DrawRule { score, moves, from })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn engine_with_all_keys_is_parsed() {
        let text = "name=\"Fairy Stockfish\" proto=uci ranks=1 cmd='/opt/my engines/fairy' \
                    args='--log \"my log.txt\" -x' \
                    option.\"Clear Hash\"= option.Threads=2";
        let spec = EngineSpec::new("Fairy Stockfish", "/opt/my engines/fairy");
        let expected = EngineSpec {
            args: ["--log", "my log.txt", "-x"].map(str::to_owned).to_vec(),
            protocol: EngineProtocol::Uci,
            first_rank: Some(1),
            ..spec.with_option("Clear Hash", "").with_option("Threads", 2)
        };
        assert_eq!(parse_engine(text), Ok(expected));
    }

    #[test]
    fn default_name_keeps_the_version() {
        for (command, name) in [
            ("./chuhe-1.1", "chuhe-1.1"),
            ("bin/chuhe.EXE", "chuhe"),
            ("run-2.0.sh", "run-2.0"),
            ("..", ".."),
        ] {
            let spec = parse_engine(&format!("cmd={command}")).unwrap();
            assert_eq!(spec.name, name, "{command}");
        }
    }

    #[test]
    fn engine_errors_name_the_wrong_word() {
        const EXPECTED: &str = "expected one of name, cmd, args, proto, ranks, option.NAME";
        for case in [
            "./chuhe => './chuhe' is not of the form key=value; to name a program, write cmd=PROGRAM",
            "cmd=a cmd=b => 'cmd' is given twice",
            &format!("cmd=a tc=1 => unknown key 'tc'; {EXPECTED}"),
            "cmd=a option.=1 => unknown key 'option.'; did you mean 'option.NAME'?",
            "cmd=a nmae=b => unknown key 'nmae'; did you mean 'name'?",
            "cmd=a proto=cecp => proto=cecp: expected ucci, uci or xboard",
            "cmd=a ranks=2 => ranks=2: expected 0 or 1, the number of red's first rank",
            "cmd=a ranks=1 => 'ranks' is for proto=uci only; the other protocols count from 0",
            "cmd='a => a quotation mark is not closed",
            "cmd=a args='\"b' => args: a quotation mark is not closed",
            " => cmd= is missing",
        ] {
            let (text, expected) = case.split_once(" => ").unwrap();
            let error = parse_engine(text).unwrap_err().to_string();
            assert_eq!(error, expected, "{text}");
        }
    }

    #[test]
    fn sprt_resign_and_draw_have_defaults_and_limits() {
        let test = |elo0, elo1, alpha, beta| {
            Ok(Sprt {
                elo0,
                elo1,
                alpha,
                beta,
            })
        };
        assert_eq!(parse_sprt(&[]), test(0.0, 5.0, 0.05, 0.05));
        let words = list("elo0=-3 elo1=1 alpha=0.1 beta=0.01");
        assert_eq!(parse_sprt(&words), test(-3.0, 1.0, 0.1, 0.01));
        let unsplit = parse_sprt(&["elo0=-3 elo1=1".to_owned()]);
        assert_eq!(unsplit, test(-3.0, 1.0, 0.05, 0.05));
        for case in [
            "elo0=9 => elo0 must be less than elo1",
            "elo1=0 => elo0 must be less than elo1",
            "elo0=NaN => elo0=NaN: expected a number",
            "elo1=inf => elo1=inf: expected a number",
            "alpha=0 => alpha and beta must be more than 0 and less than 0.5",
            "beta=0.5 => alpha and beta must be more than 0 and less than 0.5",
        ] {
            let (text, expected) = case.split_once(" => ").unwrap();
            let error = parse_sprt(&list(text)).unwrap_err();
            assert_eq!(error.to_string(), expected, "{text}");
        }
        let (score, moves) = (800, 2);
        let rule = ResignRule { score, moves };
        assert_eq!(parse_resign(&list("moves=2")), Ok(rule));
        let (score, moves, from) = (5, 8, 20);
        let rule = DrawRule { score, moves, from };
        assert_eq!(parse_draw(&list("from=20 score=5")), Ok(rule));
        for text in ["moves=0", "moves=x", "score=-1", "from=3", "score"] {
            assert!(parse_resign(&list(text)).is_err(), "{text}");
        }
    }
}
