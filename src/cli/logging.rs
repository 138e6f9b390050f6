//! Where `tracing` goes: to standard error or a file, never to stdout, which belongs to the
//! protocol.

use std::env;
use std::fs::OpenOptions;
use std::io::{self, IsTerminal};
use std::path::Path;
use std::sync::Mutex;

use tracing_subscriber::EnvFilter;

use super::Failure;

/// The environment variable that chooses what is logged.
pub const FILTER_VARIABLE: &str = "CHUHE_LOG";

/// Starts logging for the life of the process.
///
/// # Errors
/// When the filter makes no sense or the file cannot be opened.
pub fn start(file: Option<&Path>) -> Result<(), Failure> {
    // Who names a file wants something in it; who does not wants peace.
    let filter = filter(if file.is_some() { "info" } else { "warn" })?;
    // A log that cannot be written is no reason to write about it on a stream that may be closed.
    let log = tracing_subscriber::fmt()
        .with_env_filter(filter)
        .log_internal_errors(false);
    match file {
        None => log
            .with_ansi(io::stderr().is_terminal())
            .with_writer(io::stderr)
            .init(),
        Some(path) => {
            let file = OpenOptions::new()
                .create(true)
                .append(true)
                .open(path)
                .map_err(|error| {
                    Failure::Input(format!("cannot open the log {}: {error}", path.display()))
                })?;
            log.with_ansi(false).with_writer(Mutex::new(file)).init();
        }
    }
    Ok(())
}

fn filter(default: &str) -> Result<EnvFilter, Failure> {
    let wrong = |what: String| Failure::Input(format!("{FILTER_VARIABLE}: {what}"));
    let text = match env::var(FILTER_VARIABLE) {
        Ok(text) if !text.trim().is_empty() => text,
        Ok(_) | Err(env::VarError::NotPresent) => default.to_owned(),
        Err(error) => return Err(wrong(error.to_string())),
    };
    EnvFilter::try_new(&text).map_err(|error| wrong(format!("'{text}' is no log filter: {error}")))
}
