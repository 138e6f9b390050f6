//! The moves of the root: which ones are searched, and how many nodes each took.

use crate::board::{Board, Move};
use crate::eval::Score;

/// The moves of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    /// The legal moves that are not banned, each with its nodes in this iteration.
    moves: Vec<(Move, u64)>,
    /// First moves of the better lines of this iteration (MultiPV).
    ranked: Vec<Move>,
    /// True if a legal move is banned.
    banned: bool,
    /// True if a move of the last search of the root loses by rule at once.
    pub may_lose_by_rule: bool,
    /// The score of the best move in the last search of the root, for a search that is stopped.
    pub best_score: Score,
}

impl RootMoves {
    /// Creates the list of legal moves without the banned ones.
    pub fn new(board: &Board, banned: &[Move]) -> RootMoves {
        let legal = board.legal_moves();
        let allowed = legal.iter().filter(|mv| !banned.contains(mv));
        let moves: Vec<(Move, u64)> = allowed.map(|&mv| (mv, 0)).collect();
        RootMoves {
            ranked: Vec::with_capacity(moves.len()),
            banned: moves.len() < legal.len(),
            moves,
            may_lose_by_rule: false,
            best_score: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    /// The first move in generation order.
    pub fn first(&self) -> Option<Move> {
        self.moves.first().map(|&(mv, _)| mv)
    }

    /// Returns true if the search of the root leaves the move out.
    pub fn is_skipped(&self, mv: Move) -> bool {
        self.ranked.contains(&mv) || (self.banned && self.moves.iter().all(|root| root.0 != mv))
    }

    /// Returns true if moves are left out, so that the root's score is not that of the position.
    pub fn are_restricted(&self) -> bool {
        self.banned || !self.ranked.is_empty()
    }

    /// Clears the ranked moves and the node counts.
    pub fn begin_iteration(&mut self) {
        self.ranked.clear();
        for (_, nodes) in &mut self.moves {
            *nodes = 0;
        }
    }

    /// Leaves the first move of a line out of the searches for the next lines of this iteration.
    pub fn skip_in_next_lines(&mut self, mv: Move) {
        self.ranked.push(mv);
    }

    /// Adds nodes to the count of a move.
    pub fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.0 == mv) {
            root.1 += nodes;
        }
    }

    /// Returns the part of the iteration's nodes that were searched below a move, from 0 to 1.
    pub fn node_share(&self, mv: Move) -> f64 {
        let total: u64 = self.moves.iter().map(|root| root.1).sum();
        let own = self.moves.iter().find(|root| root.0 == mv);
        own.map_or(0.0, |root| root.1 as f64 / total.max(1) as f64)
    }
}
