//! The moves of the root: which may be played, and how many nodes each took.

use crate::board::{Board, Move};
use crate::eval::Score;

#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    /// The moves that may be played, each with its nodes in this iteration.
    moves: Vec<(Move, u64)>,
    /// Moves that lead a better line of this iteration already (MultiPV).
    ranked: Vec<Move>,
    /// Whether any legal move is banned.
    banned: bool,
    /// Score of the best move since the root was last begun, for a stopped search.
    pub best_score: Score,
}

impl RootMoves {
    pub fn new(board: &Board, banned: &[Move]) -> RootMoves {
        let legal = board.legal_moves();
        let allowed = legal.iter().filter(|mv| !banned.contains(mv));
        let moves: Vec<(Move, u64)> = allowed.map(|&mv| (mv, 0)).collect();
        RootMoves {
            ranked: Vec::with_capacity(moves.len()),
            banned: moves.len() < legal.len(),
            moves,
            best_score: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    pub fn first(&self) -> Option<Move> {
        self.moves.first().map(|&(mv, _)| mv)
    }

    /// Whether the search of the root leaves the move out.
    pub fn skips(&self, mv: Move) -> bool {
        self.ranked.contains(&mv) || (self.banned && self.moves.iter().all(|root| root.0 != mv))
    }

    /// Whether the root's score is not the position's, because moves are left out.
    pub fn are_restricted(&self) -> bool {
        self.banned || !self.ranked.is_empty()
    }

    pub fn begin(&mut self) {
        self.ranked.clear();
        for (_, nodes) in &mut self.moves {
            *nodes = 0;
        }
    }

    /// Leaves the first move of a line that was found out of the search for the next.
    pub fn rank(&mut self, mv: Move) {
        self.ranked.push(mv);
    }

    pub fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.0 == mv) {
            root.1 += nodes;
        }
    }

    /// The part of the iteration's nodes that went into a move, 0 to 1.
    pub fn effort(&self, mv: Move) -> f64 {
        let total: u64 = self.moves.iter().map(|root| root.1).sum();
        let own = self.moves.iter().find(|root| root.0 == mv);
        own.map_or(0.0, |root| root.1 as f64 / total.max(1) as f64)
    }
}
