//! What the winner plays, wherever the defence leads: the answer to a puzzle in full.

use std::collections::HashMap;

use super::budget::{Meter, Stopped};
use super::forcing::Forcing;
use super::shortest::Shortest;
use crate::board::{Board, Move};

/// A move of the winner for every position that a defence can reach: a plan without memory, so that the same
/// position has the same answer on whatever way it comes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Strategy {
    moves: HashMap<u64, Move>,
}

impl Strategy {
    /// A plan that knows nothing yet.
    pub fn new() -> Strategy {
        Strategy::default()
    }

    /// What is to be played in a position, the winner to move.
    pub fn get(&self, board: &Board) -> Option<Move> {
        self.moves.get(&board.key()).copied()
    }

    /// Says what is to be played in a position.
    pub fn set(&mut self, board: &Board, mv: Move) {
        self.moves.insert(board.key(), mv);
    }

    /// Takes over the answers of another plan, for positions that have none.
    pub fn add(&mut self, other: Strategy) {
        for (key, mv) in other.moves {
            self.moves.entry(key).or_insert(mv);
        }
    }

    /// The number of positions with an answer.
    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// Whether no position has one.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    /// The plan of a mate that the search for the shortest has found with these moves allowed, or all; the shortest
    /// everywhere.
    ///
    /// What its table has lost is searched once more, and so this costs nodes.
    ///
    /// # Errors
    /// When the budget is spent.
    pub(super) fn of_shortest(
        board: &mut Board,
        allowed: Option<Forcing>,
        known: &mut Shortest,
        meter: &mut Meter,
    ) -> Result<Strategy, Stopped> {
        let mut strategy = Strategy::new();
        let mate_in = u32::from(known.fact(board, allowed).mate_in);
        strategy.gather(board, allowed, mate_in, known, meter)?;
        Ok(strategy)
    }

    fn gather(
        &mut self,
        board: &mut Board,
        allowed: Option<Forcing>,
        mate_in: u32,
        known: &mut Shortest,
        meter: &mut Meter,
    ) -> Result<(), Stopped> {
        if self.get(board).is_some() {
            return Ok(());
        }
        let Some(mv) = known.mating_move(board, allowed, mate_in, meter)? else {
            debug_assert!(false, "no mate in {mate_in} where there was one: {board:?}");
            return Ok(());
        };
        self.set(board, mv);
        let undo = board.make(mv);
        for reply in board.legal_moves() {
            let back = board.make(reply);
            let done = self.gather(board, allowed, mate_in - 1, known, meter);
            board.undo(back);
            if done.is_err() {
                board.undo(undo);
                return done;
            }
        }
        board.undo(undo);
        Ok(())
    }
}
