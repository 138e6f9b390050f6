//! Game: first position, moves, present position, and the history that repetition needs.

use thiserror::Error;

use super::HistoryEntry;
use crate::board::{Board, Color, Move};

/// A game in progress.
///
/// ```
/// use chuhe::{board::Board, rules::Game};
/// let mut game = Game::new(Board::startpos());
/// game.play("h2e2".parse().unwrap()).unwrap();
/// let error = game.play("a9a1".parse().unwrap()).unwrap_err();
/// assert_eq!(error.to_string(), "move 2 of the list, a9a1, is not legal for black");
/// assert_eq!(game.moves().len(), 1);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    start: Board,
    board: Board,
    moves: Vec<Move>,
    history: Vec<HistoryEntry>,
}

/// The error for a move that is not legal in a game.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number} of the list, {mv}, is not legal for {side}")]
pub struct IllegalGameMove {
    /// The move's number in the game, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// The side to move.
    pub side: Color,
}

impl Default for Game {
    /// A game from the starting position.
    fn default() -> Game {
        Game::new(Board::startpos())
    }
}

impl Game {
    /// A game from a position, without moves.
    pub fn new(board: Board) -> Game {
        Game {
            start: board.clone(),
            moves: Vec::new(),
            history: vec![HistoryEntry::of(&board, None)],
            board,
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// If the move is not legal; the game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalGameMove> {
        let _ = self.board.try_make(mv).map_err(|error| IllegalGameMove {
            number: self.moves.len() + 1,
            mv,
            side: error.side,
        })?;
        self.moves.push(mv);
        self.history.push(HistoryEntry::of(&self.board, Some(mv)));
        Ok(())
    }

    /// The present position.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// Every position of the game, from the first to the present one, as repetition needs it.
    pub fn history(&self) -> &[HistoryEntry] {
        &self.history
    }
}
