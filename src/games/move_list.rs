//! Lists of moves as text, each in any notation.

use thiserror::Error;

use crate::board::{Board, Move};
use crate::notation::{self, ReadError};
use crate::rules::{Game, IllegalMove};

/// What is wrong with a list of moves.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MovesError {
    /// A word that is no move, or in Chinese notation or WXF none of this position.
    #[error("move {number} of the list: {source}")]
    Unreadable {
        /// Which of the moves, from 1.
        number: usize,
        /// What is wrong with it.
        source: ReadError,
    },
    /// A move that the rules do not allow.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
}

/// Plays the moves of some lists, separated by white space, each in any notation.
///
/// # Errors
/// At the first that is no move, or not legal where it stands; those before it have been played.
pub fn play(game: &mut Game, lists: &[impl AsRef<str>]) -> Result<(), MovesError> {
    let words = lists
        .iter()
        .flat_map(|list| list.as_ref().split_whitespace());
    for (index, word) in words.enumerate() {
        let number = index + 1;
        // Two squares are two squares, legal or not: whether they are, the game says.
        let read = match word.parse() {
            Ok(mv) => Ok(mv),
            Err(_) => notation::read(game.board(), word),
        };
        let mv: Move = read.map_err(|source| MovesError::Unreadable { number, source })?;
        // The number in the list, not in the game.
        game.play(mv)
            .map_err(|illegal| IllegalMove { number, ..illegal })?;
    }
    Ok(())
}

/// A game from a list of moves.
#[derive(Clone, Debug)]
pub struct ListedGame {
    /// The game.
    pub game: Game,
    /// Its result, such as `1-0`; `*` if the list has none.
    pub result: String,
}

/// Reads a list of moves on each line, from the start of a game, with its result behind them if it is known. Empty lines and
/// those that begin with `#` are skipped.
///
/// # Errors
/// The line, and what is wrong with it.
pub fn read(text: &str) -> Result<Vec<ListedGame>, String> {
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
        let result = result.unwrap_or("*").to_owned();
        games.push(ListedGame { game, result });
    }
    Ok(games)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lists_of_moves_in_any_notation() {
        let games = read("# two\n\nh2e2 H9-G7 1-0\n炮二平五 马８进７ C8.6\n").unwrap();
        let played: Vec<(usize, &str)> = games
            .iter()
            .map(|listed| (listed.game.moves().len(), listed.result.as_str()))
            .collect();
        assert_eq!(played, [(2, "1-0"), (3, "*")]);
        assert_eq!(games[0].game.moves(), &games[1].game.moves()[..2]);
        let error = read("h2e2\nh2e2 h0g2").unwrap_err();
        assert_eq!(
            error,
            "line 2: move 2 of the list, h0g2, is not legal for black"
        );
    }
}
