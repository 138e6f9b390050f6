//! Minimax, alpha-beta and quiescence search as the articles print them, to compare the engine's search with.
//!
//! There is no table, no ordering, no pruning but alpha-beta's own, no repetition and no natural limit; each function can be read
//! beside Bruce Moreland's articles of the same names. With every technique off the engine's search returns what these return.
//! They know a game only as a [`GameTree`], so the articles' drawn trees run through the same code as a xiangqi [`Position`].
//!
//! - **Minimax** looks at every line of a fixed length. The side to move takes the best of its successors, and so does its
//!   opponent: written once for both by negating the score at each ply (the *negamax* form). With *b* moves in each position it
//!   visits about *b*^*d* nodes at depth *d*.
//! - **Alpha-beta** returns the same score and visits fewer. *Alpha* is what the side to move is sure of already, here or nearer
//!   the root; *beta* what the opponent is sure of. A move that scores beta or more refutes the position: the opponent will not
//!   let it arise. With the best move first everywhere it visits some 2*b*^(*d*/2) nodes (Knuth & Moore 1975); with the worst move
//!   first it saves nothing. A refutation may come from a bound set many plies above, the *deep cut-off*. The form here is
//!   *fail-soft*: a score outside the window is returned as it is, a tighter bound than the window's edge.
//! - **Quiescence** replaces the evaluation in the middle of an exchange (the *horizon effect*). At depth 0 the side to move may
//!   *stand pat*, taking the evaluation as it is, or go on with captures, until no capture is left or none helps. In check it may
//!   not stand pat, and all evasions are looked at. Checks answered by checks need never end, so only so many evasions are
//!   followed in one line ([`Leaf::Quiescence`]); beyond them a check is not seen. It lists no quiet moves, and where it stands
//!   pat does not notice that there are none.
//!
//! A side without a move has lost, the sooner the worse: [`mated_in`] its ply.
//!
//! Counted by `tests/search/reference.rs`, moves in the order in which they are generated: alpha-beta visits 1/20 of minimax's
//! nodes at depth 3 on 531 positions, and 1/23 at depth 4 on 300 sparse ones. With quiescence, in positions of 17 pieces or
//! fewer at depth 1, it visits 1/55 of the nodes without evasions, 1/186 with three.
//!
//! ```
//! use chuhe::board::{Board, PieceKind};
//! use chuhe::search::reference::{Leaf, Position, alpha_beta, minimax};
//! use chuhe::search::see::value;
//!
//! // Any evaluation will do; here material, from the mover's view.
//! let material = |board: &Board| {
//!     let lead = |kind| board.count(board.side(), kind) as i32 - board.count(!board.side(), kind) as i32;
//!     PieceKind::ALL.iter().map(|&kind| value(kind) * lead(kind)).sum()
//! };
//! let mut position = Position::new(Board::startpos(), material);
//! let full = minimax(&mut position, 3, Leaf::Evaluate);
//! let cut = alpha_beta(&mut position, 3, Leaf::Evaluate);
//! assert_eq!(full.nodes, 1 + 44 + 1_920 + 79_666);
//! assert_eq!((cut.score, cut.pv), (full.score, full.pv));
//! assert!(cut.nodes < full.nodes / 10);
//! ```

use super::score::{INFINITY, mated_in};
use crate::board::{Board, Move, MoveList, Undo};
use crate::eval::Score;

/// A game as the articles see it: positions, moves between them, a score for each.
pub trait GameTree {
    /// A move.
    type Move: Copy;
    /// All legal moves of the side to move; none means that it has lost.
    fn moves(&self) -> Vec<Self::Move>;
    /// The legal moves that quiescence follows when not in check.
    fn captures(&self) -> Vec<Self::Move>;
    fn in_check(&self) -> bool;
    fn make(&mut self, mv: Self::Move);
    /// Takes back the last move made.
    fn undo(&mut self);
    /// The value of the position for the side to move.
    fn evaluate(&self) -> Score;
}

/// A xiangqi position with an evaluation: a function from the board to a score for the side to move.
#[derive(Clone, Debug)]
pub struct Position<E> {
    board: Board,
    evaluation: E,
    made: Vec<Undo>,
}

impl<E: Fn(&Board) -> Score> Position<E> {
    pub fn new(board: Board, evaluation: E) -> Position<E> {
        Position {
            board,
            evaluation,
            made: Vec::new(),
        }
    }

    pub fn board(&self) -> &Board {
        &self.board
    }
}

impl<E: Fn(&Board) -> Score> GameTree for Position<E> {
    type Move = Move;

    fn moves(&self) -> Vec<Move> {
        self.board.legal_moves().to_vec()
    }

    fn captures(&self) -> Vec<Move> {
        let mut moves = MoveList::new();
        self.board.captures(&mut moves);
        let safety = self.board.safety();
        moves.retain(|mv| self.board.is_legal(*mv, &safety));
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

/// What is done where the depth is spent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Leaf {
    /// The evaluation is taken as it stands.
    Evaluate,
    /// Captures are followed until the position is quiet.
    Quiescence {
        /// In how many positions of a line, at most, a check is answered by all evasions.
        evasions: u32,
    },
}

/// What a search found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Found<M> {
    /// The score for the side to move at the root.
    pub score: Score,
    /// Positions visited: the root, the leaves, and those of the quiescence search.
    pub nodes: u64,
    /// The principal variation, through the quiescence search too. Of equal moves the first generated.
    pub pv: Vec<M>,
}

/// Minimax to a depth in plies.
///
/// The quiescence search at its leaves has no bounds either: in a position full of captures it may not end in practice.
pub fn minimax<T: GameTree>(tree: &mut T, depth: u32, leaf: Leaf) -> Found<T::Move> {
    minimax_at(tree, 0, depth, leaf)
}

/// Alpha-beta to a depth in plies, with the window open: the score of [`minimax`], and its variation.
pub fn alpha_beta<T: GameTree>(tree: &mut T, depth: u32, leaf: Leaf) -> Found<T::Move> {
    alpha_beta_within(tree, depth, leaf, -INFINITY, INFINITY)
}

/// Alpha-beta within a window, `alpha < beta`.
///
/// A score inside the window is exact. One at `alpha` or below is an upper bound, one at `beta` or above a lower bound.
pub fn alpha_beta_within<T: GameTree>(
    tree: &mut T,
    depth: u32,
    leaf: Leaf,
    alpha: Score,
    beta: Score,
) -> Found<T::Move> {
    alpha_beta_at(tree, 0, depth, leaf, alpha, beta)
}

fn minimax_at<T: GameTree>(tree: &mut T, ply: usize, depth: u32, leaf: Leaf) -> Found<T::Move> {
    let (mut found, moves, leaf) = start(tree, ply, depth, leaf);
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

fn alpha_beta_at<T: GameTree>(
    tree: &mut T,
    ply: usize,
    depth: u32,
    leaf: Leaf,
    mut alpha: Score,
    beta: Score,
) -> Found<T::Move> {
    let (mut found, moves, leaf) = start(tree, ply, depth, leaf);
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

/// The score to begin a node with, its moves, and what is done at the leaves after them.
///
/// With depth left, or in check while evasions are left, that is every move, and the loss if there is none. Else it is the
/// evaluation, and in quiescence search the captures.
fn start<T: GameTree>(
    tree: &T,
    ply: usize,
    depth: u32,
    leaf: Leaf,
) -> (Found<T::Move>, Vec<T::Move>, Leaf) {
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
    (Found { score, nodes, pv }, moves, leaf)
}
