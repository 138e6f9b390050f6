//! Output that several subcommands share: standard output, files, JSON, and the extensions of file names.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::{Args, ValueEnum};
use serde::Serialize;

use super::Failure;
pub use super::text_out::{TextOut, stdout, write_stderr};
use crate::games::GameTree;
use crate::json;
use crate::locale;
use crate::storage::{AtomicFile, Journal, regular_file};

/// Writes data to standard output, unchanged unless it is a terminal.
pub fn print(bytes: &[u8]) -> Result<(), Failure> {
    match io::stdout().is_terminal() {
        true => stdout().write_all(bytes)?,
        false => io::stdout().write_all(bytes)?,
    }
    Ok(io::stdout().flush()?)
}

/// Creates a folder for several files, unless it is there.
pub fn create_folder(path: &Path) -> Result<(), Failure> {
    match std::fs::create_dir_all(path) {
        Err(_) if path.is_file() => Err(Failure::file(path, "it is a file; name a folder")),
        created => created.map_err(|error| Failure::cannot_write(path, &error)),
    }
}

/// The output of a command. Errors of a file have its name.
pub struct Output {
    path: PathBuf,
    sink: Sink,
}

enum Sink {
    Stdout,
    /// A file that gets its name when it is complete. After an error the old file is still there.
    File(AtomicFile),
    /// A file that keeps what is written when the process is killed. Also a device or a pipe, which cannot be replaced.
    Journal(Journal),
}

impl Output {
    /// Writes at the end of a journal.
    pub fn append_to(path: &Path, journal: Journal) -> Output {
        Output {
            path: path.to_owned(),
            sink: Sink::Journal(journal),
        }
    }

    /// Opens a file; `-` is standard output.
    pub fn create(path: &Path) -> Result<Output, Failure> {
        let opened = match regular_file::is_device(path) {
            _ if path == Path::new("-") => Ok(Sink::Stdout),
            true => Journal::open(path).map(Sink::Journal),
            false => AtomicFile::create(path).map(Sink::File),
        };
        let sink = opened.map_err(|error| Failure::cannot_write(path, &error))?;
        let path = path.to_owned();
        Ok(Output { path, sink })
    }

    /// Writes what is buffered, and gives a file its name.
    pub fn commit(self) -> io::Result<()> {
        match self.sink {
            Sink::Stdout => io::stdout().flush(),
            Sink::File(file) => file.commit().map_err(|error| named(&self.path, &error)),
            Sink::Journal(journal) => journal.sync().map_err(|error| named(&self.path, &error)),
        }
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let written = match &mut self.sink {
            Sink::Stdout => return stdout().write(bytes),
            Sink::File(file) => file.write(bytes),
            Sink::Journal(journal) => journal.append(bytes).map(|()| bytes.len()),
        };
        written.map_err(|error| named(&self.path, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        match &mut self.sink {
            Sink::Stdout => io::stdout().flush(),
            // None is buffered.
            Sink::File(_) | Sink::Journal(_) => Ok(()),
        }
    }
}

fn named(path: &Path, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{}: {error}", path.display()))
}

/// Writes a complete file, or standard output for `-`.
pub fn save(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    if path == Path::new("-") {
        return print(bytes);
    }
    let mut out = Output::create(path)?;
    out.write_all(bytes)?;
    Ok(out.commit()?)
}

/// `--force`.
#[derive(Debug, Args)]
pub struct ForceArg {
    /// Overwrite existing files.
    #[arg(long)]
    force: bool,
}

impl ForceArg {
    /// Refuses a file that exists and may not be overwritten. `-` is standard output, also beside a file of that name.
    pub fn check(&self, path: &Path) -> Result<(), Failure> {
        let exists = path.is_file() && path != Path::new("-");
        match exists && !self.force {
            true => Err(Failure::file(
                path,
                "it exists already; --force overwrites it",
            )),
            false => Ok(()),
        }
    }
}

/// Writes an object on a line of its own, and flushes.
pub fn print_json(out: &mut impl Write, record: &impl Serialize) -> Result<(), Failure> {
    // In one piece.
    out.write_all((json::to_line(record) + "\n").as_bytes())?;
    Ok(out.flush()?)
}

/// Writes the heading of a game, numbered from 1, with an empty line after it, and one before it unless it is the first.
pub fn write_game_heading(out: &mut impl Write, number: usize, game: &GameTree) -> io::Result<()> {
    let gap = if number > 1 { "\n" } else { "" };
    let heading = format!("game {number}  {}", game.heading());
    writeln!(out, "{gap}{}\n", locale::text(&heading))
}

/// The width of the terminal in columns; `None` if standard output is not a terminal.
pub fn terminal_width() -> Option<usize> {
    let out = io::stdout();
    let size = terminal_size::terminal_size_of(&out).filter(|_| out.is_terminal());
    size.map(|(width, _)| width.0.into())
}

/// The extensions of known formats. Any other, such as that of a temporary file, is accepted for every format.
const EXTENSIONS: &str = "checkpoint svg png jpg jpeg gif webp bmp tif tiff pdf pgn xqf cbr cbl ubb json jsonl csv html htm epd dat obk xqb nnue xml \
                          xls xlsx ods doc docx odt rtf ppt pptx zip gz";

/// Checks that the extension of a file name does not contradict the format that an option writes; `own` are the extensions of
/// that format, in either case.
pub fn check_extension(option: &str, path: &Path, own: &[&str]) -> Result<(), Failure> {
    let extension = path
        .extension()
        .and_then(|extension| extension.to_str())
        .unwrap_or("");
    let is_extension = |known: &&str| known.eq_ignore_ascii_case(extension);
    if own.iter().any(is_extension) || !EXTENSIONS.split(' ').any(|known| is_extension(&known)) {
        return Ok(());
    }
    let (name, own) = (path.display(), own.join(" or ."));
    let text =
        format!("{option} {name}: cannot write .{extension}; use a name that ends in .{own}");
    Err(Failure::Input(text))
}

/// The format of an output: `given`, or by the extension of the --out file, or the default. An extension of another format is an
/// error.
pub fn output_format<F: ValueEnum + Default>(
    given: Option<F>,
    out: Option<&Path>,
) -> Result<F, Failure> {
    let format = given.or_else(|| F::from_str(out?.extension()?.to_str()?, true).ok());
    if let Some(path) = out {
        let formats = (format.as_ref()).map_or(F::value_variants(), std::slice::from_ref);
        let values = Vec::from_iter(formats.iter().filter_map(F::to_possible_value));
        let names = values.iter().flat_map(|value| value.get_name_and_aliases());
        // The extension of a table is its alias, `txt`.
        let names = Vec::from_iter(names.filter(|name| *name != "table"));
        check_extension("--out", path, &names)?;
    }
    Ok(format.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn extensions_of_other_formats_are_refused() {
        let fits = |name: &str| check_extension("--out", Path::new(name), &["pgn", "jsonl"]);
        for name in [
            "x.pgn", "x.JSONL", "x", "-", "x.txt", "x.1", "tmp.Ab3d", "a.svg/x",
        ] {
            assert!(fits(name).is_ok(), "{name}");
        }
        for name in ["x.xqf", "x.PNG", "x.pgn.csv", "x.json"] {
            assert!(fits(name).is_err(), "{name}");
        }
        assert_eq!(
            fits("j.xqf").unwrap_err().to_string(),
            "--out j.xqf: cannot write .xqf; use a name that ends in .pgn or .jsonl"
        );
    }
}
