//! Games: read from files, written to files.

use std::fmt::Display;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use pyo3::exceptions::{PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};

use super::errors::{GameFileError, exception, file_error};
use super::results::construct;
use crate::board::Board;
use crate::cli::failure::Failure;
use crate::cli::game_file::{self, unknown_format};
use crate::games::chinese_names::result;
use crate::games::{Encoding, GameFormat, GameLine, GameNode, GameTree, MAX_NESTING};
use crate::notation::{self, Notation};
use crate::storage::{atomic_file, regular_file};

/// The argument that chooses a format, as errors name it.
const FORMAT: &str = "the argument format";

/// Reads the games of a file: PGN, XQF, CBR, CBL, DhtmlXQ (ubb) or text (txt).
///
/// The extension or the contents show the format, unless format names it. The encoding of text is detected (UTF-8, UTF-16
/// with a byte order mark, GB18030) unless encoding names it, and then invalid bytes are replaced; Big5 needs encoding="big5".
/// Raises GameFileError with the place of an error, and OSError if the file cannot be read.
///
/// 读入文件中的棋谱：PGN、XQF、CBR、CBL、DhtmlXQ（ubb）或文字（txt）。
///
/// 没有给出 format 时由扩展名或内容判断格式；没有给出 encoding 时自动判断编码（UTF-8、带 BOM 的 UTF-16、GB18030），
/// 给出 encoding 时无效的字节用替换字符代替；Big5 要写 encoding="big5"。内容有误时抛出 GameFileError，说明位置；文件读不了时抛出 OSError。
#[pyfunction]
#[pyo3(signature = (path, *, format = None, encoding = None))]
pub fn read_games<'py>(
    py: Python<'py>,
    path: PathBuf,
    format: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let read = || regular_file::check(&path).and_then(|()| fs::read(&path));
    let bytes = py.detach(read).map_err(|error| file_error(&path, &error))?;
    parse(py, Some(&path), &bytes, format, encoding)
}

/// Reads the games in text or bytes, as read_games does in a file.
///
/// encoding is for bytes only.
///
/// 读入文字或字节中的棋谱，与 read_games 相同。encoding 只用于字节。
#[pyfunction]
#[pyo3(signature = (data, *, format = None, encoding = None))]
pub fn parse_games<'py>(
    py: Python<'py>,
    data: &Bound<'py, PyAny>,
    format: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    match data.cast::<PyString>() {
        Ok(_) if encoding.is_some() => Err(PyValueError::new_err(
            "encoding is for bytes: a str has been decoded already",
        )),
        Ok(text) => parse(py, None, text.to_cow()?.as_bytes(), format, Some("utf-8")),
        Err(_) => parse(py, None, &data.extract::<Vec<u8>>()?, format, encoding),
    }
}

/// Parses the games of a file, or of data without a name.
fn parse<'py>(
    py: Python<'py>,
    path: Option<&Path>,
    bytes: &[u8],
    format: Option<&str>,
    encoding: Option<&str>,
) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let name = path.unwrap_or(Path::new("data"));
    let encoding = encoding.map(encoding_named).transpose()?;
    let format = format
        .map(|name| format_named(name, GameFormat::READ))
        .transpose()?;
    let format = format.or_else(|| GameFormat::of_file(name, bytes, GameFormat::READ));
    let format = format.ok_or_else(|| match path {
        Some(path) => game_error(unknown_format(path, GameFormat::READ, FORMAT)),
        None => {
            let names = GameFormat::names(GameFormat::READ);
            GameFileError::new_err(format!(
                "data: unknown format; use {FORMAT}, one of {names}"
            ))
        }
    })?;
    let read = || game_file::parse(name, bytes, format, encoding, Some("encoding="));
    let games = py.detach(read).map_err(game_error)?;
    games.iter().map(|game| game_object(py, game)).collect()
}

