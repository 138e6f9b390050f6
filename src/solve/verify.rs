//! The walker that believes nobody: is this a mate, by the rules alone?
//!
//! Whoever claims a mate hands over a [`Strategy`]. The walker plays it against every defence there is: where the
//! winner is to move, the claimed move, if it is legal; where the defender is, all legal replies. Every line has to end
//! with a defender who has no move, or in a round that the rules of repetition count as the defender's loss
//! (`rounds`). It shares nothing with the provers but the board and the rules: no table, no key (positions are compared
//! square by square), no bound.
//!
//! A position that comes again is walked once: the answer to it is the same. So the plan is a graph, and positions
//! that lead back to each other are found in the same walk (Tarjan 1972).

use std::collections::HashMap;

use thiserror::Error;

use super::Strategy;
use super::rounds::{Plan, Reply, Turn};
use crate::board::{Board, Color, Move};
use crate::rules::Repetition;

/// The longest line walked, in plies: beyond it a claim counts as unproved, and the stack is safe.
pub const LONGEST_LINE: usize = 400;

/// A mate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The winner's moves, against the defence that lasts longest.
    pub mate_in: u32,
    /// A line of that length: the strategy against the longest defence.
    pub pv: Vec<Move>,
    /// Different positions walked.
    pub positions: usize,
    /// Whether the defender can come back to a position, and loses by it under the rules of repetition.
    pub by_repetition: bool,
}

/// Why a claimed mate is none: what is wrong, and the line that leads there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after '{}' {what} in {fen}", moves(.line))]
pub struct Unproved {
    /// What is wrong.
    pub what: Fault,
    /// The moves from the first position.
    pub line: Vec<Move>,
    /// The position, as FEN.
    pub fen: String,
}

/// What can be wrong with a claimed mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The winner has no move claimed.
    #[error("no move is claimed")]
    NoMove,
    /// The claimed move is not legal.
    #[error("{0} is claimed, which is not legal,")]
    Illegal(Move),
    /// The position stood on the board before on this line, and the defender does not lose by that.
    #[error("the position stands on the board again")]
    Repetition,
    /// The line is longer than anybody proves.
    #[error("there is no end after 400 plies")]
    Endless,
}

fn moves(line: &[Move]) -> String {
    let texts: Vec<String> = line.iter().map(Move::to_string).collect();
    texts.join(" ")
}

/// Walks a claimed mate by the side to move; `rules` say what a repetition is worth.
///
/// # Errors
/// The first fault met.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::Repetition;
/// use chuhe::solve::{Strategy, verify};
/// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
/// let mut claim = Strategy::new();
/// claim.set(&board, "b0b9".parse().unwrap());
/// assert_eq!(verify(&board, &claim, Repetition::Asian).unwrap().mate_in, 1);
///
/// claim.set(&board, "b0b8".parse().unwrap());
/// let fault = verify(&board, &claim, Repetition::Asian).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "after 'b0b8 d9e9' no move is claimed in 4k4/RR7/9/9/9/9/9/9/9/5K3 w - - 2 2"
/// );
/// ```
pub fn verify(board: &Board, claim: &Strategy, rules: Repetition) -> Result<Verified, Unproved> {
    let mut walker = Walker {
        board: board.clone(),
        claim,
        rules,
        seen: HashMap::new(),
        plan: Plan::default(),
        open: Vec::new(),
        line: Vec::new(),
    };
    let root = walker.winner()?;
    let plan = &walker.plan;
    Ok(Verified {
        mate_in: plan.turn(root).moves,
        pv: plan.line(root),
        positions: plan.len(),
        by_repetition: plan.has_rounds(),
    })
}

/// A position with the winner to move, exactly: four bits a square.
type Position = [u64; 6];

fn position(board: &Board) -> Position {
    let mut words = [0; 6];
    for (piece, square) in board.all_pieces() {
        let black = u64::from(piece.color() == Color::Black);
        let code = 1 + (piece.kind().index() as u64 * 2 + black);
        let (word, place) = (square.index() / 16, square.index() % 16);
        words[word] |= code << (4 * place);
    }
    words
}

struct Walker<'a> {
    board: Board,
    claim: &'a Strategy,
    rules: Repetition,
    /// Where a position stands in the plan.
    seen: HashMap<Position, usize>,
    plan: Plan,
    /// Positions that may still turn out to be on a round with one before them: the stack of Tarjan's
    /// algorithm.
    open: Vec<usize>,
    line: Vec<Move>,
}

