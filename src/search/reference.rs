//! Reference implementations of minimax, alpha-beta and quiescence search, to compare the engine's search with.
//!
//! They follow Bruce Moreland's articles of the same names: no table, no ordering, no pruning but alpha-beta's own, no
//! repetition, no natural limit and no draw by material. With every technique off the engine's search returns the same scores.
//! They search any [`GameState`], so the same code searches the trees drawn in the articles and a xiangqi [`EvaluatedBoard`].
//!
//! - **Minimax** visits every line of a fixed length. Each side chooses the successor that is best for it; one function serves
//!   both by negating the score at each ply (the *negamax* form). With *b* moves in each position it visits about *b*^*d* nodes
//!   at depth *d*.
//! - **Alpha-beta** returns the same score and visits fewer. *Alpha* is the score that the side to move has already secured,
//!   here or nearer the root; *beta* is the one that the opponent has. A move that scores beta or more refutes the opponent's
//!   last move, so the other moves are skipped. With the best move first everywhere it visits about 2*b*^(*d*/2) nodes (Knuth &
//!   Moore 1975); with the worst move first it saves nothing. The bound may come from many plies above: a *deep cut-off*. The
//!   form here is *fail-soft*: a score outside the window is returned as it is, a tighter bound than the window's edge.
//! - **Quiescence search** avoids evaluating in the middle of an exchange (the *horizon effect*). At depth 0 the side to move
//!   may *stand pat*, which scores the evaluation, or capture, until no capture is left or none helps. In check it may not
//!   stand pat, and all evasions are searched. Since checks can answer checks without end, only a number of evasions is
//!   searched in one line ([`Leaf::Quiescence`]); after that, checks are ignored. It generates no quiet moves, so when it
//!   stands pat it does not detect that there is no legal move.
//!
//! A side without a legal move has lost: the score is [`mated_in`] its ply.
//!
//! Counted by `tests/search/reference.rs`, with the moves in generation order: alpha-beta visits 1/20 of minimax's
//! nodes at depth 3 on 531 positions, and 1/23 at depth 4 on 300 sparse ones. With quiescence, in positions of 17 pieces or
//! fewer at depth 1, it visits 1/55 of the nodes without evasions, 1/186 with three.
//!
//! ```
//! use chuhe::board::{Board, PieceKind};
//! use chuhe::search::reference::{Leaf, EvaluatedBoard, alpha_beta, minimax};
//! use chuhe::search::see::value;
//!
//! // Any evaluation will do; here material, from the mover's view.
//! let material = |board: &Board| {
//!     let lead = |kind| board.count(board.side(), kind) as i32 - board.count(!board.side(), kind) as i32;
//!     PieceKind::ALL.iter().map(|&kind| value(kind) * lead(kind)).sum()
//! };
//! let mut position = EvaluatedBoard::new(Board::startpos(), material);
//! let full = minimax(&mut position, 3, Leaf::Evaluate);
//! let cut = alpha_beta(&mut position, 3, Leaf::Evaluate);
//! assert_eq!(full.nodes, 1 + 44 + 1_920 + 79_666);
//! assert_eq!((cut.score, cut.pv), (full.score, full.pv));
//! assert!(cut.nodes < full.nodes / 10);
//! ```

use super::score::{INFINITY, mated_in};
use crate::board::{Board, Move, MoveList, Undo};
use crate::eval::Score;

/// A game to be searched: positions, the moves between them, and an evaluation.
pub trait GameState {
    /// A move.
    type Move: Copy;
    /// Returns all legal moves of the side to move. If there are none, it has lost.
    fn moves(&self) -> Vec<Self::Move>;
    /// Returns the legal moves that quiescence search tries when not in check.
    fn captures(&self) -> Vec<Self::Move>;
    /// Returns true if the side to move is in check.
    fn in_check(&self) -> bool;
    /// Makes a move.
    fn make(&mut self, mv: Self::Move);
    /// Takes back the last move made.
    fn undo(&mut self);
    /// Returns the static evaluation for the side to move.
    fn evaluate(&self) -> Score;
}

/// A xiangqi position with an evaluation: a function from the board to a score for the side to move.
#[derive(Clone, Debug)]
pub struct EvaluatedBoard<E> {
    board: Board,
    evaluation: E,
    made: Vec<Undo>,
}

impl<E: Fn(&Board) -> Score> EvaluatedBoard<E> {
    /// Creates the position.
    pub fn new(board: Board, evaluation: E) -> EvaluatedBoard<E> {
        EvaluatedBoard {
            board,
            evaluation,
            made: Vec::new(),
        }
    }

    /// The board at the current position.
    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl<E: Fn(&Board) -> Score> GameState for EvaluatedBoard<E> {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.board.legal_moves().to_vec()
    }

