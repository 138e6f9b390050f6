//! Game files as arguments: their format, and their games.

use std::fs;
use std::io::{self, Read};
use std::path::Path;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use same_file::is_same_file;
use tracing::warn;

use super::Failure;
use crate::games::game_file::{self, FIRST_BYTES, GameFormat, begins_with_game};
use crate::games::{Encoding, GameTree};

/// The formats that are read where variations do not count. A text file is a list of moves.
pub const MAIN_LINE_FORMATS: &[GameFormat] = &[
    GameFormat::Pgn,
    GameFormat::Xqf,
    GameFormat::Cbr,
    GameFormat::Cbl,
    GameFormat::DhtmlXq,
    GameFormat::MoveList,
];

/// Parses one of these formats, which are named by their extensions.
pub fn format_parser(formats: &'static [GameFormat]) -> impl TypedValueParser<Value = GameFormat> {
    let choices = formats.iter().map(|format| {
        let help = match format {
            GameFormat::Pgn => "Portable game notation",
            GameFormat::Xqf => "XQStudio",
            GameFormat::Cbr => "CCBridge, a game",
            GameFormat::Cbl => "CCBridge, a library",
            GameFormat::DhtmlXq => "DhtmlXQ, of dpxq.com",
            GameFormat::Text => "Moves in Chinese notation",
            GameFormat::MoveList => "Moves from the start, a game on a line",
        };
        PossibleValue::new(format.extension()).help(help)
    });
    PossibleValuesParser::new(choices)
        .map(move |name| GameFormat::named(&name, formats).expect("one of the choices"))
}

/// True if a file has games: by its extension, or by its first bytes if that is .txt or of no format. A pipe is not read.
pub fn is_game_file(path: &Path, encoding: Option<Encoding>) -> io::Result<bool> {
    let format = GameFormat::from_extension(path, GameFormat::READ);
    let is_by_name = format.is_some_and(|format| format != GameFormat::Text);
    if is_by_name || !path.is_file() {
        return Ok(is_by_name);
    }
    let first = first_bytes(path)?;
    let detected = GameFormat::detect(path, &first, GameFormat::READ);
    Ok(detected.is_some_and(GameFormat::is_binary)
        || format.is_some() && begins_with_game(&first, encoding))
}

/// The first bytes of a file, which show whether it has games, and its encoding.
pub fn first_bytes(path: &Path) -> io::Result<Vec<u8>> {
    let mut first = Vec::new();
    let length = FIRST_BYTES as u64 + 1;
    fs::File::open(path)?.take(length).read_to_end(&mut first)?;
    Ok(first)
}

/// Reads the games of a file; `-` is standard input. The encoding of text is detected if none is given. If that may be wrong, an
/// error names `encoding_option`, the option that corrects it.
pub fn read(
    path: &Path,
    formats: &[GameFormat],
    from: Option<GameFormat>,
    encoding: Option<Encoding>,
    encoding_option: Option<&str>,
) -> Result<Vec<GameTree>, Failure> {
    let (bytes, format) = read_file(path, formats, from, "--from")?;
    check_encoding(encoding, &[format])?;
    parse(path, &bytes, format, encoding, encoding_option)
}

/// The games of a file, with an error in place of each game that has one.
type ReadGames = Vec<Result<GameTree, String>>;

/// Reads the games of a file as [`read`], but without [`check_encoding`]. Returns the format, too.
pub fn read_each(
    path: &Path,
    from: Option<GameFormat>,
    encoding: Option<Encoding>,
) -> Result<(GameFormat, ReadGames), Failure> {
    let (bytes, format) = read_file(path, GameFormat::READ, from, "`chuhe convert --from`")?;
    warn_of_replaced(path, &bytes, format, encoding);
    let option = Some("--from-encoding");
    let games = game_file::read_each(&bytes, format, encoding, option);
    Ok((format, games))
}

/// Checks that a given encoding has an effect on one of the files, which have these formats.
pub fn check_encoding(encoding: Option<Encoding>, formats: &[GameFormat]) -> Result<(), Failure> {
    let are_binary = formats.iter().all(|format| format.is_binary());
    match formats {
        [first, ..] if encoding.is_some() && are_binary => {
            Err(no_effect("--from-encoding", *first))
        }
        _ => Ok(()),
    }
}

