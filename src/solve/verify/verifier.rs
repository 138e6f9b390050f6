//! The independent verifier for claimed mates.
//!
//! It plays a [`Strategy`] against every defence. Every line has to end with a defender who has no move, or in a cycle that the
//! rules of repetition count as the defender's loss ([`super::strategy_graph`]). It uses only the board and the rules, and none
//! of the provers' tables and bounds. Positions are compared square by square, not by key.
//!
//! A position that several lines reach is visited once, because its move is the same. So the strategy is a graph, and its strongly
//! connected components are found in the same traversal (Tarjan 1972).

use std::collections::HashMap;

use thiserror::Error;

use super::strategy_graph::{Reply, StrategyGraph};
use crate::board::{Board, Move};
use crate::rules::RepetitionRules;
use crate::solve::strategy::Strategy;

/// The longest line, in plies. A claim with a longer one is rejected, which bounds the recursion.
const MAX_LINE: usize = 400;

/// A verified mate.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Verified {
    /// The winner's moves to the mate, against the longest defence that repeats no position.
    pub mate_in: u32,
    /// A line of that length: the strategy against the longest defence.
    pub pv: Vec<Move>,
    /// True if the defender can repeat a position, and loses by it under the rules of repetition.
    pub by_repetition: bool,
}

/// The error of a claimed mate that does not hold: the reason, and the line to the position where it fails.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("after '{}' {kind} in {fen}", moves(.line))]
pub struct InvalidProof {
    /// The reason.
    pub kind: InvalidProofKind,
    /// The moves from the root to the position.
    pub line: Vec<Move>,
    /// The position, as FEN.
    pub fen: String,
}

/// The reason why a claimed mate does not hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum InvalidProofKind {
    /// The strategy has no move for the position.
    #[error("no move is claimed")]
    NoMove,
    /// The strategy's move is not legal.
    #[error("{0} is claimed, which is not legal,")]
    Illegal(Move),
    /// The line repeats a position, and the defender does not lose by that. For a draw: the side that holds it may lose by that.
    #[error("the position stands on the board again")]
    Repetition,
    /// The line is longer than 400 plies.
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
/// The first failure, if the claim does not hold.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::rules::RepetitionRules;
/// use chuhe::solve::{Strategy, verify};
/// let board = Board::from_fen("3k5/R8/9/9/9/9/9/9/9/1R3K3 w - - 0 1").unwrap();
/// let mut claim = Strategy::default();
/// claim.set(&board, "b0b9".parse().unwrap());
/// assert_eq!(verify(&board, &claim, RepetitionRules::Asian).unwrap().mate_in, 1);
///
/// claim.set(&board, "b0b8".parse().unwrap());
/// let error = verify(&board, &claim, RepetitionRules::Asian).unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "after 'b0b8 d9e9' no move is claimed in 4k4/RR7/9/9/9/9/9/9/9/5K3 w - - 2 2"
/// );
/// ```
pub fn verify(
    board: &Board,
    claim: &Strategy,
    rules: RepetitionRules,
) -> Result<Verified, InvalidProof> {
    let graph = verified_graph(board, claim, rules)?;
    Ok(Verified {
        mate_in: graph.nodes[0].moves,
        pv: graph.line(0),
        by_repetition: graph.has_cycles,
    })
}

/// Verifies a claimed mate as [`verify`] does. Returns the graph of its strategy, whose first node is the position `board`.
///
/// # Errors
/// The first failure, if the claim does not hold.
pub(in crate::solve) fn verified_graph(
    board: &Board,
    claim: &Strategy,
    rules: RepetitionRules,
) -> Result<StrategyGraph, InvalidProof> {
    let mut verifier = Verifier {
        board: board.clone(),
        claim,
        rules,
        seen: HashMap::new(),
        graph: StrategyGraph::default(),
        open: Vec::new(),
        line: Vec::new(),
    };
    verifier.visit()?;
    Ok(verifier.graph)
}

/// A position with a given side to move, without hashing: four bits for each square.
pub(in crate::solve) type PackedBoard = [u64; 6];

/// Packs a position.
pub(in crate::solve) fn pack(board: &Board) -> PackedBoard {
    let mut words = [0; 6];
    for (piece, square) in board.all_pieces() {
        let (word, nibble) = (square.index() / 16, square.index() % 16);
        words[word] |= (1 + piece.index() as u64) << (4 * nibble);
    }
    words
}