impl Walker<'_> {
    fn unproved<T>(&self, what: Fault) -> Result<T, Unproved> {
        Err(Unproved {
            what,
            line: self.line.clone(),
            fen: self.board.to_fen(),
        })
    }

    /// The winner to move: the place of the position in the plan, all behind it being walked.
    fn winner(&mut self) -> Result<usize, Unproved> {
        let here = position(&self.board);
        if let Some(&place) = self.seen.get(&here) {
            return Ok(place);
        }
        if self.line.len() >= LONGEST_LINE {
            return self.unproved(Fault::Endless);
        }
        let Some(mv) = self.claim.get(&self.board) else {
            return self.unproved(Fault::NoMove);
        };
        if !self.board.is_legal_move(mv) {
            return self.unproved(Fault::Illegal(mv));
        }
        let place = self.plan.add(Turn::new(mv, self.board.gives_check(mv)));
        self.seen.insert(here, place);
        self.open.push(place);
        let undo = self.board.make(mv);
        self.line.push(mv);
        let earliest = self.defender(place)?;
        self.line.pop();
        self.board.undo(undo);
        if earliest == place {
            self.close(place)?;
        }
        Ok(place)
    }

    /// The defender to move: walks all replies. The earliest open position that one of them leads back to, or the
    /// position before.
    fn defender(&mut self, place: usize) -> Result<usize, Unproved> {
        let mut earliest = place;
        for mv in self.board.legal_moves() {
            let undo = self.board.make(mv);
            self.line.push(mv);
            let checks = self.board.in_check();
            let to = self.winner()?;
            self.line.pop();
            self.board.undo(undo);
            self.plan.reply(place, Reply { mv, checks, to });
            if let Some(back) = self.plan.turn(to).earliest {
                earliest = earliest.min(back);
            }
        }
        self.plan.leads_back(place, earliest);
        Ok(earliest)
    }

    /// All positions that the one at `place` shares a round with are walked: judges them, and measures the lines
    /// from each. The board stands at `place`.
    fn close(&mut self, place: usize) -> Result<(), Unproved> {
        let first = self.open.iter().rposition(|&open| open == place);
        let group = self.open.split_off(first.unwrap_or(0));
        if group.len() > 1
            && let Err(round) = self.plan.judge(&group, &self.board, self.rules)
        {
            for mv in round {
                let _ = self.board.make(mv);
                self.line.push(mv);
            }
            return self.unproved(Fault::Repetition);
        }
        self.plan.measure(&group);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn claim(fen: &str, answers: &[(&str, &str)]) -> (Board, Strategy) {
        let start = Board::from_fen(fen).unwrap();
        let mut strategy = Strategy::new();
        for (line, mv) in answers {
            let mut board = start.clone();
            for mv in line.split_ascii_whitespace() {
                let _ = board.make(mv.parse().unwrap());
            }
            strategy.set(&board, mv.parse().unwrap());
        }
        (start, strategy)
    }

    const ROOKS: &str = "3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1";
    const ROOK: &str = "4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1";

    #[test]
    fn a_sound_claim_holds_with_its_length() {
        // No check: but rank 8 is the rook's, and the e-file the red general's.
        let (board, strategy) = claim(ROOKS, &[("", "b0b8")]);
        let proof = verify(&board, &strategy, Repetition::Asian).unwrap();
        assert_eq!((proof.mate_in, proof.pv.len()), (1, 1));
    }

    #[test]
    fn every_fault_is_named_with_its_line() {
        let fault = |answers: &[(&str, &str)]| {
            let (board, strategy) = claim(ROOK, answers);
            let unproved = verify(&board, &strategy, Repetition::Asian).unwrap_err();
            (unproved.what, moves(&unproved.line))
        };
        assert_eq!(fault(&[]), (Fault::NoMove, String::new()));
        let illegal = Fault::Illegal("d1c3".parse().unwrap());
        assert_eq!(fault(&[("", "d1c3")]), (illegal, String::new()));
        let once = ("", "d1e1");
        assert_eq!(fault(&[once]), (Fault::NoMove, "d1e1 e9d9".to_owned()));
        // A check for ever is no mate.
        let round = [once, ("d1e1 e9d9", "e1d1")];
        let line = "d1e1 e9d9 e1d1 d9e9".to_owned();
        assert_eq!(fault(&round), (Fault::Repetition, line));
    }
}
