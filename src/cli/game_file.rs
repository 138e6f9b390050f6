//! Game files as arguments: their format, and their games.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use same_file::is_same_file;

use super::Failure;
use super::args::OptionWords;
use crate::games::dhtmlxq::DhtmlXqError;
use crate::games::pgn::PgnError;
use crate::games::{Encoding, GameTree, ccbridge, dhtmlxq, encoding, move_list, pgn, text, xqf};
use crate::notation::Notation;

/// The byte order mark of UTF-8.
const UTF8_MARK: &[u8] = b"\xef\xbb\xbf";

/// A format of game files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameFormat {
    Pgn,
    Xqf,
    Cbr,
    Cbl,
    DhtmlXq,
    Text,
    MoveList,
}

/// The formats that are read; those with the extension .txt differ.
macro_rules! read_formats {
    ($txt:ident, $about:literal) => {
        OptionWords(
            concat!(
                "pgn: Portable game notation\n",
                "xqf: XQStudio\n",
                "cbr: CCBridge, a game\n",
                "cbl: CCBridge, a library\n",
                "ubb: DhtmlXQ, of dpxq.com\n",
                "txt: ",
                $about
            ),
            &[
                GameFormat::Pgn,
                GameFormat::Xqf,
                GameFormat::Cbr,
                GameFormat::Cbl,
                GameFormat::DhtmlXq,
                GameFormat::$txt,
            ],
        )
    };
}

/// The formats that need no variations.
pub static FORMATS: OptionWords<GameFormat> =
    read_formats!(MoveList, "Moves from the start, a game on a line");

/// The formats that hold variations.
pub static TREE_FORMATS: OptionWords<GameFormat> = read_formats!(Text, "Moves in Chinese notation");

/// The formats that are written.
pub static WRITTEN_FORMATS: OptionWords<GameFormat> = OptionWords(
    "pgn: Portable game notation\n\
     xqf: XQStudio\n\
     ubb: DhtmlXQ, of dpxq.com\n\
     txt: Moves in Chinese notation",
    &[
        GameFormat::Pgn,
        GameFormat::Xqf,
        GameFormat::DhtmlXq,
        GameFormat::Text,
    ],
);

impl GameFormat {
    /// The format by the extension of a file name.
    pub fn from_extension(path: &Path, formats: &OptionWords<GameFormat>) -> Option<GameFormat> {
        formats.value(path.extension()?.to_str()?)
    }

    /// The format of a file by its extension or its contents. A file with the extension of a format is taken to have it, also if
    /// the contents do not show it.
    pub fn of_file(
        path: &Path,
        bytes: &[u8],
        formats: &OptionWords<GameFormat>,
    ) -> Option<GameFormat> {
        let detected = GameFormat::detect(path, bytes, formats);
        detected.or_else(|| GameFormat::from_extension(path, formats))
    }

    /// The format of a game file by its extension or its contents; `None` for any other file. Files of many kinds end in
    /// .txt, so the contents decide whether one of them has games.
    fn detect(path: &Path, bytes: &[u8], formats: &OptionWords<GameFormat>) -> Option<GameFormat> {
        let format = GameFormat::from_extension(path, formats);
        let text = bytes.strip_prefix(UTF8_MARK).unwrap_or(bytes);
        let has_tag = || bytes.windows(8).any(|window| window == b"[DhtmlXQ");
        let is_text = || begins_with_move(bytes);
        let is_txt = format == Some(GameFormat::Text);
        let by_contents = || match () {
            () if bytes.starts_with(b"XQ") => Some(GameFormat::Xqf),
            () if bytes.starts_with(ccbridge::RECORD_MAGIC) => Some(GameFormat::Cbr),
            () if bytes.starts_with(ccbridge::LIBRARY_MAGIC) => Some(GameFormat::Cbl),
            () if has_tag() => Some(GameFormat::DhtmlXq),
            // Text may begin with a comment in square brackets.
            () if is_txt && is_text() => Some(GameFormat::Text),
            () if text.trim_ascii_start().starts_with(b"[") => Some(GameFormat::Pgn),
            () if is_text() => Some(GameFormat::Text),
            () => None,
        };
        let format = format.filter(|_| !is_txt).or_else(by_contents);
        format.filter(|format| formats.1.contains(format))
    }
}

/// How many bytes of a file show whether it begins with a move in Chinese notation.
const FIRST_BYTES: usize = 1 << 14;

/// True if text begins with a move in Chinese notation, after tags and comments.
fn begins_with_move(bytes: &[u8]) -> bool {
    let mut first = &bytes[..bytes.len().min(FIRST_BYTES)];
    if first.len() < bytes.len()
        && let Some(last) = first.iter().rposition(|&byte| byte == b'\n')
    {
        // In UTF-16 a zero may belong to the line feed.
        let end = last + 1 + usize::from(bytes[last + 1] == 0);
        first = &bytes[..end];
    }
    encoding::decode(first).is_ok_and(|(text, _)| text::is_game(&text))
}

