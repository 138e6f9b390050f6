//! Reads options of the command line from a TOML file.
//!
//! An option is defined once, for clap: a key of the file is its long name, and its parser reads the value.

use std::any::TypeId;
use std::error::Error as _;

use clap::error::{ContextKind, ErrorKind};
use clap::{Arg, ArgAction, Args, Command};
use thiserror::Error;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

/// The least Jaro-Winkler similarity of similar names, from 0 to 1.
const MIN_SIMILARITY: f64 = 0.8;

/// An error in a TOML file with its location.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("line {line}, column {column}: {message}")]
pub struct ConfigError {
    /// The line, from 1.
    pub line: usize,
    /// The column in characters, from 1.
    pub column: usize,
    /// The message.
    pub message: String,
}

/// A table of a TOML file.
#[derive(Clone, Copy, Debug)]
pub struct Table<'a> {
    text: &'a str,
    entries: &'a DeTable<'a>,
    /// The offset in bytes at which the table begins.
    begin: usize,
}

/// Parses text as TOML.
///
/// # Errors
/// If it is not TOML.
pub fn parse(text: &str) -> Result<Spanned<DeTable<'_>>, ConfigError> {
    DeTable::parse(text).map_err(|error| {
        let message = error.message().replace('\n', ", ");
        error_at(text, error.span().map_or(0, |span| span.start), message)
    })
}

/// An error at an offset in bytes.
fn error_at(text: &str, byte: usize, message: String) -> ConfigError {
    let before = text.get(..byte).unwrap_or(text);
    let (line, column) = match before.rsplit_once('\n') {
        Some((lines, last)) => (lines.matches('\n').count() + 2, last),
        None => (1, before),
    };
    let column = column.chars().count() + 1;
    ConfigError {
        line,
        column,
        message,
    }
}

impl<'a> Table<'a> {
    /// The whole file.
    pub fn new(text: &'a str, file: &'a Spanned<DeTable<'a>>) -> Table<'a> {
        Table {
            text,
            entries: file.as_ref(),
            begin: 0,
        }
    }

    /// The value of a key.
    pub fn get(&self, key: &str) -> Option<&'a Spanned<DeValue<'a>>> {
        self.entries.get(key)
    }

    /// The keys with their values, in alphabetical order.
    pub fn iter(&self) -> impl Iterator<Item = (&'a str, &'a Spanned<DeValue<'a>>)> + use<'a> {
        let entries = self.entries.iter();
        entries.map(|(key, value)| (key.as_ref().as_ref(), value))
    }

    /// An error at a key, or at the beginning of the table if it has no such key.
    pub fn error(&self, key: &str, message: String) -> ConfigError {
        let entry = self.entries.get_key_value(key);
        let offset = entry.map_or(self.begin, |(key, _)| key.span().start);
        error_at(self.text, offset, message)
    }

    /// An error at the value of a key: `key = value: message`.
    pub fn value_error(&self, key: &str, message: &str) -> ConfigError {
        let Some(span) = self.get(key).map(Spanned::span) else {
            return self.error(key, format!("{key}: {message}"));
        };
        let offset = span.start;
        // A value may have several lines.
        let written = self.text.get(span).and_then(|value| value.lines().next());
        let written = written.unwrap_or_default();
        error_at(self.text, offset, format!("{key} = {written}: {message}"))
    }

    /// The table `value` inside this table; `None` if the value is not a table.
    pub fn inner(&self, value: &'a Spanned<DeValue<'a>>) -> Option<Table<'a>> {
        Some(Table {
            entries: value.as_ref().as_table()?,
            begin: value.span().start,
            ..*self
        })
    }

    /// The table of a key.
    ///
    /// # Errors
    /// If the value is not a table.
    pub fn table(&self, key: &str) -> Result<Option<Table<'a>>, ConfigError> {
        let wrong = || self.value_error(key, "expected a table");
        let table = |value| self.inner(value).ok_or_else(wrong);
        self.get(key).map(table).transpose()
    }

    /// Reads the options of `T`. The keys in `more` are skipped, because the caller reads them.
    ///
    /// # Errors
    /// If a key is unknown or missing, or a value is wrong.
    pub fn read<T: Args>(&self, more: &[&str]) -> Result<T, ConfigError> {
        let command = T::augment_args(Command::new("table").no_binary_name(true));
        let known = command.get_arguments().filter_map(Arg::get_long);
        let known: Vec<&str> = known.chain(more.iter().copied()).collect();
        let mut words = Vec::new();
        for (key, value) in self.iter().filter(|(key, _)| !more.contains(key)) {
            let mut options = command.get_arguments();
            let option = options.find(|option| option.get_long() == Some(key));
            let option = option.ok_or_else(|| self.error(key, unknown_key(key, &known)))?;
            words.extend(self.word(key, option, value.as_ref())?);
        }
        let matches = command.try_get_matches_from(words);
        let read = matches.and_then(|matches| T::from_arg_matches(&matches));
        read.map_err(|error| self.error_of_clap(&error))
    }