struct Verifier<'a> {
    board: Board,
    claim: &'a Strategy,
    rules: RepetitionRules,
    /// The index of each position in the graph.
    seen: HashMap<PackedBoard, usize>,
    graph: StrategyGraph,
    /// Nodes that may be on a cycle with an earlier one: the stack of Tarjan's algorithm.
    open: Vec<usize>,
    line: Vec<Move>,
}

impl Verifier<'_> {
    fn invalid<T>(&self, kind: InvalidProofKind) -> Result<T, InvalidProof> {
        Err(InvalidProof {
            kind,
            line: self.line.clone(),
            fen: self.board.to_fen(),
        })
    }

    /// Visits a position with the winner to move, and all that follow. Returns the index of its node.
    fn visit(&mut self) -> Result<usize, InvalidProof> {
        let here = pack(&self.board);
        if let Some(&index) = self.seen.get(&here) {
            return Ok(index);
        }
        if self.line.len() >= MAX_LINE {
            return self.invalid(InvalidProofKind::Endless);
        }
        let Some(mv) = self.claim.get(&self.board) else {
            return self.invalid(InvalidProofKind::NoMove);
        };
        if !self.board.is_legal_move(mv) {
            return self.invalid(InvalidProofKind::Illegal(mv));
        }
        let index = self.graph.add(mv, self.board.gives_check(mv));
        self.seen.insert(here, index);
        self.open.push(index);
        let undo = self.board.make(mv);
        self.line.push(mv);
        let earliest = self.visit_replies(index)?;
        self.line.pop();
        self.board.undo(undo);
        if earliest == index {
            self.close(index)?;
        }
        Ok(index)
    }

    /// Visits all replies to the move of a node. Returns the earliest open node that a reply leads back to, or the node itself.
    fn visit_replies(&mut self, index: usize) -> Result<usize, InvalidProof> {
        let mut earliest = index;
        for mv in self.board.legal_moves() {
            let undo = self.board.make(mv);
            self.line.push(mv);
            let checks = self.board.in_check();
            let to = self.visit()?;
            self.line.pop();
            self.board.undo(undo);
            let replies = &mut self.graph.nodes[index].replies;
            replies.push(Reply { mv, checks, to });
            if let Some(back) = self.graph.nodes[to].earliest {
                earliest = earliest.min(back);
            }
        }
        self.graph.nodes[index].earliest = Some(earliest);
        Ok(earliest)
    }

    /// Judges and measures a complete component. `index` is its first node, and the board has the position of that.
    fn close(&mut self, index: usize) -> Result<(), InvalidProof> {
        let first = self.open.iter().rposition(|&open| open == index);
        let component = self.open.split_off(first.unwrap_or(0));
        if component.len() > 1
            && let Err(cycle) = self.graph.judge(&component, &self.board, self.rules)
        {
            for mv in cycle {
                let _ = self.board.make(mv);
                self.line.push(mv);
            }
            return self.invalid(InvalidProofKind::Repetition);
        }
        self.graph.measure(&component);
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sound_claim_is_verified_and_every_failure_is_reported_with_its_line() {
        let verified = |fen: &str, moves: &[(&str, &str)]| {
            let board = Board::from_fen(fen).unwrap();
            let strategy = Strategy::after_lines(&board, moves);
            verify(&board, &strategy, RepetitionRules::Asian)
        };
        // Stalemate: the rook controls rank 8, and the red general the e-file.
        let proof = verified("3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 0 1", &[("", "b0b8")]);
        let proof = proof.unwrap();
        assert_eq!((proof.mate_in, proof.pv.len()), (1, 1));

        let illegal = InvalidProofKind::Illegal("d1c3".parse().unwrap());
        let cycle = [("", "d1e1"), ("d1e1 e9d9", "e1d1")];
        for (claimed, kind, line) in [
            (&[][..], InvalidProofKind::NoMove, ""),
            (&[("", "d1c3")], illegal, ""),
            (&cycle[..1], InvalidProofKind::NoMove, "d1e1 e9d9"),
            // Perpetual check is not mate.
            (&cycle, InvalidProofKind::Repetition, "d1e1 e9d9 e1d1 d9e9"),
        ] {
            let error = verified("4k4/9/9/9/9/9/9/9/3R5/5K3 w - - 0 1", claimed).unwrap_err();
            assert_eq!((error.kind, moves(&error.line).as_str()), (kind, line));
        }
    }
}
