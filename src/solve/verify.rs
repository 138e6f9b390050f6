//! The walker that believes nobody: is this a mate, by the rules alone?
//!
//! Whoever claims a mate hands over a [`Strategy`]. The walker plays it against every defence there is: where the
//! winner is to move, the claimed move, if it is legal; where the defender is, all legal replies. Every line has
//! to end with a defender who has no move, and no line may come to a position twice, so that no proof rests on
//! a repetition. It shares nothing with the provers but the board: no table, no key (positions are compared
//! square by square), no bound.
//!
//! A position that comes again on another line is walked once: the answer to it is the same. One that comes again
//! on its own line is still open when it is met, and that is how a repetition is seen.

use std::collections::HashMap;

use thiserror::Error;

use super::Strategy;
use crate::board::{Board, Color, Move};

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
    /// The position stood on the board before on this line.
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

/// Walks a claimed mate by the side to move.
///
/// # Errors
/// The first fault met.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::solve::{Strategy, verify};
/// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
/// let mut claim = Strategy::new();
/// claim.set(&board, "b0b9".parse().unwrap());
/// assert_eq!(verify(&board, &claim).unwrap().mate_in, 1);
///
/// claim.set(&board, "b0b8".parse().unwrap());
/// let fault = verify(&board, &claim).unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "after 'b0b8 d9e9' no move is claimed in 4k4/RR7/9/9/9/9/9/9/9/5K3 w - - 2 2"
/// );
/// ```
pub fn verify(board: &Board, claim: &Strategy) -> Result<Verified, Unproved> {
    let mut walker = Walker {
        board: board.clone(),
        claim,
        seen: HashMap::new(),
        line: Vec::new(),
    };
    let mate_in = walker.winner()?;
    let positions = walker.seen.len();
    let mut pv = Vec::new();
    walker.longest(&mut pv);
    Ok(Verified {
        mate_in,
        pv,
        positions,
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

/// What the walker knows of a position with the winner to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Seen {
    /// It stands on the present line.
    Open,
    /// It is won in so many of the winner's moves.
    Won(u32),
}

struct Walker<'a> {
    board: Board,
    claim: &'a Strategy,
    seen: HashMap<Position, Seen>,
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

    /// The winner to move: its moves to the end.
    fn winner(&mut self) -> Result<u32, Unproved> {
        let here = position(&self.board);
        match self.seen.get(&here) {
            Some(Seen::Won(moves)) => return Ok(*moves),
            Some(Seen::Open) => return self.unproved(Fault::Repetition),
            None => {}
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
        self.seen.insert(here, Seen::Open);
        let undo = self.board.make(mv);
        self.line.push(mv);
        let moves = 1 + self.defender()?;
        self.line.pop();
        self.board.undo(undo);
        self.seen.insert(here, Seen::Won(moves));
        Ok(moves)
    }

    /// The defender to move: the winner's moves to the end, however it defends. None where it has no move.
    fn defender(&mut self) -> Result<u32, Unproved> {
        let mut longest = 0;
        for reply in self.board.legal_moves() {
            let undo = self.board.make(reply);
            self.line.push(reply);
            longest = longest.max(self.winner()?);
            self.line.pop();
            self.board.undo(undo);
        }
        Ok(longest)
    }

    /// The line of the longest defence, appended; all is walked already.
    fn longest(&mut self, pv: &mut Vec<Move>) {
        while let Some(mv) = self.claim.get(&self.board) {
            let _ = self.board.make(mv);
            pv.push(mv);
            let after = |reply: &Move| {
                let mut next = self.board.clone();
                let _ = next.make(*reply);
                match self.seen.get(&position(&next)) {
                    Some(Seen::Won(moves)) => *moves,
                    _ => 0,
                }
            };
            let replies = self.board.legal_moves();
            // The first of the longest, so that the line is the same in every run.
            let Some(&reply) = replies.iter().rev().max_by_key(|reply| after(reply)) else {
                break;
            };
            let _ = self.board.make(reply);
            pv.push(reply);
        }
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
        let proof = verify(&board, &strategy).unwrap();
        assert_eq!((proof.mate_in, proof.pv.len()), (1, 1));
    }

    #[test]
    fn every_fault_is_named_with_its_line() {
        let fault = |answers: &[(&str, &str)]| {
            let (board, strategy) = claim(ROOK, answers);
            let unproved = verify(&board, &strategy).unwrap_err();
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
