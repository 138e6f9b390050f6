//! Move lists: moves as text, each in any notation.

use thiserror::Error;

use super::{GameTree, Node, RESULTS};
use crate::board::Board;
use crate::notation::{self, ReadError};
use crate::rules::{Game, IllegalMove};

/// What is wrong with a list of moves.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MovesError {
    /// The number of a word, from 1, that is no move, or in Chinese notation or WXF none of this position.
    #[error("move {0} of the list: {1}")]
    Unreadable(usize, ReadError),
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
    for (number, word) in (1..).zip(words) {
        // Whether a move in ICCS is legal, the game decides.
        let read = word.parse().or_else(|_| notation::read(game.board(), word));
        let mv = read.map_err(|error| MovesError::Unreadable(number, error))?;
        // The number in the list, not in the game.
        game.play(mv)
            .map_err(|illegal| IllegalMove { number, ..illegal })?;
    }
    Ok(())
}

/// Reads a game on each line: moves from the start, and the result behind them if it is known. Empty lines and those that
/// begin with `#` are skipped.
///
/// # Errors
/// The line, and what is wrong with it.
pub fn read(text: &str) -> Result<Vec<GameTree>, String> {
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut words: Vec<&str> = line.split_whitespace().collect();
        if words.first().is_none_or(|word| word.starts_with('#')) {
            continue;
        }
        let result = words.pop_if(|word| RESULTS.contains(word));
        let mut game = Game::new(Board::startpos());
        play(&mut game, &words).map_err(|error| format!("line {}: {error}", index + 1))?;
        let mut tree = GameTree::new(Board::startpos());
        tree.set_tag("Result", result.unwrap_or(RESULTS[0]));
        tree.line = game.moves().iter().copied().map(Node::new).collect();
        games.push(tree);
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
            .map(|game| (game.line.len(), game.result()))
            .collect();
        assert_eq!(played, [(2, "1-0"), (3, "*")]);
        assert_eq!(games[0].line, games[1].line[..2]);
        let error = read("h2e2\nh2e2 h0g2").unwrap_err();
        assert_eq!(
            error,
            "line 2: move 2 of the list, h0g2, is not legal for black"
        );
    }
}
