//! The independent verifier for claimed mates.
//!
//! It plays a [`Strategy`] against every defence. Every line has to end with a defender who has no move, or in a cycle that the rules
//! of repetition count as the defender's loss ([`super::strategy_graph`]). It shares nothing with the provers but the board and
//! the rules: no table, no key (positions are compared square by square), no bound.
//!
//! A position that comes again is visited once, because its answer is the same. So the strategy is a graph, and positions that lead
//! back to each other are found in the same traversal (strongly connected components, Tarjan 1972).

use std::collections::HashMap;

use thiserror::Error;

use super::strategy_graph::{Reply, StrategyGraph};
use crate::board::{Board, Move};
use crate::rules::Repetition;
use crate::solve::strategy::Strategy;

/// The longest line, in plies: beyond it a claim counts as unproved. This bounds the stack.
const LONGEST_LINE: usize = 400;

/// A mate that holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The winner's moves, against the defence that lasts longest.
    pub mate_in: u32,
    /// A line of that length: the strategy against the longest defence.
    pub pv: Vec<Move>,
    /// Whether the defender can come back to a position, and loses by it under the rules of repetition.
    pub by_repetition: bool,
}

/// A claimed mate is not proved: what is wrong, and the line that leads there.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after '{}' {kind} in {fen}", moves(.line))]
pub struct InvalidProof {
    /// What is wrong.
    pub kind: InvalidProofKind,
    /// The moves from the first position.
    pub line: Vec<Move>,
    /// The position, as FEN.
    pub fen: String,
}

/// What can be wrong with a claimed mate.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidProofKind {
    /// The winner has no move claimed.
    #[error("no move is claimed")]
    NoMove,
    /// The claimed move is not legal.
    #[error("{0} is claimed, which is not legal,")]
    Illegal(Move),
    /// The position stood on the board before on this line, and the defender does not lose by that.
    #[error("the position stands on the board again")]
    Repetition,
    /// The line is too long.
    #[error("there is no end after 400 plies")]
    Endless,
}

fn moves(line: &[Move]) -> String {
    let texts: Vec<String> = line.iter().map(Move::to_string).collect();
    texts.join(" ")
}

/// Verifies a claimed mate by the side to move. Repetitions are judged by `rules`.
///
/// # Errors
/// The first fault met.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::Repetition;
/// use chuhe::solve::{Strategy, verify};
/// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
/// let mut claim = Strategy::default();
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
pub fn verify(
    board: &Board,
    claim: &Strategy,
    rules: Repetition,
) -> Result<Verified, InvalidProof> {
    let mut verifier = Verifier {
        board: board.clone(),
        claim,
        rules,
        seen: HashMap::new(),
        graph: StrategyGraph::default(),
        open: Vec::new(),
        line: Vec::new(),
    };
    let root = verifier.winner()?;
    let graph = &verifier.graph;
    Ok(Verified {
        mate_in: graph.nodes[root].moves,
        pv: graph.line(root),
        by_repetition: graph.has_cycles,
    })
}

/// A position with the winner to move, exactly: four bits a square.
type Position = [u64; 6];

fn position(board: &Board) -> Position {
    let mut words = [0; 6];
    for (piece, square) in board.all_pieces() {
        let (word, place) = (square.index() / 16, square.index() % 16);
        words[word] |= (1 + piece.index() as u64) << (4 * place);
    }
    words
}

struct Verifier<'a> {
    board: Board,
    claim: &'a Strategy,
    rules: Repetition,
    /// The index of each position in the graph.
    seen: HashMap<Position, usize>,
    graph: StrategyGraph,
    /// Nodes that may be on a cycle with an earlier one: the stack of Tarjan's algorithm.
    open: Vec<usize>,
    line: Vec<Move>,
}

impl Verifier<'_> {
    fn unproved<T>(&self, kind: InvalidProofKind) -> Result<T, InvalidProof> {
        Err(InvalidProof {
            kind,
            line: self.line.clone(),
            fen: self.board.to_fen(),
        })
    }

    /// Visits a position with the winner to move, and all that follow. Returns its node.
    fn winner(&mut self) -> Result<usize, InvalidProof> {
        let here = position(&self.board);
        if let Some(&place) = self.seen.get(&here) {
            return Ok(place);
        }
        if self.line.len() >= LONGEST_LINE {
            return self.unproved(InvalidProofKind::Endless);
        }
        let Some(mv) = self.claim.get(&self.board) else {
            return self.unproved(InvalidProofKind::NoMove);
        };
        if !self.board.is_legal_move(mv) {
            return self.unproved(InvalidProofKind::Illegal(mv));
        }
        let place = self.graph.add(mv, self.board.gives_check(mv));
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

    /// Visits all replies to the move of a node. Returns the earliest open node that one of them leads back to, or the node
    /// itself.
    fn defender(&mut self, place: usize) -> Result<usize, InvalidProof> {
        let mut earliest = place;
        for mv in self.board.legal_moves() {
            let undo = self.board.make(mv);
            self.line.push(mv);
            let checks = self.board.in_check();
            let to = self.winner()?;
            self.line.pop();
            self.board.undo(undo);
            let replies = &mut self.graph.nodes[place].replies;
            replies.push(Reply { mv, checks, to });
            if let Some(back) = self.graph.nodes[to].earliest {
                earliest = earliest.min(back);
            }
        }
        self.graph.nodes[place].earliest = Some(earliest);
        Ok(earliest)
    }

    /// Judges the nodes that share a cycle with the one at `place`, where the board stands, and measures the lines from each.
    fn close(&mut self, place: usize) -> Result<(), InvalidProof> {
        let first = self.open.iter().rposition(|&open| open == place);
        let group = self.open.split_off(first.unwrap_or(0));
        if group.len() > 1
            && let Err(cycle) = self.graph.judge(&group, &self.board, self.rules)
        {
            for mv in cycle {
                let _ = self.board.make(mv);
                self.line.push(mv);
            }
            return self.unproved(InvalidProofKind::Repetition);
        }
        self.graph.measure(&group);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_claim_is_verified_and_every_fault_is_reported_with_its_line() {
        let verified = |fen: &str, answers: &[(&str, &str)]| {
            let board = Board::from_fen(fen).unwrap();
            let strategy = Strategy::after_lines(&board, answers);
            verify(&board, &strategy, Repetition::Asian)
        };
        // No check: but rank 8 is the rook's, and the e-file the red general's.
        let proof = verified("3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1", &[("", "b0b8")]);
        let proof = proof.unwrap();
        assert_eq!((proof.mate_in, proof.pv.len()), (1, 1));

        let illegal = InvalidProofKind::Illegal("d1c3".parse().unwrap());
        let cycle = [("", "d1e1"), ("d1e1 e9d9", "e1d1")];
        for (answers, kind, line) in [
            (&[][..], InvalidProofKind::NoMove, ""),
            (&[("", "d1c3")], illegal, ""),
            (&cycle[..1], InvalidProofKind::NoMove, "d1e1 e9d9"),
            // Perpetual check is no mate.
            (&cycle, InvalidProofKind::Repetition, "d1e1 e9d9 e1d1 d9e9"),
        ] {
            let fault = verified("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1", answers).unwrap_err();
            assert_eq!((fault.kind, moves(&fault.line).as_str()), (kind, line));
        }
    }
}
