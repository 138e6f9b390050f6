//! The moves of the root: which may be played, and how many nodes each took.

use super::report::Line;
use crate::board::{Board, Move};
use crate::eval::Score;

/// A move of the root with what is known of it.
#[derive(Clone, Debug)]
pub(super) struct RootMove {
    pub mv: Move,
    /// Nodes spent on it in this iteration.
    pub nodes: u64,
}

/// The moves of the root.
#[derive(Clone, Debug)]
pub(super) struct RootMoves {
    moves: Vec<RootMove>,
    /// Moves that lead a better line of this iteration already (MultiPV).
    ranked: Vec<Move>,
    /// Whether the GUI forbade any.
    banned: bool,
    /// Score of the best move since the root was last begun: what a stopped search has.
    pub best_score: Score,
}

impl RootMoves {
    /// The legal moves but the banned.
    pub fn new(board: &Board, banned: &[Move]) -> RootMoves {
        let legal = board.legal_moves();
        let moves: Vec<RootMove> = legal
            .iter()
            .filter(|mv| !banned.contains(mv))
            .map(|&mv| RootMove { mv, nodes: 0 })
            .collect();
        let banned = moves.len() < legal.len();
        RootMoves {
            ranked: Vec::with_capacity(moves.len()),
            moves,
            banned,
            best_score: 0,
        }
    }

    pub fn len(&self) -> usize {
        self.moves.len()
    }

    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }

    pub fn first(&self) -> Option<Move> {
        self.moves.first().map(|root| root.mv)
    }

    /// Whether the search of the root leaves the move out.
    pub fn skips(&self, mv: Move) -> bool {
        self.ranked.contains(&mv) || (self.banned && self.moves.iter().all(|root| root.mv != mv))
    }

    /// Whether the root's score is not the position's, because moves are left out.
    pub fn are_restricted(&self) -> bool {
        self.banned || !self.ranked.is_empty()
    }

    /// Begins an iteration.
    pub fn begin(&mut self) {
        self.ranked.clear();
        for root in &mut self.moves {
            root.nodes = 0;
        }
    }

    /// A line is found; the next is looked for among the other moves.
    pub fn rank(&mut self, mv: Move) {
        self.ranked.push(mv);
    }

    /// Adds nodes to the count of a move.
    pub fn add_nodes(&mut self, mv: Move, nodes: u64) {
        if let Some(root) = self.moves.iter_mut().find(|root| root.mv == mv) {
            root.nodes += nodes;
        }
    }

    /// The part of the iteration's nodes that went into a move, 0 to 1.
    pub fn effort(&self, mv: Move) -> f64 {
        let total: u64 = self.moves.iter().map(|root| root.nodes).sum();
        let own = self
            .moves
            .iter()
            .find(|root| root.mv == mv)
            .map_or(0, |root| root.nodes);
        if total == 0 {
            0.0
        } else {
            own as f64 / total as f64
        }
    }
}

/// One of the lines whose score is within `margin` of the best, by chance: UCCI's `randomness`.
pub(super) fn near_best(lines: &[Line], margin: Score) -> Option<&Line> {
    let best = lines.first()?;
    let near = lines
        .iter()
        .filter(|line| line.score + margin >= best.score)
        .count();
    lines.get(fastrand::usize(..near.max(1)))
}
