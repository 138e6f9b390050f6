//! Nodes of the search tree: PV nodes, cut nodes and all nodes.
//!
//! Knuth & Moore (1975) distinguish three types of nodes by their expected result. Many techniques treat the principal variation
//! (PV) differently, so [`NodeType`] is a type parameter, and the search is compiled once for each type. Cut nodes and all nodes
//! differ only in reductions; the flag [`Node::cut`] distinguishes them.

use super::transposition::Entry;
use crate::board::Move;
use crate::eval::Score;

/// A type of node, fixed at compile time.
pub(super) trait NodeType {
    /// True if the node is the root.
    const ROOT: bool = false;
    /// True if the node is on the principal variation, where the search needs an exact score.
    const PV: bool = false;
    /// The type of a child that is searched with the node's whole window.
    type Child: NodeType;
}

/// The root: on the principal variation, with the moves of [`RootMoves`](super::root_moves::RootMoves).
pub(super) enum Root {}
/// A node on the principal variation.
pub(super) enum Pv {}
/// A node off the principal variation, searched with a zero window.
pub(super) enum NonPv {}

impl NodeType for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Child = Pv;
}

impl NodeType for Pv {
    const PV: bool = true;
    type Child = Pv;
}

impl NodeType for NonPv {
    type Child = NonPv;
}

/// A node to be searched: depth, window and flags.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// The distance from the root, in plies.
    pub ply: usize,
    /// The remaining depth, in plies.
    pub depth: i32,
    /// The lower bound of the window, for the side to move.
    pub alpha: Score,
    /// The upper bound of the window, for the side to move.
    pub beta: Score,
    /// True if the node is expected to fail high (a cut node). False on the principal variation, and where all moves are expected
    /// to fail low (an all node).
    pub cut: bool,
    /// True if a null move that fails high must be verified by a search of the node's moves ([`super::null_move`], *verified* form).
    pub verify_null_move: bool,
}

impl Node {
    /// Returns the node after a move, with the whole window.
    pub fn child(self, depth: i32) -> Node {
        Node {
            ply: self.ply + 1,
            depth,
            alpha: -self.beta,
            beta: -self.alpha,
            ..self
        }
    }

    /// Returns the node after a move, with a zero window at alpha.
    pub fn zero_window_child(self, depth: i32) -> Node {
        Node {
            beta: self.alpha + 1,
            cut: !self.cut,
            ..self
        }
        .child(depth)
    }
}

/// What a node has computed before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeInfo {
    /// The entry of the transposition table.
    pub entry: Option<Entry>,
    /// True if the mover's evaluation is higher than two plies before.
    pub improving: bool,
    /// True if the opponent would mate after a null move.
    pub mate_threat: bool,
}

impl NodeInfo {
    /// The move of the transposition table.
    pub fn table_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.mv)
    }
}

/// A legal move about to be searched, with what reductions and pruning rules use.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number among the node's moves, from 1.
    pub number: usize,
    pub is_capture: bool,
    pub gives_check: bool,
    /// The history of a quiet move, 0 for a capture.
    pub history: i32,
    /// See [`NodeInfo::improving`].
    pub improving: bool,
    /// True if it answers a check or a mate threat.
    pub answers_threat: bool,
    /// By how many plies its first search is reduced.
    pub reduction: i32,
}

/// The result of searching a node's moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct NodeResult {
    pub score: Score,
    /// The move that raised alpha; that of the table in a multi-cut.
    pub mv: Option<Move>,
    /// The depth of the search that found the score.
    pub depth: i32,
}
