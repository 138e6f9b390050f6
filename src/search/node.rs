//! Nodes of the search tree: PV nodes, cut nodes and all nodes.
//!
//! Knuth & Moore (1975) distinguish three types of nodes by what is expected of them. The principal variation (PV) has another
//! meaning for many techniques than the rest of the tree, so a node's [`Kind`] is a type, and the search is compiled once for
//! each. Cut nodes and all nodes differ in a few margins only and are told apart by [`Node::cut`].

use super::transposition::Entry;
use crate::board::Move;
use crate::eval::Score;

/// A kind of node, fixed at compile time.
pub(super) trait Kind {
    const ROOT: bool = false;
    /// Whether the node is on the principal variation, so that an exact score is wanted.
    const PV: bool = false;
    /// The kind of a child that is searched with the node's own window.
    type Child: Kind;
}

/// The root: on the principal variation, with the moves of [`RootMoves`](super::root_moves::RootMoves).
pub(super) enum Root {}
/// A node on the principal variation.
pub(super) enum Pv {}
/// A node off the principal variation, searched with a zero window.
pub(super) enum NonPv {}

impl Kind for Root {
    const ROOT: bool = true;
    const PV: bool = true;
    type Child = Pv;
}

impl Kind for Pv {
    const PV: bool = true;
    type Child = Pv;
}

impl Kind for NonPv {
    type Child = NonPv;
}

#[derive(Clone, Copy, Debug)]
pub(super) struct Node {
    /// Distance from the root, plies.
    pub ply: usize,
    /// Plies still to be searched.
    pub depth: i32,
    pub alpha: Score,
    pub beta: Score,
    /// Whether one of the first moves is expected to fail high (a cut node). False on the principal variation, and where all
    /// moves are expected to fail low (an all node).
    pub cut: bool,
    /// Whether a null move that fails high must be verified; see [`super::null_move`].
    pub verify: bool,
}

impl Node {
    /// The node after a move, with the whole window.
    pub fn child(self, depth: i32) -> Node {
        Node {
            ply: self.ply + 1,
            depth,
            alpha: -self.beta,
            beta: -self.alpha,
            ..self
        }
    }

    /// The node after a move, with a zero window at alpha.
    pub fn zero_window_child(self, depth: i32) -> Node {
        Node {
            beta: self.alpha + 1,
            cut: !self.cut,
            ..self
        }
        .child(depth)
    }

    /// The node with a zero window at beta.
    pub fn at_beta(self) -> Node {
        Node {
            alpha: self.beta - 1,
            ..self
        }
    }
}

/// What is known of a node before its moves are searched.
#[derive(Clone, Copy, Debug)]
pub(super) struct Known {
    pub entry: Option<Entry>,
    /// Whether the mover's evaluation is better than two plies before.
    pub improving: bool,
    /// Whether the opponent would mate after a null move.
    pub mate_threat: bool,
}

impl Known {
    pub fn table_move(&self) -> Option<Move> {
        self.entry.and_then(|entry| entry.mv)
    }
}

/// A legal move about to be searched, as reductions and pruning rules see it.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    /// Its number among the node's moves, from 1.
    pub number: usize,
    pub is_capture: bool,
    pub gives_check: bool,
    /// Quiet moves searched before it.
    pub quiets_before: usize,
    /// See [`Known::improving`].
    pub improving: bool,
    /// Whether it answers a check or a mate threat.
    pub answers_threat: bool,
    /// By how many plies it is searched less deep at first.
    pub reduction: i32,
}

/// The result of searching a node's moves.
#[derive(Clone, Copy, Debug)]
pub(super) struct Best {
    pub score: Score,
    /// The move that raised alpha.
    pub mv: Option<Move>,
    /// The depth of the search that found the score.
    pub depth: i32,
}
