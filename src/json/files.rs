//! Requests on the contents of files: read games and puzzles, write games.

use std::collections::BTreeMap;
use std::path::Path;

use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use serde::Serialize;

use super::GameRecord;
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
    id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    fen: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// Decodes the contents of a file.
fn contents(file: &str) -> Result<Vec<u8>, String> {
    BASE64_STANDARD
        .decode(file)
        .map_err(|error| format!("file: not Base64: {error}"))
}

/// Reads the games of a file. The extension of its name or its contents show the format, unless `format` names it.
pub fn read_games(
    file: &str,
    name: &str,
    format: Option<&str>,
    encoding: Option<&str>,
) -> Result<GamesRecord, String> {
    let bytes = contents(file)?;
    let format = format.map(|format| format_named(format, GameFormat::READ));
    let format = format
        .transpose()?
        .or_else(|| GameFormat::of_file(Path::new(name), &bytes, GameFormat::READ))
        .ok_or_else(|| {
            format!(
                "unknown format: expected one of {}",
                names(GameFormat::READ)
            )
        })?;
    let games = game_file::read(&bytes, format, encoding_named(encoding)?, Some("encoding"))?;
    Ok(GamesRecord {
        format: format.extension(),
        games: games.iter().map(GameRecord::new).collect(),
    })
}

/// Writes games in a format: the field `file` has the contents in Base64. `notation` is that of the moves in PGN.
pub fn write_games(
    games: &[GameRecord],
    format: &str,
    notation: Option<&str>,
    encoding: Option<&str>,
) -> Result<BTreeMap<&'static str, String>, String> {
    let format = format_named(format, GameFormat::WRITTEN)?;
    let notation = match notation {
        None => Notation::Iccs,
        Some(name) => name
            .parse()
            .map_err(|_| "notation: expected one of iccs, chinese, wxf")?,
    };
    let encoding = encoding_named(encoding)?.unwrap_or_default();
    let trees = games.iter().zip(1..).map(|(game, number): (_, usize)| {
        let tree = game.to_tree();
        tree.map_err(|error| format!("game {number}: {error}"))
    });
    let trees: Vec<GameTree> = trees.collect::<Result<_, _>>()?;
    let bytes = game_file::to_bytes(&trees, format, notation, encoding)?;
    Ok(BTreeMap::from([("file", BASE64_STANDARD.encode(bytes))]))
}

/// Reads the puzzles of a file into the field `puzzles`: of each game the position in which it begins, otherwise a puzzle on a line.
pub fn read_puzzles(
    file: &str,
    name: &str,
) -> Result<BTreeMap<&'static str, Vec<PuzzleLineRecord>>, String> {
    let bytes = contents(file)?;
    let puzzles = match GameFormat::detect(Path::new(name), &bytes, GameFormat::READ) {
        Some(format) => {
            let games = game_file::read_each(&bytes, format, None, None);
            if let [Err(error)] = &games[..] {
                return Err(error.clone());
            }
            let puzzles = games.into_iter().map(|game| Ok(Puzzle::of_game(&game?)));
            let numbered = (1..).zip(puzzles);
            numbered
                .map(|(number, puzzle)| PuzzleLineRecord::new(number, puzzle))
                .collect()
        }
        None => {
            let (text, _) = encoding::decode(&bytes).map_err(|error| error.to_string())?;
            text.lines().zip(1..).filter_map(puzzle_of_line).collect()
        }
    };
    Ok(BTreeMap::from([("puzzles", puzzles)]))
}

fn puzzle_of_line((text, line): (&str, u64)) -> Option<PuzzleLineRecord> {
    let (PuzzleLine::Puzzle(puzzle) | PuzzleLine::Position(puzzle)) = read(text) else {
        return None;
    };
    let puzzle = puzzle.map_err(|error| error.to_string());
    Some(PuzzleLineRecord::new(line, puzzle))
}

impl PuzzleLineRecord {
    fn new(line: u64, puzzle: Result<Puzzle, String>) -> PuzzleLineRecord {
        let id = puzzle.as_ref().ok().and_then(|puzzle| puzzle.operand("id"));
        PuzzleLineRecord {
            line,
            id: id.unwrap_or_default().to_owned(),
            fen: (puzzle.as_ref().ok()).map(|puzzle| puzzle.game.board().to_fen()),
            error: puzzle.err(),
        }
    }
}

fn format_named(name: &str, formats: &[GameFormat]) -> Result<GameFormat, String> {
    GameFormat::named(name, formats)
        .ok_or_else(|| format!("format: expected one of {}", names(formats)))
}

fn names(formats: &[GameFormat]) -> String {
    let names: Vec<&str> = formats.iter().map(|format| format.extension()).collect();
    names.join(", ")
}

fn encoding_named(name: Option<&str>) -> Result<Option<Encoding>, String> {
    let encoding = name.map(|name| {
        name.parse()
            .map_err(|_| "encoding: expected one of utf-8, gb18030, big5, utf-16")
    });
    Ok(encoding.transpose()?)
}
