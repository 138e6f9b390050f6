//! Turns a path-dependent proof into a positional strategy.
//!
//! **Idea.** Df-pn judges a repetition on the path on which it happens, and may have another move on another path to the same
//! position. A strategy has one move for all paths, so it may allow a cycle that the defender does not lose. But if the proof is
//! right, there is a positional strategy ([`super::parity_game`]) of moves that stay within the strategy and moves that the
//! proof has on other paths.
//!
//! **How.** All moves that stay among the positions of the strategy form a parity game. If it is not won, the defender has an
//! escape from every move in it. So the proof is played against these escapes. Somewhere it must play a move that the game does
//! not have, or it would not be a proof. That move is added to the game with all that follows, until the game is won.
//!
//! The game ignores perpetual chases. The verifier, which checks the result, judges them.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::parity_game::{Choice, ParityGame, Position};
use crate::board::{Board, Move};
use crate::solve::budget::Stopped;
use crate::solve::dfpn::MAX_PATH;
use crate::solve::strategy::Strategy;
use crate::solve::verify::Reply;

/// The maximum number of positions in a game.
const MAX_POSITIONS: usize = 30_000;
/// The maximum number of positions, summed over all games solved.
const MAX_WORK: usize = 1_000_000;

/// A proof as a function: the winner's move after a line that is empty or ends with the defender's move, `None` if there is none.
/// It adds the moves that follow to the strategy.
type ProofMoves<'a> = dyn FnMut(&[Move], &mut Strategy) -> Result<Option<Move>, Stopped> + 'a;

/// Returns a positional strategy for a proof whose first strategy does not hold; `None` if none is found within
/// [`MAX_POSITIONS`] and [`MAX_WORK`].
///
/// # Errors
/// If the budget of `proof_moves` is spent.
pub(in crate::solve) fn positional_strategy(
    board: &Board,
    mut strategy: Strategy,
    proof_moves: &mut ProofMoves,
) -> Result<Option<Strategy>, Stopped> {
    let mut repair = Repair::default();
    repair.add_position(board);
    let (mut work, mut addition) = (0, None);
    loop {
        let is_complete = repair.grow(addition, |board| strategy.get(board));
        work += repair.boards.len();
        if !is_complete || work > MAX_WORK {
            return Ok(None);
        }
        if let Some(found) = repair.solve() {
            return Ok(Some(found));
        }
        addition = repair.next_addition(proof_moves, &mut strategy)?;
        if addition.is_none() {
            return Ok(None);
        }
    }
}

/// Returns a positional strategy of moves that `candidates` returns for each position; `None` if none is found within
/// [`MAX_POSITIONS`].
pub(in crate::solve) fn strategy_among<M: IntoIterator<Item = Move>>(
    board: &Board,
    candidates: impl Fn(&Board) -> M,
) -> Option<Strategy> {
    let mut repair = Repair::default();
    repair.add_position(board);
    match repair.grow(None, candidates) {
        true => repair.solve(),
        false => None,
    }
}

/// The positions of the proof so far, and the parity game on them.
#[derive(Default)]
struct Repair {
    /// The positions with the winner to move; the first is the root.
    boards: Vec<Board>,
    /// The index of each position, by key.
    indices: HashMap<u64, usize>,
    game: ParityGame,
}

impl Repair {
    /// Adds a position, unless it was added before.
    fn add_position(&mut self, board: &Board) {
        if let Entry::Vacant(entry) = self.indices.entry(board.key()) {
            entry.insert(self.boards.len());
            self.boards.push(board.clone());
        }
    }

    /// Adds a move to the game, with all positions that the moves of `candidates` reach from there. Returns false if the game
    /// exceeds [`MAX_POSITIONS`].
    fn grow<M: IntoIterator<Item = Move>>(
        &mut self,
        addition: Option<(usize, Move)>,
        candidates: impl Fn(&Board) -> M,
    ) -> bool {
        let first_new = self.game.positions.len();
        if let Some((index, mv)) = addition {
            self.add_positions_after(index, mv);
        }
        let mut next = first_new;
        while let Some(board) = self.boards.get(next) {
            for mv in candidates(board) {
                self.add_positions_after(next, mv);
            }
            next += 1;
            if self.boards.len() > MAX_POSITIONS {
                return false;
            }
        }
        for index in first_new..self.boards.len() {
            let mut board = self.boards[index].clone();
            let moves = board.legal_moves().into_iter();
            let choices = moves.filter_map(|mv| self.choice(&mut board, mv)).collect();
            self.game.positions.push(Position {
                choices,
                ..Position::default()
            });
        }
        if let Some((index, mv)) = addition {
            let choice = self.choice(&mut self.boards[index].clone(), mv);
            let choices = &mut self.game.positions[index].choices;
            choices.push(choice.expect("all replies were added"));
        }
        true
    }

