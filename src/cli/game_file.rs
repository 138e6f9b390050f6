//! Game files as arguments: their format, and their games.

use std::io::{self, Read};
use std::path::Path;

use same_file::is_same_file;

use super::Failure;
use super::args::OptionWords;
use crate::games::pgn::PgnError;
use crate::games::{Encoding, GameTree, encoding, move_list, pgn, xqf};

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    Pgn,
    Xqf,
    Txt,
}

pub static FORMATS: OptionWords<GameFormat> = OptionWords(
    "pgn: Portable game notation\nxqf: XQStudio\ntxt: Moves from the start, a game on a line",
    &[GameFormat::Pgn, GameFormat::Xqf, GameFormat::Txt],
);

/// The formats that hold variations.
pub static TREE_FORMATS: OptionWords<GameFormat> = OptionWords(
    "pgn: Portable game notation\nxqf: XQStudio",
    &[GameFormat::Pgn, GameFormat::Xqf],
);

impl GameFormat {
    /// The format by the extension of a file name.
    pub fn from_extension(path: &Path, formats: &OptionWords<GameFormat>) -> Option<GameFormat> {
        formats.value(path.extension()?.to_str()?)
    }

    /// The format of a game file by its extension or its first bytes; `None` for any other file.
    fn detect(path: &Path, bytes: &[u8], formats: &OptionWords<GameFormat>) -> Option<GameFormat> {
        let text = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        GameFormat::from_extension(path, formats).or_else(|| match () {
            () if bytes.starts_with(b"XQ") => Some(GameFormat::Xqf),
            () if text.trim_ascii_start().starts_with(b"[") => Some(GameFormat::Pgn),
            () => None,
        })
    }
}

/// Reads the games of a file; `-` is standard input, PGN unless another format is given or detected. The encoding of text is
/// detected if none is given. If that may be wrong, an error names `big5_option`, the option that corrects it.
pub fn read(
    path: &Path,
    formats: &OptionWords<GameFormat>,
    from: Option<GameFormat>,
    encoding: Option<Encoding>,
    big5_option: Option<&str>,
) -> Result<Vec<GameTree>, Failure> {
    let bytes = read_bytes(path)?;
    let fallback = (path == Path::new("-")).then_some(GameFormat::Pgn);
    let format = from.or_else(|| GameFormat::detect(path, &bytes, formats));
    match format.or(fallback) {
        Some(format) => parse(path, &bytes, format, encoding, big5_option),
        None => Err(unknown_format(path, formats, "--from")),
    }
}

/// The failure for a file of unknown format; `option` sets the format.
pub fn unknown_format(path: &Path, formats: &OptionWords<GameFormat>, option: &str) -> Failure {
    let names: Vec<&str> = formats.names().map(|(name, _)| name).collect();
    let names = names.join(" or .");
    let what = format!("unknown format; use a name that ends in .{names}, or {option}");
    Failure::file(path, what)
}

/// Parses the games of a file with these contents; `None` if it is not a game file.
pub fn parse_if_game_file(path: &Path, bytes: &[u8]) -> Result<Option<Vec<GameTree>>, Failure> {
    let format = GameFormat::detect(path, bytes, &TREE_FORMATS);
    let games = format.map(|format| parse(path, bytes, format, None, None));
    games.transpose()
}

fn parse(
    path: &Path,
    bytes: &[u8],
    format: GameFormat,
    encoding: Option<Encoding>,
    big5_option: Option<&str>,
) -> Result<Vec<GameTree>, Failure> {
    if format == GameFormat::Xqf {
        let game = xqf::read(bytes).map_err(|error| Failure::file(path, error))?;
        return Ok(vec![game]);
    }
    let text = match encoding {
        Some(encoding) => {
            (encoding.decode(bytes)).map(|text| (encoding::with_line_feeds(text), encoding))
        }
        None => encoding::decode(bytes),
    };
    let (text, found) = text.map_err(|error| Failure::file(path, error))?;
    if format == GameFormat::Txt {
        return move_list::read(&text).map_err(|error| Failure::file(path, error));
    }
    pgn::read(&text).map_err(|error| match big5_option {
        Some(option)
            if encoding.is_none()
                && found == Encoding::Gb18030
                && reads_better_as_big5(bytes, &error) =>
        {
            let hint = format!("read as GB18030, but it may be Big5: {option} big5");
            Failure::file(path, format!("{error} ({hint})"))
        }
        _ => Failure::file(path, error),
    })
}

/// Reads a file; `-` is standard input.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match path == Path::new("-") {
        true => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        false => std::fs::read(path),
    };
    read.map_err(|error| Failure::cannot_read(path, &error))
}

/// True if a file that has an error as GB18030 has none as Big5, or a later one.
fn reads_better_as_big5(bytes: &[u8], error: &PgnError) -> bool {
    Encoding::Big5.decode(bytes).is_ok_and(|text| {
        let other = pgn::read(&text).err();
        other.is_none_or(|other| other.location > error.location)
    })
}

/// Checks that the output does not overwrite the input, also under another name.
pub fn check_different_files(input: &Path, output: &Path) -> Result<(), Failure> {
    let stream = Path::new("-");
    if input == stream || output == stream {
        return Ok(());
    }
    // A terminal may be both.
    match input.is_file() && is_same_file(input, output).unwrap_or(false) {
        true => Err(Failure::file(
            output,
            "it is the input; write to another file",
        )),
        false => Ok(()),
    }
}
