//! Move lists: files with a game on each line, its moves in any notation.

use thiserror::Error;

use super::chinese_names::result;
use super::pgn::is_blank;
use super::{GameNode, GameTree, RESULTS};
use crate::board::Board;
use crate::notation::{self, ReadError};
use crate::rules::{Game, IllegalGameMove};

/// An error in a list of moves.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum MoveListError {
    /// A word that is not a move, or in Chinese or WXF notation not a legal one: its number, from 1, and the error.
    #[error("move {0} of the list: {1}")]
    Unreadable(usize, ReadError),
    /// A move that is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalGameMove),
}

/// What to do with games in other forms.
const NOT_A_LIST: &str = " (a .txt has a game on each line here; convert other games with 'chuhe convert FILE.txt FILE.pgn')";

/// The words of a list.
fn words_of(list: &str) -> impl Iterator<Item = &str> {
    list.split(is_blank).filter(|word| !word.is_empty())
}

/// Plays the moves of lists that are separated by white space, each in any notation.
///
/// # Errors
/// If a word is not a legal move. The moves before it have been played.
pub fn play(game: &mut Game, lists: &[impl AsRef<str>]) -> Result<(), MoveListError> {
    let lists = lists.iter().map(AsRef::as_ref);
    let words = lists.flat_map(words_of);
    for (number, word) in (1..).zip(words) {
        // `Game::play` tests whether a move in ICCS is legal.
        let read = word.parse().or_else(|_| notation::read(game.board(), word));
        let mv = read.map_err(|error| MoveListError::Unreadable(number, error))?;
        // The error has the number in the list, not in the game.
        game.play(mv)
            .map_err(|illegal| IllegalGameMove { number, ..illegal })?;
    }
    Ok(())
}

/// Reads a game on each line: moves from the initial position, then the result if it is known. Empty lines and those that
/// begin with `#` are skipped.
///
/// # Errors
/// If a line is not a game: its number, from 1, and the error.
pub fn read(text: &str) -> Result<Vec<GameTree>, String> {
    let mut games = Vec::new();
    for (index, line) in text.lines().enumerate() {
        let mut words: Vec<&str> = words_of(line).collect();
        if words.first().is_none_or(|word| word.starts_with('#')) {
            continue;
        }
        let result = words.last().and_then(|word| result(word));
        if result.is_some() {
            words.pop();
        }
        let mut game = Game::new(Board::startpos());
        let played = match words.is_empty() {
            true => Err("a result without moves".to_owned()),
            false => play(&mut game, &words).map_err(|error| error.to_string()),
        };
        played.map_err(|error| format!("line {}: {error}{NOT_A_LIST}", index + 1))?;
        let mut tree = GameTree::new(Board::startpos());
        tree.set_tag("Result", result.unwrap_or(RESULTS[0]));
        tree.line = game.moves().iter().copied().map(GameNode::new).collect();
        games.push(tree);
    }
    Ok(games)
}
