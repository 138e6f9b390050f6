//! Games to make a book of, from files of any kind.

use std::io::Read;
use std::path::Path;

use clap::ValueEnum;

use crate::board::{Board, Color, Move};
use crate::book::Ended;
use crate::cli::Failure;
use crate::cli::args::play;
use crate::games::{GameTree, encoding, pgn, xqf};
use crate::rules::Game;

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
    let mut bytes = Vec::new();
    let found = match stdin {
        true => std::io::stdin().lock().read_to_end(&mut bytes).map(|_| ()),
        false => std::fs::read(path).map(|found| bytes = found),
    };
    found.map_err(|error| Failure::Input(format!("cannot read {name}: {error}")))?;
    let text = || encoding::decode(&bytes).map(|(text, _)| text);
    match format {
        Format::Xqf => {
            let game = xqf::read(&bytes).map_err(|error| wrong(&error))?;
            Ok(vec![of_tree(&game)])
        }
        Format::Pgn => {
            let text = text().map_err(|error| wrong(&error))?;
            let games = pgn::read(&text).map_err(|error| wrong(&error))?;
            Ok(games.iter().map(of_tree).collect())
        }
        Format::Txt => {
            let text = text().map_err(|error| wrong(&error))?;
            lists(&text).map_err(|error| wrong(&error))
        }
    }
}

fn of_tree(game: &GameTree) -> Played {
    Played {
        start: game.start.clone(),
        moves: game.main_line(),
        ended: ended(game.result()),
    }
}

fn ended(result: &str) -> Ended {
    match result {
        "1-0" => Ended::Won(Color::Red),
        "0-1" => Ended::Won(Color::Black),
        "1/2-1/2" => Ended::Drawn,
        _ => Ended::Unknown,
    }
}

/// A game on a line. Empty lines and those that begin with `#` are none.
fn lists(text: &str) -> Result<Vec<Played>, String> {
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        let comment = words.first().is_some_and(|word| word.starts_with('#'));
        if words.is_empty() || comment {
            continue;
        }
        let result = words.pop_if(|word| matches!(*word, "1-0" | "0-1" | "1/2-1/2" | "*"));
        let mut game = Game::new(Board::startpos());
        play(&mut game, &words).map_err(|error| format!("line {}: {error}", index + 1))?;
        games.push(Played {
            start: game.start().clone(),
            moves: game.moves().to_vec(),
            ended: result.map_or(Ended::Unknown, ended),
        });
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_moves_in_any_notation() {
        let games = lists("# two\n\nh2e2 H9-G7 1-0\n炮二平五 马８进７ C8.6\n").unwrap();
        let played: Vec<(usize, Ended)> = games
            .iter()
            .map(|game| (game.moves.len(), game.ended))
            .collect();
        assert_eq!(played, [(2, Ended::Won(Color::Red)), (3, Ended::Unknown)]);
        assert_eq!(games[0].moves, games[1].moves[..2]);
        let fault = lists("h2e2\nh2e2 h0g2").unwrap_err();
        assert_eq!(
            fault,
            "line 2: move 2 of the list, h0g2, is not legal for black"
        );
    }
}
