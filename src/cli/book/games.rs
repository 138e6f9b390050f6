//! Games to make a book of, from files of any kind.

use std::path::Path;

use clap::ValueEnum;

use crate::board::{Board, Move};
use crate::book::Ended;
use crate::cli::Failure;
use crate::cli::game_file::bytes_of;
use crate::games::{GameTree, encoding, move_list, pgn, xqf};

/// What a file of games is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// Portable game notation
    Pgn,
    /// XQStudio
    Xqf,
    /// Moves from the start, a game on a line
    Txt,
}

/// A game that was played.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Played {
    /// Where it began.
    pub start: Board,
    /// What was played.
    pub moves: Vec<Move>,
    /// How it ended.
    pub ended: Ended,
}

/// Reads all games of a file; `-` is standard input.
///
/// # Errors
/// When it cannot be read, tells no format, or is broken.
pub fn read(path: &Path, format: Option<Format>) -> Result<Vec<Played>, Failure> {
    let name = path.display();
    let wrong = |error: &dyn std::fmt::Display| Failure::Input(format!("{name}: {error}"));
    let stdin = path == Path::new("-");
    let end = path.extension().and_then(|end| end.to_str());
    let named = end.and_then(|end| Format::from_str(end, true).ok());
    let format = format
        .or(named)
        .or(stdin.then_some(Format::Txt))
        .ok_or_else(|| wrong(&"its name tells no format, want .pgn, .xqf, .txt or --from"))?;
    let bytes = bytes_of(path)?;
    if format == Format::Xqf {
        let game = xqf::read(&bytes).map_err(|error| wrong(&error))?;
        return Ok(vec![of_tree(&game)]);
    }
    let (text, _) = encoding::decode(&bytes).map_err(|error| wrong(&error))?;
    if format == Format::Pgn {
        let games = pgn::read(&text).map_err(|error| wrong(&error))?;
        return Ok(games.iter().map(of_tree).collect());
    }
    let games = move_list::read(&text).map_err(|error| wrong(&error))?;
    let played = games.into_iter().map(|listed| Played {
        start: listed.game.start().clone(),
        moves: listed.game.moves().to_vec(),
        ended: Ended::from_result(&listed.result),
    });
    Ok(played.collect())
}

fn of_tree(game: &GameTree) -> Played {
    Played {
        start: game.start.clone(),
        moves: game.main_line(),
        ended: Ended::from_result(game.result()),
    }
}
