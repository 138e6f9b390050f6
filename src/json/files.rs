//! Requests on the contents of files: read games and puzzles, write games.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

use super::fields::{Fields, parse_fields};
use super::{GameRecord, ReplyWriter};
use crate::games::game_file::{self, GameFormat};
use crate::games::{Encoding, GameTree, encoding};
use crate::notation::Notation;
use crate::solve::batch::Puzzle;
use crate::solve::batch::puzzle_line::{PuzzleLine, read};

/// The games of a file.
#[derive(Debug, Serialize)]
pub struct GamesRecord {
    /// The extension of the format.
    format: &'static str,
    games: Vec<GameRecord>,
}

/// A puzzle: its position, or the error of its line.
#[derive(Debug, Serialize)]
pub struct PuzzleLineRecord {
    /// The line, or the number of the game, from 1.
    line: u64,
    /// True if `line` is the number of a game.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    game: bool,
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Decodes the contents of the file.
fn contents(fields: &Fields) -> Result<Vec<u8>, String> {
    let file = fields.file.as_ref().ok_or("file: it is missing")?;
    BASE64_STANDARD
        .decode(file)
        .map_err(|error| format!("file: not Base64: {error}"))
}

/// Reads the games of a file. The extension of its name or its contents show the format, unless `format` names it.
pub fn read_games(fields: &Fields) -> Result<GamesRecord, String> {
    let bytes = contents(fields)?;
    let format = fields.format.as_deref();
    let format = format.map(|format| format_named(format, GameFormat::READ));
    let format = format
        .transpose()?
        .or_else(|| GameFormat::of_file(Path::new(&fields.name), &bytes, GameFormat::READ))
        .ok_or_else(|| {
            let names = GameFormat::names(GameFormat::READ);
            format!("unknown format: expected one of {names}")
        })?;
    let games = game_file::read_each(&bytes, format, given_encoding(fields)?, Some("encoding"));
    let games = games.into_iter().map(|game| Ok(GameRecord::new(&game?)));
    Ok(GamesRecord {
        format: format.extension(),
        games: games.collect::<Result<_, String>>()?,
    })
}

/// Writes games in a format: the field `file` has the contents in Base64. `notation` is that of the moves in PGN.
pub fn write_games(fields: &Fields) -> Result<BTreeMap<&'static str, String>, String> {
    let games = fields.games.as_ref().ok_or("games: it is missing")?;
    let format = fields.format.as_deref().unwrap_or("pgn");
    let format = format_named(format, GameFormat::WRITTEN)?;
    let notation = match &fields.notation {
        None => Notation::Iccs,
        Some(name) => name
            .parse()
            .map_err(|_| "notation: expected one of iccs, chinese, wxf")?,
    };
    let encoding = given_encoding(fields)?.unwrap_or_default();
    let trees = games.iter().zip(1..).map(|(game, number): (_, usize)| {
        let tree = parse_fields(game).and_then(|game: GameRecord| game.to_tree());
        tree.map_err(|error| format!("game {number}: {error}"))
    });
    let trees: Vec<GameTree> = trees.collect::<Result<_, _>>()?;
    let bytes = format.to_bytes(&trees, notation, encoding)?;
    Ok(BTreeMap::from([("file", BASE64_STANDARD.encode(bytes))]))
}

/// Reads the puzzles of a file into the field `puzzles`: of each game the position in which it begins, otherwise a puzzle on a line.
pub fn read_puzzles(
    fields: &Fields,
    replies: &ReplyWriter,
) -> Result<BTreeMap<&'static str, Vec<PuzzleLineRecord>>, String> {
    let bytes = contents(fields)?;
    let format = GameFormat::detect(Path::new(&fields.name), &bytes, GameFormat::READ);
    let record = |(line, puzzle): (u64, Result<Puzzle, String>)| {
        let id = puzzle.as_ref().ok().and_then(|puzzle| puzzle.operand("id"));
        PuzzleLineRecord {
            line,
            game: format.is_some(),
            id: id.unwrap_or_default().to_owned(),
            fen: (puzzle.as_ref().ok()).map(|puzzle| puzzle.game.board().to_fen()),
            error: puzzle.err().map(|error| replies.text(&error)),
        }
    };
    let puzzles = match format {
        Some(format) => {
            let games = game_file::read_each(&bytes, format, None, None);
            if let [Err(error)] = &games[..] {
                return Err(error.clone());
            }
            let puzzles = games.into_iter().map(|game| Ok(Puzzle::of_game(&game?)));
            (1..).zip(puzzles).map(record).collect()
        }
        None => {
            let (text, _) = encoding::decode(&bytes).map_err(|error| error.to_string())?;
            let lines = (1..).zip(text.lines());
            let puzzles = lines.filter_map(|(line, text)| Some((line, puzzle_of_line(text)?)));
            puzzles.map(record).collect()
        }
    };
    Ok(BTreeMap::from([("puzzles", puzzles)]))
}

fn puzzle_of_line(text: &str) -> Option<Result<Puzzle, String>> {
    let (PuzzleLine::Puzzle(puzzle) | PuzzleLine::Position(puzzle)) = read(text) else {
        return None;
    };
    Some(puzzle.map_err(|error| error.to_string()))
}

fn format_named(name: &str, formats: &[GameFormat]) -> Result<GameFormat, String> {
    GameFormat::named(name, formats)
        .ok_or_else(|| format!("format: expected one of {}", GameFormat::names(formats)))
}

fn given_encoding(fields: &Fields) -> Result<Option<Encoding>, String> {
    let encoding = fields.encoding.as_ref().map(|name| {
        name.parse()
            .map_err(|_| "encoding: expected one of utf-8, gb18030, big5, utf-16")
    });
    Ok(encoding.transpose()?)
}