    /// Adds the positions after all replies to a move.
    fn add_positions_after(&mut self, index: usize, mv: Move) {
        let mut board = self.boards[index].after_line(&[mv]);
        for reply in board.legal_moves() {
            board.after(reply, |board| self.add_position(board));
        }
    }

    /// Returns a move as a choice of the game, if every reply leads to a position of the game.
    fn choice(&self, board: &mut Board, mv: Move) -> Option<Choice> {
        let checks = board.gives_check(mv);
        let reply = |board: &Board, mv| {
            let to = *self.indices.get(&board.key_after(mv))?;
            let checks = board.gives_check(mv);
            Some(Reply { mv, checks, to })
        };
        let replies = board.after(mv, |board| {
            let moves = board.legal_moves().into_iter();
            moves.map(|mv| reply(board, mv)).collect::<Option<_>>()
        });
        Some(Choice {
            mv,
            checks,
            replies: replies?,
        })
    }

    /// Plays the proof against the defender's escapes. Returns its first move that the game does not have, with the index of the
    /// position; `None` if there is none.
    fn next_addition(
        &self,
        proof_moves: &mut ProofMoves,
        strategy: &mut Strategy,
    ) -> Result<Option<(usize, Move)>, Stopped> {
        let (mut line, mut index) = (Vec::new(), 0);
        while line.len() < MAX_PATH {
            let Some(mv) = proof_moves(&line, strategy)? else {
                break;
            };
            let Some(choice) = self.game.choice(index, mv) else {
                return Ok(Some((index, mv)));
            };
            let Some(reply) = self.game.escape(index, choice) else {
                break;
            };
            line.extend([mv, reply.mv]);
            index = reply.to;
        }
        Ok(None)
    }

    /// Solves the game. Returns its winning strategy, if there is one for the root.
    fn solve(&mut self) -> Option<Strategy> {
        self.game.solve();
        self.game.positions[0].chosen?;
        let mut strategy = Strategy::default();
        for (board, position) in self.boards.iter().zip(&self.game.positions) {
            if let Some(mv) = position.chosen {
                strategy.set(board, mv);
            }
        }
        Some(strategy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::RepetitionRules;
    use crate::solve::strategy::played;
    use crate::solve::verify::verify;

    #[test]
    fn a_strategy_is_repaired_only_if_a_move_wins() {
        // Without the pawn the rook can stalemate the general instead of checking for ever.
        for (fen, strategy_len) in [
            ("4k4/9/9/9/9/9/9/p8/3R5/5K3 w - - 0 1", None),
            ("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1", Some(2)),
        ] {
            let start = Board::from_fen(fen).unwrap();
            let cycle = [("", "d1e1"), ("d1e1 e9d9", "e1d1")];
            let strategy = Strategy::after_lines(&start, &cycle);
            let repaired = positional_strategy(&start, strategy, &mut |_, _| Ok(None)).unwrap();
            assert_eq!(repaired.map(|strategy| strategy.moves.len()), strategy_len);
        }
    }

    #[test]
    fn the_proof_adds_moves_that_the_strategy_lacks() {
        let start = Board::from_fen("3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
        let wait = Strategy::after_lines(&start, &[("", "f0f1")]);
        let mut proof = |line: &[Move], strategy: &mut Strategy| {
            assert!(line.is_empty());
            strategy.set(&played(&start, "a7a8 d9e9"), "b0b9".parse().unwrap());
            Ok("a7a8".parse().ok())
        };
        let strategy = positional_strategy(&start, wait, &mut proof).unwrap();
        let verified = verify(&start, &strategy.unwrap(), RepetitionRules::Asian);
        assert_eq!(verified.map(|proof| proof.mate_in), Ok(2));
    }
}