    /// The word of the command line for a key and its value; `None` for a switch that is off.
    fn word(
        &self,
        key: &str,
        option: &Arg,
        value: &DeValue,
    ) -> Result<Option<String>, ConfigError> {
        let wrong = |message: &str| Err(self.value_error(key, message));
        let is_switch = matches!(option.get_action(), ArgAction::SetTrue);
        let is_list = option.get_num_args().map_or(0, |count| count.max_values()) > 1;
        let text = match value {
            DeValue::Boolean(is_set) if is_switch || is_list => {
                return Ok(is_set.then(|| format!("--{key}")));
            }
            DeValue::Table(table) if is_list => {
                let words = table.iter().map(|(name, value)| {
                    // A value that is not a scalar becomes a string for which the option's parser returns an error.
                    let value = scalar(value.as_ref()).unwrap_or("?".to_owned());
                    format!("{}={value}", name.as_ref())
                });
                words.collect::<Vec<_>>().join(" ")
            }
            _ if is_switch => return wrong("expected true or false"),
            _ if is_list => {
                let example = table_example(option);
                return wrong(&format!(
                    "expected a table such as {example}, or true or false"
                ));
            }
            DeValue::Integer(_) | DeValue::Float(_) if is_number(option) => {
                scalar(value).unwrap_or_default()
            }
            // For an empty string the parser returns an error that shows the range.
            _ if is_number(option) => String::new(),
            DeValue::String(text) => text.to_string(),
            _ => return wrong("expected a string in quotation marks"),
        };
        Ok(Some(format!("--{key}={text}")))
    }

    /// Converts an error of clap to one at its key.
    fn error_of_clap(&self, error: &clap::Error) -> ConfigError {
        let context = |kind| error.get(kind).map(ToString::to_string).unwrap_or_default();
        let message = match (error.source(), error.kind()) {
            (Some(source), _) => source.to_string(),
            (_, ErrorKind::ArgumentConflict) => {
                let other = context(ContextKind::PriorArg);
                format!("cannot be used with {}", long_name(&other))
            }
            (_, ErrorKind::InvalidValue) if !context(ContextKind::ValidValue).is_empty() => {
                format!("expected one of {}", context(ContextKind::ValidValue))
            }
            (_, ErrorKind::MissingRequiredArgument) => "it is missing".to_owned(),
            _ => "expected a value".to_owned(),
        };
        self.value_error(long_name(&context(ContextKind::InvalidArg)), &message)
    }
}

/// The name of an option in a message of clap, such as `--games <N>`.
fn long_name(option: &str) -> &str {
    let name = option.trim_start_matches('-');
    name.split_once(' ').map_or(name, |(name, _)| name)
}

/// The table that has the values of an option, by its value names: `{ score = 10, moves = 8 }` for `score=10` and `moves=8`.
fn table_example(option: &Arg) -> String {
    let names = option.get_value_names().unwrap_or_default();
    let entries = names.iter().map(|name| name.replace('=', " = "));
    format!("{{ {} }}", entries.collect::<Vec<_>>().join(", "))
}

/// True if the value of an option is a number.
fn is_number(option: &Arg) -> bool {
    let parser = option.get_value_parser().type_id();
    let is = |number| parser == number;
    is(TypeId::of::<u64>())
        || is(TypeId::of::<u32>())
        || is(TypeId::of::<u16>())
        || is(TypeId::of::<u8>())
        || is(TypeId::of::<usize>())
        || is(TypeId::of::<f64>())
}

/// Returns a string, number or boolean as on the command line; `None` for another value.
pub fn scalar(value: &DeValue) -> Option<String> {
    match value {
        DeValue::String(text) => Some(text.to_string()),
        DeValue::Integer(number) => {
            let plain = i64::from_str_radix(number.as_str(), number.radix()).ok();
            plain.map(|number| number.to_string())
        }
        DeValue::Float(number) => Some(number.as_str().to_owned()),
        DeValue::Boolean(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The message about an unknown key, with the most similar known key, or with all if none is similar.
pub fn unknown_key(key: &str, known: &[&str]) -> String {
    let hint = match similar(key, known).first() {
        Some(near) => format!("did you mean '{near}'?"),
        None => format!("expected one of {}", known.join(", ")),
    };
    format!("unknown key '{key}'; {hint}")
}

/// Returns the names that are similar to `name`, the most similar first. Case, blanks and underscores are ignored.
pub fn similar<'n>(name: &str, names: &[&'n str]) -> Vec<&'n str> {
    let plain = |name: &str| name.to_lowercase().replace(['_', ' '], "");
    let similarity = |&known: &&'n str| (strsim::jaro_winkler(&plain(known), &plain(name)), known);
    let mut similar: Vec<(f64, &str)> = names.iter().map(similarity).collect();
    similar.retain(|&(similarity, _)| similarity >= MIN_SIMILARITY);
    similar.sort_by(|(one, _), (other, _)| other.total_cmp(one));
    similar.into_iter().map(|(_, name)| name).collect()
}
