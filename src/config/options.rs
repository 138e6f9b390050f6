//! Options of the command line, read from a table of a TOML file.

use std::error::Error;

use clap::{Arg, ArgAction, Args, Command};
use toml::de::DeValue;

use super::toml_file::{Entries, Wrong, said};

/// Reads the options of `T` from a table. The keys are their long names, and each value is read by the parser of its option.
/// The table may have the keys `more`, which the caller reads, but not `except`.
///
/// # Errors
/// With the line of an unknown key or a wrong value.
pub fn read_options<T: Args>(table: &Entries, more: &[&str], except: &[&str]) -> Result<T, Wrong> {
    let command = T::augment_args(Command::new("table").no_binary_name(true));
    let options = command.get_arguments();
    let options: Vec<(&str, &Arg)> = options
        .filter_map(|option| Some((option.get_long()?, option)))
        .filter(|(key, _)| !except.contains(key))
        .collect();
    let keys = options.iter().map(|&(key, _)| key);
    table.only(&keys.chain(more.iter().copied()).collect::<Vec<_>>())?;
    let mut words = Vec::new();
    for (key, option) in options {
        let Some(value) = table.value(key) else {
            continue;
        };
        let word = match (option.get_action(), value.as_ref()) {
            (ArgAction::SetTrue, _) => match table.truth(key)? {
                Some(true) => format!("--{key}"),
                _ => continue,
            },
            (_, DeValue::Integer(_) | DeValue::Float(_)) => {
                format!("--{key}={}", said(value.as_ref()).unwrap_or_default())
            }
            // The parser refuses an empty text and names the range.
            _ => format!("--{key}="),
        };
        if let Err(error) = command.clone().try_get_matches_from([&word]) {
            return Err(table.complaint(key, value, &reason(&error)));
        }
        words.push(word);
    }
    let matches = command.try_get_matches_from(words);
    let options = matches.and_then(|matches| T::from_arg_matches(&matches));
    options.map_err(|error| table.wrong("", reason(&error)))
}

/// The message of a value parser, without that of clap.
fn reason(error: &clap::Error) -> String {
    error
        .source()
        .map_or_else(|| error.to_string(), |source| source.to_string())
}