/// True if a file has games: by its extension, and if that is .txt, by its first bytes. A pipe is not read.
pub fn is_game_file(path: &Path) -> io::Result<bool> {
    match GameFormat::from_extension(path, &TREE_FORMATS) {
        Some(GameFormat::Text) if path.is_file() => {
            let mut first = Vec::new();
            let length = FIRST_BYTES as u64 + 1;
            fs::File::open(path)?.take(length).read_to_end(&mut first)?;
            Ok(begins_with_move(&first))
        }
        format => Ok(format.is_some_and(|format| format != GameFormat::Text)),
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
    let format = from.or_else(|| GameFormat::of_file(path, &bytes, formats));
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

/// Parses the games of a file with these contents in a format; the other arguments are those of [`read`].
pub fn parse(
    path: &Path,
    bytes: &[u8],
    format: GameFormat,
    encoding: Option<Encoding>,
    big5_option: Option<&str>,
) -> Result<Vec<GameTree>, Failure> {
    let games = match format {
        GameFormat::Xqf => xqf::read(bytes).map(|game| vec![game]).map_err(to_text),
        GameFormat::Cbr => ccbridge::read(bytes)
            .map(|game| vec![game])
            .map_err(to_text),
        GameFormat::Cbl => ccbridge::read_library(bytes).map_err(to_text),
        _ => parse_text(bytes, format, encoding, big5_option),
    };
    games.map_err(|error| Failure::file(path, error))
}

fn to_text(error: impl ToString) -> String {
    error.to_string()
}

/// Parses the games of a file in one of the other formats.
fn parse_text(
    bytes: &[u8],
    format: GameFormat,
    encoding: Option<Encoding>,
    big5_option: Option<&str>,
) -> Result<Vec<GameTree>, String> {
    let (text, found) = decode(bytes, encoding)?;
    let offset = |offset: usize| byte_offset(bytes, &text[..offset], found);
    let read = match format {
        GameFormat::MoveList => return move_list::read(&text),
        GameFormat::DhtmlXq => {
            return dhtmlxq::read(&text).map_err(|error| {
                let offset = offset(error.offset);
                DhtmlXqError { offset, ..error }.to_string()
            });
        }
        GameFormat::Text => text::read,
        _ => pgn::read,
    };
    read(&text).map_err(|error| {
        let may_be_big5 = encoding.is_none() && found == Encoding::Gb18030;
        let hint = match big5_option {
            Some(option) if may_be_big5 && reads_better_as_big5(bytes, &error, read) => {
                format!(" (read as GB18030, but it may be Big5: {option} big5)")
            }
            _ => String::new(),
        };
        match format {
            GameFormat::Text => format!("byte {}: {error}{hint}", offset(error.location.offset)),
            _ => format!("{error}{hint}"),
        }
    })
}

/// The text of a file and its encoding, which is detected if none is given.
pub fn decode(bytes: &[u8], encoding: Option<Encoding>) -> Result<(String, Encoding), String> {
    let decoded = match encoding {
        Some(encoding) => {
            (encoding.decode(bytes)).map(|text| (encoding::with_line_feeds(text), encoding))
        }
        None => encoding::decode(bytes),
    };
    decoded.map_err(to_text)
}

/// The offset in a file of the end of its decoded text before an error.
fn byte_offset(bytes: &[u8], before: &str, encoding: Encoding) -> usize {
    // `decode` drops the byte order mark; `encode` writes that of UTF-16.
    let mark = if bytes.starts_with(UTF8_MARK) {
        UTF8_MARK.len()
    } else {
        0
    };
    let encoded = encoding.encode(before);
    mark + encoded.map_or(before.len(), |encoded| encoded.len())
}

/// The bytes of a file with these games. `notation` is that of the moves in PGN.
///
/// # Errors
/// If the format cannot hold the games, or the encoding lacks a character.
pub fn to_bytes(
    games: &[GameTree],
    format: GameFormat,
    notation: Notation,
    encoding: Encoding,
) -> Result<Vec<u8>, String> {
    let write = |game: &GameTree| match format {
        GameFormat::DhtmlXq => dhtmlxq::write(game, encoding),
        GameFormat::Text => text::write(game, encoding),
        _ => pgn::write_for(game, notation, encoding),
    };
    let bytes = match (format, games) {
        (GameFormat::Xqf, [game]) => xqf::write(game, None),
        (GameFormat::Xqf, games) => {
            return Err(format!("XQF holds one game, there are {}", games.len()));
        }
        (_, games) => {
            let texts: Vec<String> = games.iter().map(write).collect();
            encoding.encode(&texts.join("\n"))
        }
    };
    bytes.map_err(to_text)
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
fn reads_better_as_big5(
    bytes: &[u8],
    error: &PgnError,
    read: fn(&str) -> Result<Vec<GameTree>, PgnError>,
) -> bool {
    Encoding::Big5.decode(bytes).is_ok_and(|text| {
        let other = read(&text).err();
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
