//! One plan out of many lines.
//!
//! **Idea.** Proof numbers judge a repetition on the line on which it happens: "here the defender can only check for ever, and
//! loses". On another line to the same position the winner may have another answer, and a plan, which has one answer for
//! all lines, may then go round in a circle that nobody loses. But where the proof is right, there is one answer for each position
//! too (`parity`): among the moves that stay within the plan, or among those that the proof has on other lines.
//!
//! **How.** All moves that stay among the positions of the plan make a game (`parity`). If it is not won, the defender has a way out of
//! every move in it. So the line is played on which the winner answers as the proof does and the defender goes that way: on it
//! the proof must leave the plan somewhere, or it would not be one. The move that it has there joins the game with all that
//! follows, and so on, until the game is won.
//!
//! What comes out is a plan like any other: the walker has the last word ([`super::verify()`]). It knows more than this room
//! does: a defender who chases for ever is lost too, which no number of a parity game tells.

use std::collections::HashMap;
use std::collections::hash_map::Entry;

use super::budget::Stopped;
use super::dfpn::LONGEST_LINE;
use super::parity::{Choice, Game};
use super::rounds::Reply;
use super::strategy::Strategy;
use crate::board::{Board, Move};

/// The largest plan looked at, in positions.
const LARGEST: usize = 30_000;

/// How often positions are looked at, in rounds of the game and positions of each: then it is given up.
const WORK: usize = 1_000_000;

/// The answers of a proof: the winner's move at the end of a line that begins with its move and ends with the defender's, what
/// follows being added to the plan. `None` if there is none.
pub(super) type Answers<'a> =
    dyn FnMut(&[Move], &mut Strategy) -> Result<Option<Move>, Stopped> + 'a;

/// Another plan for the same proof, where one does not hold. `None` if there is none, or it is too large.
///
/// # Errors
/// When the proof's answers cost too much.
pub(super) fn mended(
    board: &Board,
    mut plan: Strategy,
    answers: &mut Answers,
) -> Result<Option<Strategy>, Stopped> {
    let mut arena = Arena::default();
    arena.enter(board);
    let (mut work, mut leads_out) = (0, None);
    loop {
        if !arena.grow(&plan, leads_out) {
            return Ok(None);
        }
        work += arena.boards.len();
        if work > WORK {
            return Ok(None);
        }
        arena.game.solve();
        if arena.game.chosen(0).is_some() {
            return Ok(Some(arena.plan()));
        }
        leads_out = arena.leave(answers, &mut plan)?;
        if leads_out.is_none() {
            return Ok(None);
        }
    }
}

/// The positions of plans, and the game on them.
#[derive(Default)]
struct Arena {
    /// With the winner to move, the first one first.
    boards: Vec<Board>,
    /// Where each of them is, by key.
    places: HashMap<u64, usize>,
    game: Game,
}

impl Arena {
    /// Adds a position, unless it is there.
    fn enter(&mut self, board: &Board) {
        let place = self.boards.len();
        if let Entry::Vacant(entry) = self.places.entry(board.key()) {
            entry.insert(place);
            self.boards.push(board.clone());
        }
    }

