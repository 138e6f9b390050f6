//! A game: where it began, what was played, where it stands.

use thiserror::Error;

use super::{Deed, Past};
use crate::board::{Board, Move};

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
#[derive(Clone, Debug)]
pub struct Game {
    start: Board,
    board: Board,
    moves: Vec<Move>,
    past: Vec<Past>,
}

/// A move that the rules do not allow, and where in the game it stood.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("move {number} of the list, {mv}, is not legal for {side}")]
pub struct IllegalMove {
    /// Which move of the game, from 1.
    pub number: usize,
    /// The move.
    pub mv: Move,
    /// Whose move it was.
    pub side: crate::board::Color,
}

impl Game {
    /// A game that begins here.
    pub fn new(board: Board) -> Game {
        let past = vec![Past::of(&board, None)];
        Game {
            start: board.clone(),
            board,
            moves: Vec::new(),
            past,
        }
    }

    /// Plays a move.
    ///
    /// # Errors
    /// When the move is not legal; the game is then as it was.
    pub fn play(&mut self, mv: Move) -> Result<(), IllegalMove> {
        let _ = self.board.try_make(mv).map_err(|error| IllegalMove {
            number: self.moves.len() + 1,
            mv,
            side: error.side,
        })?;
        self.moves.push(mv);
        self.past.push(Past::of(&self.board, Some(mv)));
        Ok(())
    }

    /// The position now.
    pub fn board(&self) -> &Board {
        &self.board
    }

    /// The moves played.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// What each move did.
    pub fn deeds(&self) -> Vec<Deed> {
        let mut board = self.start.clone();
        let mut deeds = Vec::with_capacity(self.moves.len());
        for &mv in &self.moves {
            deeds.push(Deed::of(&board, mv));
            let _ = board.make(mv);
        }
        deeds
    }

    /// The position in which the game began.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// What repetition needs to know of every position, the first to the present one.
    pub fn past(&self) -> &[Past] {
        &self.past
    }
}
