//! Where `tracing` goes: to standard error or a file, never to stdout, which belongs to the
//! protocol.

use std::env;
use std::fs::{File, OpenOptions};
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::sync::Mutex;

use tracing_subscriber::EnvFilter;
use tracing_subscriber::filter::LevelFilter;

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
    // The file tells itself when it cannot be written, and standard error has nobody else to tell.
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
            let file = LogFile {
                file,
                path: path.to_owned(),
                warned: false,
            };
            log.with_ansi(false).with_writer(Mutex::new(file)).init();
        }
    }
    Ok(())
}

/// A log in a file. Where that cannot be written, on a full disk for one, it says so once on standard
/// error and goes on: no game is to be lost for its log.
struct LogFile {
    file: File,
    path: PathBuf,
    warned: bool,
}

impl LogFile {
    /// What a write came to, or `otherwise` after a word about why it came to nothing.
    fn or_warn<T>(&mut self, written: io::Result<T>, otherwise: T) -> io::Result<T> {
        match written {
            // Whoever writes tries again.
            Err(error) if error.kind() == io::ErrorKind::Interrupted => Err(error),
            Err(error) => {
                if !self.warned {
                    self.warned = true;
                    // Nobody is left to tell when standard error is closed too.
                    let _ = writeln!(
                        io::stderr(),
                        "warning: cannot write the log {}: {error}",
                        self.path.display()
                    );
                }
                Ok(otherwise)
            }
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

fn filter(default: &str) -> Result<EnvFilter, Failure> {
    let wrong = |what: String| Failure::Input(format!("{FILTER_VARIABLE}: {what}"));
    let text = match env::var(FILTER_VARIABLE) {
        Ok(text) if !text.trim().is_empty() => text,
        Ok(_) | Err(env::VarError::NotPresent) => default.to_owned(),
        Err(error) => return Err(wrong(error.to_string())),
    };
    if let Some(word) = text.split(',').map(str::trim).find(|word| is_unknown(word)) {
        return Err(wrong(format!(
            "'{word}' is no level, and nothing that logs; levels are off, error, warn, info, debug and trace"
        )));
    }
    EnvFilter::try_new(&text).map_err(|error| wrong(format!("'{text}' is no log filter: {error}")))
}

/// Whether a word of a filter is a level misspelt: alone it is taken as the name of what logs, and then nothing is logged.
fn is_unknown(word: &str) -> bool {
    let is_plain = !word.contains(['=', '[', ']']);
    let is_ours = word.split("::").next() == Some(env!("CARGO_PKG_NAME"));
    is_plain && !word.is_empty() && !is_ours && word.parse::<LevelFilter>().is_err()
}

#[cfg(test)]
mod tests {
    use super::is_unknown;

    #[test]
    fn a_misspelt_level_is_told_from_a_name() {
        for known in [
            "debug",
            "WARN",
            "off",
            "3",
            "chuhe",
            "chuhe::search",
            "chuhe=info",
            "[line]",
            "",
        ] {
            assert!(!is_unknown(known), "{known}");
        }
        for unknown in ["debgu", "verbose", "info;debug", "chuhesearch"] {
            assert!(is_unknown(unknown), "{unknown}");
        }
    }
}