/// Writes games as bytes in the format "pgn", "xqf" (one game), "ubb" or "txt".
///
/// notation is that of the moves in PGN. Raises GameFileError if a game has an illegal move, the format cannot hold the games or
/// the encoding lacks a character.
///
/// 把棋谱写成 "pgn"、"xqf"（只能一盘）、"ubb" 或 "txt" 格式的字节。
///
/// notation 是 PGN 中着法的记谱法。棋谱有不合法的着法、格式容不下这些棋谱、编码没有某个字时，抛出 GameFileError。
#[pyfunction]
#[pyo3(signature = (games, format, *, notation = "iccs", encoding = "utf-8"))]
pub fn games_to_bytes(
    games: Vec<Bound<'_, PyAny>>,
    format: &str,
    notation: &str,
    encoding: &str,
) -> PyResult<Vec<u8>> {
    to_bytes(
        &games,
        format_named(format, GameFormat::WRITTEN)?,
        notation,
        encoding,
    )
}

/// Writes games to a file in the format of its extension: .pgn, .xqf (one game), .ubb or .txt.
///
/// An existing file is replaced, but only once the new one is complete. The other arguments and the errors are those of
/// games_to_bytes; OSError is raised if the file cannot be written.
///
/// 把棋谱写入文件，格式由扩展名决定：.pgn、.xqf（只能一盘）、.ubb 或 .txt。
///
/// 已有的文件在新文件写完整之后才被替换。其他参数和错误与 games_to_bytes 相同；文件写不了时抛出 OSError。
#[pyfunction]
#[pyo3(signature = (path, games, *, format = None, notation = "iccs", encoding = "utf-8"))]
pub fn write_games(
    path: PathBuf,
    games: Vec<Bound<'_, PyAny>>,
    format: Option<&str>,
    notation: &str,
    encoding: &str,
) -> PyResult<()> {
    let named = format
        .map(|name| format_named(name, GameFormat::WRITTEN))
        .transpose()?;
    let format = named.or_else(|| GameFormat::from_extension(&path, GameFormat::WRITTEN));
    let format =
        format.ok_or_else(|| game_error(unknown_format(&path, GameFormat::WRITTEN, FORMAT)))?;
    let bytes = to_bytes(&games, format, notation, encoding)?;
    atomic_file::write(&path, |out| out.write_all(&bytes))
        .map_err(|error| file_error(&path, &error))
}

fn to_bytes(
    games: &[Bound<'_, PyAny>],
    format: GameFormat,
    notation: &str,
    encoding: &str,
) -> PyResult<Vec<u8>> {
    let (notation, encoding): (Notation, _) = (notation.parse()?, encoding_named(encoding)?);
    let trees = games
        .iter()
        .zip(1..)
        .map(|(game, number)| game_tree(game, number));
    let trees: Vec<GameTree> = trees.collect::<PyResult<_>>()?;
    let bytes = format.to_bytes(&trees, notation, encoding);
    bytes.map_err(exception::<GameFileError>)
}

fn format_named(name: &str, formats: &[GameFormat]) -> PyResult<GameFormat> {
    GameFormat::named(name, formats).ok_or_else(|| {
        let names = GameFormat::names(formats);
        exception::<PyValueError>(format!("'{name}' is not a format: expected one of {names}"))
    })
}

fn encoding_named(name: &str) -> PyResult<Encoding> {
    name.parse::<Encoding>().map_err(exception::<PyValueError>)
}

fn game_error(failure: Failure) -> PyErr {
    exception::<GameFileError>(failure)
}

/// Returns the result that the tag Result means, as PGN writes it; None for other text.
#[pyfunction]
#[pyo3(name = "_parse_result")]
pub fn parse_result(text: &str) -> Option<&'static str> {
    result(text)
}

/// The object of a game.
fn game_object<'py>(py: Python<'py>, game: &GameTree) -> PyResult<Bound<'py, PyAny>> {
    let tags = PyDict::new(py);
    for (name, value) in &game.tags {
        tags.set_item(name, value)?;
    }
    construct!(py, "Game", {
        "tags": tags,
        "start_fen": game.start.to_fen(),
        "comment": game.comment.clone(),
        "line": line_objects(py, &game.line)?,
    })
}

fn line_objects<'py>(py: Python<'py>, line: &[GameNode]) -> PyResult<Vec<Bound<'py, PyAny>>> {
    let object = |node: &GameNode| {
        let variations = node.variations.iter().map(|line| line_objects(py, line));
        let variations: Vec<_> = variations.collect::<PyResult<_>>()?;
        let nags: Vec<u32> = node.nags.iter().map(|&nag| nag.into()).collect();
        construct!(py, "GameMove", {
            "move": node.mv.to_string(),
            "comment": node.comment.clone(),
            "before": node.before.clone(),
            "nags": nags,
            "variations": variations,
        })
    };
    line.iter().map(object).collect()
}

