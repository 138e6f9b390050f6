//! Engines and terms in words of the form `key=value`.

use std::str::FromStr;

use thiserror::Error;

use super::adjudication::{DrawTerms, ResignTerms};
use super::dialect::Protocol;
use super::engine::EngineSpec;
use super::sprt::{Sprt, SprtError};

/// What is wrong with such words.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SpecError {
    /// No `=` in a word.
    #[error("'{0}' is not of the form key=value")]
    NoValue(String),
    /// A quotation mark without its twin.
    #[error("a quotation mark is not closed")]
    Unclosed,
    /// A key that means nothing.
    #[error("'{key}' is not known here: want {want}")]
    Unknown {
        /// The key.
        key: String,
        /// What is known.
        want: &'static str,
    },
    /// A key that may stand but once.
    #[error("'{0}' is given twice")]
    Twice(String),
    /// A key that must be there.
    #[error("{0}= is missing")]
    Missing(&'static str),
    /// A value that makes no sense.
    #[error("{key}={value}: want {want}")]
    Value {
        /// The key.
        key: String,
        /// The value.
        value: String,
        /// What it may be.
        want: &'static str,
    },
    /// A test that makes no sense.
    #[error(transparent)]
    Sprt(#[from] SprtError),
}

impl SpecError {
    /// The key that it is about, if it is about one.
    pub fn key(&self) -> Option<&str> {
        match self {
            SpecError::Unknown { key, .. } | SpecError::Value { key, .. } => Some(key),
            SpecError::Twice(key) => Some(key),
            SpecError::NoValue(_)
            | SpecError::Unclosed
            | SpecError::Missing(_)
            | SpecError::Sprt(_) => None,
        }
    }
}

/// Divides a text at its blanks; what is in quotation marks stays together.
///
/// ```
/// use chuhe::arena::spec::words;
/// assert_eq!(words("name='my engine' cmd=./a").unwrap(), ["name=my engine", "cmd=./a"]);
/// assert!(words("name=\"x").is_err());
/// ```
///
/// # Errors
/// When a quotation mark is not closed.
pub fn words(text: &str) -> Result<Vec<String>, SpecError> {
    let mut words = Vec::new();
    let mut word: Option<String> = None;
    let mut quote = None;
    for letter in text.chars() {
        match quote {
            Some(mark) if letter == mark => quote = None,
            Some(_) => word.get_or_insert_default().push(letter),
            None if letter == '"' || letter == '\'' => {
                quote = Some(letter);
                word.get_or_insert_default();
            }
            None if letter.is_whitespace() => words.extend(word.take()),
            None => word.get_or_insert_default().push(letter),
        }
    }
    words.extend(word);
    match quote {
        Some(_) => Err(SpecError::Unclosed),
        None => Ok(words),
    }
}

/// Keys and values, none twice.
fn pairs(words: &[String]) -> Result<Vec<(&str, &str)>, SpecError> {
    let mut pairs: Vec<(&str, &str)> = Vec::new();
    for word in words {
        let (key, value) = word
            .split_once('=')
            .ok_or_else(|| SpecError::NoValue(word.clone()))?;
        if pairs.iter().any(|&(known, _)| known == key) {
            return Err(SpecError::Twice(key.to_owned()));
        }
        pairs.push((key, value));
    }
    Ok(pairs)
}

fn number<T: FromStr>(key: &str, value: &str, want: &'static str) -> Result<T, SpecError> {
    value.parse().map_err(|_| wrong(key, value, want))
}

fn wrong(key: &str, value: &str, want: &'static str) -> SpecError {
    SpecError::Value {
        key: key.to_owned(),
        value: value.to_owned(),
        want,
    }
}

fn unknown(key: &str, want: &'static str) -> SpecError {
    let key = key.to_owned();
    SpecError::Unknown { key, want }
}

/// An engine by its words in one text.
///
/// ```
/// use chuhe::arena::Protocol;
/// use chuhe::arena::spec::engine;
/// let spec = engine("cmd=./chuhe-old args='--log old.log' option.hashsize=32").unwrap();
/// assert_eq!((spec.name.as_str(), spec.protocol), ("chuhe-old", Protocol::Ucci));
/// assert_eq!(spec.args, ["--log", "old.log"]);
/// assert_eq!(spec.options, [("hashsize".to_owned(), "32".to_owned())]);
/// assert_eq!(engine("name=A").unwrap_err().to_string(), "cmd= is missing");
/// ```
///
/// # Errors
/// With what is missing, unknown or makes no sense.
pub fn engine(text: &str) -> Result<EngineSpec, SpecError> {
    engine_of(&words(text)?)
}

/// An engine by its words, each a `key=value`.
///
/// # Errors
/// With what is missing, unknown or makes no sense.
pub fn engine_of(words: &[String]) -> Result<EngineSpec, SpecError> {
    const KEYS: &str = "name, cmd, args, proto, ranks or option.NAME";
    let mut spec = EngineSpec::new("", "");
    for (key, value) in pairs(words)? {
        match key {
            "name" => spec.name = value.to_owned(),
            "cmd" => spec.command = value.into(),
            "args" => spec.args = value.split_whitespace().map(str::to_owned).collect(),
            "proto" => {
                spec.protocol = match value {
                    "ucci" => Protocol::Ucci,
                    "uci" => Protocol::Uci,
                    "xboard" => Protocol::XBoard,
                    _ => return Err(wrong(key, value, "ucci, uci or xboard")),
                }
            }
            "ranks" => {
                spec.first_rank = match value {
                    "0" => Some(0),
                    "1" => Some(1),
                    _ => return Err(wrong(key, value, "0 or 1, what red's first rank is called")),
                }
            }
            _ => match key.strip_prefix("option.") {
                Some(name) if !name.is_empty() => {
                    spec.options.push((name.to_owned(), value.to_owned()));
                }
                _ => return Err(unknown(key, KEYS)),
            },
        }
    }
    if spec.command.as_os_str().is_empty() {
        return Err(SpecError::Missing("cmd"));
    }
    if spec.first_rank.is_some() && spec.protocol != Protocol::Uci {
        return Err(unknown(
            "ranks",
            "it with proto=uci only, the others count from 0",
        ));
    }
    if spec.name.is_empty() {
        let stem = spec.command.file_stem().unwrap_or_default();
        spec.name = stem.to_string_lossy().into_owned();
    }
    Ok(spec)
}

/// A sequential test by its words. What is not said is `elo0=0 elo1=5 alpha=0.05 beta=0.05`.
///
/// # Errors
/// With what is unknown or makes no sense.
pub fn sprt(words: &[String]) -> Result<Sprt, SpecError> {
    let (mut elo0, mut elo1, mut alpha, mut beta) = (0.0, 5.0, 0.05, 0.05);
    let words = split(words);
    for (key, value) in pairs(&words)? {
        let field = match key {
            "elo0" => &mut elo0,
            "elo1" => &mut elo1,
            "alpha" => &mut alpha,
            "beta" => &mut beta,
            _ => return Err(unknown(key, "elo0, elo1, alpha or beta")),
        };
        *field = number(key, value, "a number")?;
    }
    Ok(Sprt::new(elo0, elo1, alpha, beta)?)
}

/// When a game counts as lost, by its words. What is not said is `score=800 moves=4`.
///
/// # Errors
/// With what is unknown or makes no sense.
pub fn resign(words: &[String]) -> Result<ResignTerms, SpecError> {
    let (mut score, mut moves) = (800, 4);
    let words = split(words);
    for (key, value) in pairs(&words)? {
        match key {
            "score" => score = score_of(key, value)?,
            "moves" => moves = moves_of(key, value)?,
            _ => return Err(unknown(key, "score or moves")),
        }
    }
    Ok(ResignTerms { score, moves })
}

/// When a game counts as drawn, by its words. What is not said is `score=10 moves=8 from=40`.
///
/// # Errors
/// With what is unknown or makes no sense.
pub fn draw(words: &[String]) -> Result<DrawTerms, SpecError> {
    let (mut score, mut moves, mut from) = (10, 8, 40);
    let words = split(words);
    for (key, value) in pairs(&words)? {
        match key {
            "score" => score = score_of(key, value)?,
            "moves" => moves = moves_of(key, value)?,
            "from" => from = moves_of(key, value)?,
            _ => return Err(unknown(key, "score, moves or from")),
        }
    }
    Ok(DrawTerms { score, moves, from })
}

/// The words of an option, whether the shell has divided them or not.
fn split(words: &[String]) -> Vec<String> {
    let words = words.iter().flat_map(|word| word.split_whitespace());
    words.map(str::to_owned).collect()
}

fn score_of(key: &str, value: &str) -> Result<i32, SpecError> {
    const WANT: &str = "a score from 0 to 30000";
    let score: i32 = number(key, value, WANT)?;
    let sound = (0..=30_000).contains(&score);
    sound
        .then_some(score)
        .ok_or_else(|| wrong(key, value, WANT))
}

fn moves_of(key: &str, value: &str) -> Result<u32, SpecError> {
    const WANT: &str = "a number of moves from 1 to 1000";
    let moves: u32 = number(key, value, WANT)?;
    let sound = (1..=1000).contains(&moves);
    sound
        .then_some(moves)
        .ok_or_else(|| wrong(key, value, WANT))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn list(text: &str) -> Vec<String> {
        text.split(' ').map(str::to_owned).collect()
    }

    #[test]
    fn an_engine_in_full() {
        let text = "name=\"Fairy Stockfish\" proto=uci ranks=1 cmd='/opt/my engines/fairy' \
                    option.\"Clear Hash\"= option.Threads=2";
        let spec = engine(text).unwrap();
        assert_eq!(spec.name, "Fairy Stockfish");
        assert_eq!(spec.command.to_str(), Some("/opt/my engines/fairy"));
        assert_eq!((spec.protocol, spec.first_rank), (Protocol::Uci, Some(1)));
        let [(clear, nothing), (threads, two)] = &spec.options[..] else {
            panic!("{:?}", spec.options);
        };
        assert_eq!((&**clear, &**nothing), ("Clear Hash", ""));
        assert_eq!((&**threads, &**two), ("Threads", "2"));
    }

    #[test]
    fn what_is_wrong_with_an_engine_is_told() {
        for (text, said) in [
            ("./chuhe", "'./chuhe' is not of the form key=value"),
            ("cmd=a cmd=b", "'cmd' is given twice"),
            (
                "cmd=a tc=1",
                "'tc' is not known here: want name, cmd, args, proto, ranks or option.NAME",
            ),
            (
                "cmd=a option.=1",
                "'option.' is not known here: want name, cmd, args, proto, ranks or option.NAME",
            ),
            ("cmd=a proto=cecp", "proto=cecp: want ucci, uci or xboard"),
            (
                "cmd=a ranks=2",
                "ranks=2: want 0 or 1, what red's first rank is called",
            ),
            (
                "cmd=a ranks=1",
                "'ranks' is not known here: want it with proto=uci only, the others count from 0",
            ),
            ("cmd='a", "a quotation mark is not closed"),
            ("", "cmd= is missing"),
        ] {
            assert_eq!(engine(text).unwrap_err().to_string(), said, "{text}");
        }
    }

    #[test]
    fn the_other_options_have_defaults_and_limits() {
        assert_eq!(sprt(&[]).unwrap(), Sprt::new(0.0, 5.0, 0.05, 0.05).unwrap());
        let test = sprt(&list("elo0=-3 elo1=1 alpha=0.1 beta=0.01")).unwrap();
        assert_eq!(
            (test.elo0, test.elo1, test.alpha, test.beta),
            (-3.0, 1.0, 0.1, 0.01)
        );
        assert_eq!(sprt(&["elo0=-3 elo1=1".to_owned()]).unwrap().elo1, 1.0);
        assert_eq!(
            sprt(&list("elo0=9")).unwrap_err().to_string(),
            "elo0 must be less than elo1"
        );
        assert_eq!(
            resign(&list("moves=2")).unwrap(),
            ResignTerms {
                score: 800,
                moves: 2
            }
        );
        assert_eq!(
            draw(&list("from=20 score=5")).unwrap(),
            DrawTerms {
                score: 5,
                moves: 8,
                from: 20
            }
        );
        for text in ["moves=0", "moves=x", "score=-1", "from=3", "score"] {
            assert!(resign(&list(text)).is_err(), "{text}");
        }
    }
}
