//! Turns a path-dependent proof into a positional strategy.
//!
//! **Idea.** Proof numbers judge a repetition on the path on which it happens, and may have another answer on another path to the
//! same position. A strategy has one answer for all paths, and may then repeat a cycle that nobody loses. But where the proof is
//! right, there is a positional strategy too ([`super::parity_game`]): among the moves that stay within the strategy, or among those
//! that the proof has on other paths.
//!
//! **How.** All moves that stay among the positions of the strategy form a parity game. If it is not won, the defender has an escape
//! from every move in it. So the proof is played against these escapes. Somewhere it must leave the game, or it would be no
//! proof. Its move there is added to the game with all that follows, and so on, until the game is won.
//!
//! The game does not know perpetual chases; the verifier, which checks the result, does.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::parity_game::{Choice, ParityGame, Position};
use crate::board::{Board, Move};
use crate::solve::budget::Stopped;
use crate::solve::dfpn::LONGEST_LINE;
use crate::solve::strategy::Strategy;
use crate::solve::verify::Reply;

/// The largest game, in positions.
const LARGEST: usize = 30_000;
/// The most work, in positions over all games that are solved.
const WORK: usize = 1_000_000;

/// The answers of a proof: the winner's move after a line that ends with a move of the defender, `None` if there is none. What
/// follows it is added to the strategy.
type Answers<'a> = dyn FnMut(&[Move], &mut Strategy) -> Result<Option<Move>, Stopped> + 'a;

/// A positional strategy for a proof whose first strategy does not hold. `None` if there is none, or it is too large.
pub(in crate::solve) fn positional_strategy(
    board: &Board,
    mut strategy: Strategy,
    answers: &mut Answers,
) -> Result<Option<Strategy>, Stopped> {
    let mut repair = Repair::default();
    repair.enter(board);
    let (mut work, mut addition) = (0, None);
    loop {
        let grown = repair.grow(&strategy, addition);
        work += repair.boards.len();
        if !grown || work > WORK {
            return Ok(None);
        }
        repair.game.solve();
        if repair.game.positions[0].chosen.is_some() {
            return Ok(Some(repair.strategy()));
        }
        addition = repair.leave(answers, &mut strategy)?;
        if addition.is_none() {
            return Ok(None);
        }
    }
}

/// The positions of the strategies so far, and the game on them.
#[derive(Default)]
struct Repair {
    /// With the winner to move; the root is the first.
    boards: Vec<Board>,
    /// The index of each of them, by key.
    places: HashMap<u64, usize>,
    game: ParityGame,
}

impl Repair {
    /// Adds a position, unless it is there.
    fn enter(&mut self, board: &Board) {
        if let Entry::Vacant(entry) = self.places.entry(board.key()) {
            entry.insert(self.boards.len());
            self.boards.push(board.clone());
        }
    }

    /// Adds a move that leaves the game, and all positions that the strategy leads to from there. False where they are too many.
    fn grow(&mut self, strategy: &Strategy, addition: Option<(usize, Move)>) -> bool {
        let solved = self.game.positions.len();
        if let Some((place, mv)) = addition {
            self.enter_after(place, mv);
        }
        let mut next = solved;
        while let Some(board) = self.boards.get(next) {
            if let Some(mv) = strategy.get(board) {
                self.enter_after(next, mv);
            }
            next += 1;
            if self.boards.len() > LARGEST {
                return false;
            }
        }
        for place in solved..self.boards.len() {
            let mut board = self.boards[place].clone();
            let moves = board.legal_moves().into_iter();
            let choices = moves.filter_map(|mv| self.choice(&mut board, mv)).collect();
            self.game.positions.push(Position {
                choices,
                ..Position::default()
            });
        }
        if let Some((place, mv)) = addition {
            let choice = self.choice(&mut self.boards[place].clone(), mv);
            let choices = &mut self.game.positions[place].choices;
            choices.push(choice.expect("all replies were entered"));
        }
        true
    }

    /// Adds the positions after all replies to a move.
    fn enter_after(&mut self, place: usize, mv: Move) {
        let mut board = self.boards[place].clone();
        let _ = board.make(mv);
        for reply in board.legal_moves() {
            board.after(reply, |board| self.enter(board));
        }
    }

    /// A move as a choice of the game, if it stays among the positions.
    fn choice(&self, board: &mut Board, mv: Move) -> Option<Choice> {
        let checks = board.gives_check(mv);
        let reply = |board: &Board, mv| {
            let to = *self.places.get(&board.key_after(mv))?;
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

    /// Plays the proof against the defender's escapes. Returns where it leaves the game, and by which move; `None` if it does
    /// not.
    fn leave(
        &self,
        answers: &mut Answers,
        strategy: &mut Strategy,
    ) -> Result<Option<(usize, Move)>, Stopped> {
        let (mut line, mut place) = (Vec::new(), 0);
        while line.len() < LONGEST_LINE {
            let Some(mv) = answers(&line, strategy)? else {
                break;
            };
            let Some(choice) = self.game.choice(place, mv) else {
                return Ok(Some((place, mv)));
            };
            let Some(reply) = self.game.escape(place, choice) else {
                break;
            };
            line.extend([mv, reply.mv]);
            place = reply.to;
        }
        Ok(None)
    }

    /// The winning strategy of the game.
    fn strategy(&self) -> Strategy {
        let mut strategy = Strategy::default();
        for (board, position) in self.boards.iter().zip(&self.game.positions) {
            if let Some(mv) = position.chosen {
                strategy.set(board, mv);
            }
        }
        strategy
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Repetition;
    use crate::solve::strategy::played;
    use crate::solve::verify::verify;

    #[test]
    fn a_strategy_is_repaired_only_where_a_move_wins() {
        // Without the pawn the rook need not check: next to the general it leaves no move.
        for (fen, moves) in [
            ("4k4/9/9/9/9/9/9/p8/3R5/5K3 w - - 0 1", None),
            ("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1", Some(2)),
        ] {
            let start = Board::from_fen(fen).unwrap();
            let answers = [("", "d1e1"), ("d1e1 e9d9", "e1d1")];
            let strategy = Strategy::after_lines(&start, &answers);
            let repaired = positional_strategy(&start, strategy, &mut |_, _| Ok(None)).unwrap();
            assert_eq!(repaired.map(|strategy| strategy.moves.len()), moves);
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
        let verified = verify(&start, &strategy.unwrap(), Repetition::Asian);
        assert_eq!(verified.map(|proof| proof.mate_in), Ok(2));
    }
}
