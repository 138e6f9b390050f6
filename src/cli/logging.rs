//! Logging to standard error or a file, never to standard output, which belongs to the protocol.

use std::env;
use std::fs::File;
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

use super::Failure;
use super::output::{TextOut, write_stderr};
use crate::locale;
use crate::storage::regular_file;

/// The environment variable with the log filter.
const FILTER_VARIABLE: &str = "CHUHE_LOG";
/// The filter of a file without that variable: also the lines from and to a GUI.
const FILE_FILTER: &str = "info,chuhe::received=debug,chuhe::sent=debug";

/// Starts logging for the life of the process.
pub fn start(file: Option<&Path>) -> Result<(), Failure> {
    let chosen = chosen_filter()?;
    let default = if file.is_some() { FILE_FILTER } else { "warn" };
    let filter = parse_filter(chosen.as_deref().unwrap_or(default))?;
    // Errors of the file are reported below; those of standard error cannot be.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .with_ansi(false)
        .log_internal_errors(false);
    let Some(path) = file else {
        let log = log.fmt_fields(locale::log::fields());
        let log = log.with_writer(|| TextOut(io::stderr()));
        match chosen {
            Some(_) => log.init(),
            None => log.event_format(locale::log::Warnings).init(),
        }
        return Ok(());
    };
    let file = LogFile {
        file: regular_file::append(path).map_err(|error| {
            Failure::Work(format!("cannot open the log {}: {error}", path.display()))
        })?,
        path: path.to_owned(),
        warned: false,
    };
    log.with_writer(Mutex::new(TextOut(file))).init();
    Ok(())
}

/// A log file. If it cannot be written, because the disk is full, a warning is written once to standard error, and the text is
/// dropped.
struct LogFile {
    file: File,
    path: PathBuf,
    warned: bool,
}

impl LogFile {
    /// The result of a write, or `otherwise` after a warning.
    fn or_warn<T>(&mut self, written: io::Result<T>, otherwise: T) -> io::Result<T> {
        match written {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                if !self.warned {
                    self.warned = true;
                    let path = self.path.display();
                    write_stderr(format_args!(
                        "warning: cannot write the log {path}: {error}"
                    ));
                }
                Ok(otherwise)
            }
            // The caller repeats an interrupted write.
            written => written,
        }
    }
}

impl Write for LogFile {
    fn write(&mut self, text: &[u8]) -> io::Result<usize> {
        let written = self.file.write(text);
        self.or_warn(written, text.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let flushed = self.file.flush();
        self.or_warn(flushed, ())
    }
}

fn wrong_filter(what: String) -> Failure {
    Failure::Input(format!("{FILTER_VARIABLE}: {what}"))
}

/// The filter of the environment; `None` if it is not set, or blank.
fn chosen_filter() -> Result<Option<String>, Failure> {
    match env::var(FILTER_VARIABLE) {
        Ok(text) => Ok(Some(text).filter(|text| !text.trim().is_empty())),
        Err(env::VarError::NotPresent) => Ok(None),
        Err(error) => Err(wrong_filter(error.to_string())),
    }
}

fn parse_filter(text: &str) -> Result<EnvFilter, Failure> {
    if let Some(word) = text.split(',').map(str::trim).find(|word| is_unknown(word)) {
        return Err(wrong_filter(format!(
            "'{word}' is neither a level nor a module; the levels are off, error, warn, info, debug and trace"
        )));
    }
    EnvFilter::try_new(text).map_err(|_| {
        wrong_filter(format!(
            "'{text}' is not a log filter: expected a level, or a list of target=level"
        ))
    })
}

/// True for a misspelt level in a filter. `EnvFilter` takes it as a target, and then nothing is logged.
fn is_unknown(word: &str) -> bool {
    let is_plain = !word.contains(['=', '[', ']']);
    let is_ours = word.split("::").next() == Some(env!("CARGO_PKG_NAME"));
    is_plain && !word.is_empty() && !is_ours && word.parse::<LevelFilter>().is_err()
}

#[cfg(test)]
mod tests {
    use super::is_unknown;

    #[test]
    fn misspelt_levels_are_detected() {
        let known = "debug WARN off 3 chuhe chuhe::search chuhe=info [line]";
        for known in known.split(' ').chain([""]) {
            assert!(!is_unknown(known), "{known}");
        }
        for unknown in ["debgu", "verbose", "info;debug", "chuhesearch"] {
            assert!(is_unknown(unknown), "{unknown}");
        }
    }
}