    fn captures(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.board.captures(&mut moves);
        let check_info = self.board.check_info();
        moves.retain(|mv| self.board.is_legal(*mv, &check_info));
        moves.to_vec()
    }

    fn in_check(&self) -> bool {
        self.board.in_check()
    }

    fn make(&mut self, mv: Move) {
        self.made.push(self.board.make(mv));
    }

    fn undo(&mut self) {
        let undo = self.made.pop().expect("as many undone as made");
        self.board.undo(undo);
    }

    fn evaluate(&self) -> Score {
        (self.evaluation)(&self.board)
    }
}

/// How a leaf, where no depth is left, is scored.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// By the evaluation.
    Evaluate,
    /// By quiescence search.
    Quiescence {
        /// The largest number of positions of a line in which all evasions of a check are searched.
        evasions: u32,
    },
}

/// The result of a reference search.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReferenceResult<M> {
    /// The score for the side to move at the root.
    pub score: Score,
    /// Positions visited: the root, the leaves, and those of the quiescence search.
    pub nodes: u64,
    /// The principal variation, with the moves of the quiescence search. Of equal moves it has the first generated.
    pub pv: Vec<M>,
}

/// Searches by minimax to a depth in plies.
///
/// Quiescence search at its leaves has no bounds either. In a position with many captures it may not end in practice.
pub fn minimax<T: GameState>(tree: &mut T, depth: u32, leaf: Leaf) -> ReferenceResult<T::Move> {
    minimax_at(tree, 0, depth, leaf)
}

/// Searches by alpha-beta to a depth in plies with an open window. Returns the score and the variation of [`minimax`].
pub fn alpha_beta<T: GameState>(tree: &mut T, depth: u32, leaf: Leaf) -> ReferenceResult<T::Move> {
    alpha_beta_within(tree, depth, leaf, -INFINITY, INFINITY)
}

/// Searches by alpha-beta to a depth in plies with a window, where `alpha < beta`.
///
/// A score inside the window is exact. One at `alpha` or below is an upper bound, one at `beta` or above a lower bound.
pub fn alpha_beta_within<T: GameState>(
    tree: &mut T,
    depth: u32,
    leaf: Leaf,
    alpha: Score,
    beta: Score,
) -> ReferenceResult<T::Move> {
    alpha_beta_at(tree, 0, depth, leaf, alpha, beta)
}

fn minimax_at<T: GameState>(
    tree: &mut T,
    ply: usize,
    depth: u32,
    leaf: Leaf,
) -> ReferenceResult<T::Move> {
    let (mut found, moves, leaf) = begin_node(tree, ply, depth, leaf);
    for mv in moves {
        tree.make(mv);
        let child = minimax_at(tree, ply + 1, depth.saturating_sub(1), leaf);
        tree.undo();
        found.nodes += child.nodes;
        if -child.score > found.score {
            found.score = -child.score;
            found.pv = [vec![mv], child.pv].concat();
        }
    }
    found
}

fn alpha_beta_at<T: GameState>(
    tree: &mut T,
    ply: usize,
    depth: u32,
    leaf: Leaf,
    mut alpha: Score,
    beta: Score,
) -> ReferenceResult<T::Move> {
    let (mut found, moves, leaf) = begin_node(tree, ply, depth, leaf);
    if found.score >= beta {
        return found;
    }
    alpha = alpha.max(found.score);
    for mv in moves {
        tree.make(mv);
        let child = alpha_beta_at(tree, ply + 1, depth.saturating_sub(1), leaf, -beta, -alpha);
        tree.undo();
        let score = -child.score;
        found.nodes += child.nodes;
        found.score = found.score.max(score);
        if score >= beta {
            break;
        }
        if score > alpha {
            alpha = score;
            found.pv = [vec![mv], child.pv].concat();
        }
    }
    found
}

/// Returns the initial score of a node, its moves, and how the leaves below are scored.
///
/// With depth left, or in check while evasions are left, these are all moves and the score of a loss. Otherwise they are the
/// evaluation and, in quiescence search, the captures.
fn begin_node<T: GameState>(
    tree: &T,
    ply: usize,
    depth: u32,
    leaf: Leaf,
) -> (ReferenceResult<T::Move>, Vec<T::Move>, Leaf) {
    let lost = mated_in(ply);
    let (score, moves, leaf) = match leaf {
        _ if depth > 0 => (lost, tree.moves(), leaf),
        Leaf::Evaluate => (tree.evaluate(), Vec::new(), leaf),
        Leaf::Quiescence { evasions } if evasions > 0 && tree.in_check() => {
            let evasions = evasions - 1;
            (lost, tree.moves(), Leaf::Quiescence { evasions })
        }
        Leaf::Quiescence { .. } => (tree.evaluate(), tree.captures(), leaf),
    };
    let (nodes, pv) = (1, Vec::new());
    (ReferenceResult { score, nodes, pv }, moves, leaf)
}