    /// Adds all positions that a plan leads to from those that are new, after a move that leads out of those known so far, and lets
    /// the game go on them. Whether there was room.
    fn grow(&mut self, plan: &Strategy, leads_out: Option<(usize, Move)>) -> bool {
        let solved = self.game.len();
        if let Some((place, mv)) = leads_out {
            self.enter_after(place, mv);
        }
        let mut next = solved;
        while let Some(board) = self.boards.get(next) {
            if let Some(mv) = plan.get(board) {
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
            let choices = moves.filter_map(|mv| self.choice(&mut board, mv));
            self.game.add(choices.collect());
        }
        if let Some((place, mv)) = leads_out {
            let choice = self.choice(&mut self.boards[place].clone(), mv);
            self.game
                .allow(place, choice.expect("all replies were entered"));
        }
        true
    }

    /// Adds what the replies to a move lead to.
    fn enter_after(&mut self, place: usize, mv: Move) {
        let mut board = self.boards[place].clone();
        let _ = board.make(mv);
        for reply in board.legal_moves() {
            let undo = board.make(reply);
            self.enter(&board);
            board.undo(undo);
        }
    }

    /// A move, if it stays among the positions.
    fn choice(&self, board: &mut Board, mv: Move) -> Option<Choice> {
        let checks = board.gives_check(mv);
        let undo = board.make(mv);
        let replies = board.legal_moves().into_iter().map(|mv| {
            let to = *self.places.get(&board.key_after(mv))?;
            let checks = board.gives_check(mv);
            Some(Reply { mv, checks, to })
        });
        let replies = replies.collect::<Option<Vec<Reply>>>();
        board.undo(undo);
        Some(Choice {
            mv,
            checks,
            replies: replies?,
        })
    }

    /// Plays the proof against the defender's ways out, until it leaves the game: where, and by which move. `None` if it does not.
    fn leave(
        &self,
        answers: &mut Answers,
        plan: &mut Strategy,
    ) -> Result<Option<(usize, Move)>, Stopped> {
        let (mut line, mut place) = (Vec::new(), 0);
        while line.len() < LONGEST_LINE {
            let Some(mv) = answers(&line, plan)? else {
                return Ok(None);
            };
            let Some(choice) = self.game.choice(place, mv) else {
                return Ok(Some((place, mv)));
            };
            let Some(reply) = self.game.way_out(place, choice) else {
                return Ok(None);
            };
            line.extend([mv, reply.mv]);
            place = reply.to;
        }
        Ok(None)
    }

    /// The plan of the game as far as it is won.
    fn plan(&self) -> Strategy {
        let mut plan = Strategy::new();
        for (place, board) in self.boards.iter().enumerate() {
            if let Some(mv) = self.game.chosen(place) {
                plan.set(board, mv);
            }
        }
        plan
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::Repetition;
    use crate::solve::verify;

    #[test]
    fn a_plan_without_a_way_out_stays_without_one() {
        let plan = |fen: &str| {
            let mut board = Board::from_fen(fen).unwrap();
            let start = board.clone();
            let mut plan = Strategy::new();
            plan.set(&board, "d1e1".parse().unwrap());
            for mv in ["d1e1", "e9d9"] {
                let _ = board.make(mv.parse().unwrap());
            }
            plan.set(&board, "e1d1".parse().unwrap());
            let mut silent = |_: &[Move], _: &mut Strategy| Ok(None);
            mended(&start, plan, &mut silent).unwrap()
        };
        assert_eq!(plan("4k4/9/9/9/9/9/9/p8/3R5/5K3 w - - 0 1"), None);
        // Without the pawn the rook need not check: next to the general it leaves no move.
        let better = plan("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1");
        assert_eq!(better.map(|plan| plan.len()), Some(2));
    }

    #[test]
    fn what_the_plan_lacks_the_proof_adds() {
        let start = Board::from_fen("3k5/9/R8/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
        let after = |line: &[&str]| {
            let mut board = start.clone();
            for mv in line {
                let _ = board.make(mv.parse().unwrap());
            }
            board
        };
        let mut wait = Strategy::new();
        wait.set(&start, "f0f1".parse().unwrap());
        let mut proof = |line: &[Move], plan: &mut Strategy| {
            assert!(line.is_empty());
            plan.set(&after(&["a7a8", "d9e9"]), "b0b9".parse().unwrap());
            Ok("a7a8".parse().ok())
        };
        let plan = mended(&start, wait, &mut proof).unwrap().unwrap();
        let verified = verify(&start, &plan, Repetition::Asian);
        assert_eq!(verified.map(|proof| proof.mate_in), Ok(2));
    }
}