/// The fields of a Python `Game`. PyO3's errors have the name of the type.
#[derive(FromPyObject)]
struct Game<'py> {
    tags: Bound<'py, PyDict>,
    start_fen: String,
    comment: String,
    line: Vec<Bound<'py, PyAny>>,
}

/// The fields of a Python `GameMove`.
#[derive(FromPyObject)]
struct GameMove<'py> {
    r#move: String,
    comment: String,
    before: String,
    nags: Vec<i64>,
    variations: Vec<Vec<Bound<'py, PyAny>>>,
}

/// The game of an object, which has this number in its list.
fn game_tree(object: &Bound<'_, PyAny>, number: usize) -> PyResult<GameTree> {
    let place = format!("game {number}");
    let argument: Game = extract(object, || place.clone())?;
    let start = Board::from_fen(&argument.start_fen).map_err(|error| wrong(&place, error))?;
    let mut game = GameTree::new(start);
    for (name, value) in argument.tags {
        let tag = || format!("{place}: tag {name}");
        let (name, value): (String, String) = (extract(&name, tag)?, extract(&value, tag)?);
        set_tag(&mut game, &name, &value).map_err(|error| wrong(&place, error))?;
    }
    game.comment = argument.comment;
    game.line = game_line(&mut game.start.clone(), &argument.line, 0, &place)?;
    Ok(game)
}

/// Sets a tag of a game, or returns the reason why its name or value is wrong.
fn set_tag(game: &mut GameTree, name: &str, value: &str) -> Result<(), String> {
    let reason = match name.to_ascii_lowercase().as_str() {
        "fen" => "the tag FEN: set start_fen instead",
        "format" => "the tag Format: it is written from the argument notation",
        _ => return game.set_given_tag(name, value),
    };
    Err(reason.to_owned())
}

/// The error of a game, or of a move in it.
fn wrong(place: &str, reason: impl Display) -> PyErr {
    exception::<GameFileError>(format!("{place}: {reason}"))
}

/// Extracts a value from an object. An error begins with the place of the object. Text that is no Unicode is a wrong value, anything
/// else a wrong type.
fn extract<'a, 'py, T>(object: &'a Bound<'py, PyAny>, place: impl Fn() -> String) -> PyResult<T>
where
    T: FromPyObject<'a, 'py, Error = PyErr>,
{
    object.extract::<T>().map_err(|error| {
        let py = object.py();
        let cause = error.cause(py);
        let reason = cause.iter().map(|cause| format!(": {}", cause.value(py)));
        let text = format!("{}{}", error.value(py), reason.collect::<String>());
        match cause.unwrap_or(error).is_instance_of::<PyValueError>(py) {
            true => wrong(&place(), text),
            false => exception::<PyTypeError>(format!("{}: {text}", place())),
        }
    })
}

fn game_line(
    board: &mut Board,
    objects: &[Bound<'_, PyAny>],
    nesting: usize,
    game: &str,
) -> PyResult<GameLine> {
    if nesting > MAX_NESTING {
        let reason = format!("variations are nested more than {MAX_NESTING} deep");
        return Err(wrong(game, reason));
    }
    let mut line = GameLine::new();
    for object in objects {
        let number = board.move_number();
        let place = || format!("{game}: move {number}");
        let argument: GameMove = extract(object, place)?;
        let mv = notation::read(board, &argument.r#move);
        let mv = mv.map_err(|error| wrong(&place(), error))?;
        let nags = argument.nags.iter().map(|&nag| {
            let reason = || format!("nags: expected 0 to 255, found {nag}");
            u8::try_from(nag).map_err(|_| wrong(&place(), reason()))
        });
        let nags = nags.collect::<PyResult<_>>()?;
        let variations = argument.variations.iter();
        let variations =
            variations.map(|line| game_line(&mut board.clone(), line, nesting + 1, game));
        line.push(GameNode {
            before: argument.before,
            comment: argument.comment,
            nags,
            variations: variations.collect::<PyResult<_>>()?,
            ..GameNode::new(mv)
        });
        let _ = board.make(mv);
    }
    Ok(line)
}