/// The error of an option without effect on files of this format.
pub fn no_effect(option: &str, format: GameFormat) -> Failure {
    let name = format.extension();
    Failure::Input(format!("{option} has no effect on .{name}; leave it out"))
}

/// The contents and the format of a game file. `option` sets the format.
fn read_file(
    path: &Path,
    formats: &[GameFormat],
    from: Option<GameFormat>,
    option: &str,
) -> Result<(Vec<u8>, GameFormat), Failure> {
    let bytes = read_bytes(path)?;
    let format = from.or_else(|| format_of(path, &bytes, formats));
    let format = format.ok_or_else(|| unknown_format(path, formats, option))?;
    Ok((bytes, format))
}

/// The format of a game file with these contents. If they show none, standard input is a list of moves where that is among the
/// formats, else PGN.
pub fn format_of(path: &Path, bytes: &[u8], formats: &[GameFormat]) -> Option<GameFormat> {
    let fallback = match formats.contains(&GameFormat::MoveList) {
        true => GameFormat::MoveList,
        false => GameFormat::Pgn,
    };
    let fallback = (path == Path::new("-")).then_some(fallback);
    GameFormat::of_file(path, bytes, formats).or(fallback)
}

/// The failure for a file of unknown format; `option` sets the format.
pub fn unknown_format(path: &Path, formats: &[GameFormat], option: &str) -> Failure {
    let names: Vec<&str> = formats.iter().map(|format| format.extension()).collect();
    let names = names.join(" or .");
    // A format that is read but not written.
    let what = match GameFormat::from_extension(path, GameFormat::READ) {
        Some(GameFormat::Cbr | GameFormat::Cbl) => "CBR and CBL are read but not written",
        _ => "unknown format",
    };
    let what = format!("{what}; use a name that ends in .{names}, or {option}");
    Failure::file(path, what)
}

/// Parses the games of a file with these contents in a format; the other arguments are those of [`read`].
pub fn parse(
    path: &Path,
    bytes: &[u8],
    format: GameFormat,
    encoding: Option<Encoding>,
    encoding_option: Option<&str>,
) -> Result<Vec<GameTree>, Failure> {
    warn_of_replaced(path, bytes, format, encoding);
    let encoding_option = encoding_option.or(Some("chuhe convert --from-encoding"));
    let games = game_file::read_each(bytes, format, encoding, encoding_option).into_iter();
    let games: Result<_, String> = games.collect();
    games.map_err(|error| Failure::file(path, error))
}

/// Warns of bytes that are not text in the encoding that is given.
fn warn_of_replaced(path: &Path, bytes: &[u8], format: GameFormat, encoding: Option<Encoding>) {
    if let Some(what) = game_file::describe_replaced(bytes, format, encoding) {
        warn!("{}", Failure::file(path, what));
    }
}

/// The game with the number that `--game` gives, from 1.
pub fn choose(path: &Path, mut games: ReadGames, number: usize) -> Result<GameTree, Failure> {
    // A file that cannot be read is a single error.
    let index = match &games[..] {
        [Err(_)] => 0,
        _ => number - 1,
    };
    if index >= games.len() {
        let what = format!("--game {number}: the last game is {}", games.len());
        return Err(Failure::file(path, what));
    }
    let game = games.swap_remove(index);
    game.map_err(|error| Failure::file(path, error))
}

/// Reads a file; `-` is standard input.
pub fn read_bytes(path: &Path) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = match path == Path::new("-") {
        true => io::stdin().lock().read_to_end(&mut bytes).map(|_| bytes),
        false => fs::read(path),
    };
    read.map_err(|error| Failure::cannot_read(path, &error))
}

/// Checks that the output does not overwrite the input, also under another name.
pub fn check_different_files(input: &Path, output: &Path) -> Result<(), Failure> {
    let stream = Path::new("-");
    if input == stream || output == stream {
        return Ok(());
    }
    // A terminal may be both. Opening a named pipe waits for its other end.
    let are_files = input.is_file() && output.is_file();
    match are_files && is_same_file(input, output).unwrap_or(false) {
        true => Err(Failure::file(
            output,
            "it is the input; write to another file",
        )),
        false => Ok(()),
    }
}
