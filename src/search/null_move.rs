//! Null-move pruning: a node is cut if the side to move could pass and still fail high.
//!
//! **Idea** (Beal 1989; Goetsch & Campbell 1990; Donninger 1993; Moreland's article on null move). The side to move passes, and
//! the opponent's best answer is searched with the depth reduced by R and a zero window at beta. If even that fails high, some
//! move will too, and the node is cut at a fraction of its cost.
//!
//! **Forms.**
//! - *Fixed*: R = 2 everywhere.
//! - *Adaptive* (Heinz 1999): R = 2 at depth 6 or less, R = 3 beyond depth 8, and between them R = 3 as long as both sides have
//!   at least three rooks, horses and cannons, since with fewer zugzwang is more likely.
//! - *Verified* (Tabibi & Netanyahu 2002): R = 3, and a fail high does not cut but lowers the depth by one and searches on, with
//!   plain null moves below. If that search fails to reach beta, it is zugzwang, and the node is searched again in full.
//! - *Deep*: R grows with the depth and with how far the refined evaluation stands above beta, as in most engines today. The
//!   static evaluation must be above beta by a margin, which falls with the depth. From some depth on, a fail high is verified by
//!   a search of the node that has no null move in its first plies. Where the reduction leaves few plies, reverse futility may
//!   decide that search.
//!
//! **Drawback.** *Zugzwang*: if every move makes the position worse, passing is better than any move. So there is no null move in
//! check, after another null move, or for a side that has only general, advisors, elephants and pawns at home. *Horizon*: the
//! reduced search may miss a threat that the full one finds. If the opponent mates after the null move, the node's moves are
//! reduced less.
//!
//! `tests/search/null_move.rs` has a case of each; measured in `docs/measurements/techniques.md`.

use super::node::{Node, NonPv};
use super::params;
use super::score::{self, WIN_BOUND};
use super::techniques::{NullMove, Techniques};
use super::worker::Worker;
use crate::board::{Board, Color, PieceKind};
use crate::eval::Score;

/// The result of trying a null move at a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NullMoveResult {
    /// The null move is not allowed, or it or its verification failed low.
    FailLow,
    /// The null move fails high: the node is cut with this score.
    Cut(Score),
    /// The null move fails high, and a search of the node with one ply less must confirm it (the verified form).
    NeedsVerification,
    /// The opponent mates after the null move: the node's moves answer a threat.
    MateThreat,
}

/// Returns true if a side has a rook, horse, cannon or crossed pawn, so that zugzwang is unlikely.
fn has_free_pieces(board: &Board, color: Color) -> bool {
    let mut pawns = board.pieces(color, PieceKind::Pawn);
    FREE_KINDS.iter().any(|&kind| board.count(color, kind) > 0)
        || pawns.any(|pawn| pawn.is_across_river(color))
}

/// The kinds that correspond to Heinz's pieces other than king and pawns.
const FREE_KINDS: [PieceKind; 3] = [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon];

/// Returns R: by how many plies the search after the null move is reduced, besides the ply of the null move itself. `above` is
/// the refined evaluation minus beta.
fn reduction(techniques: Techniques, board: &Board, depth: i32, above: Score) -> i32 {
    match techniques.null_move {
        NullMove::Off | NullMove::Fixed => params::null_fixed_r(),
        NullMove::Adaptive => {
            let counts = |color| FREE_KINDS.iter().map(move |&kind| board.count(color, kind));
            let has_many = |&color: &Color| counts(color).sum::<u32>() >= 3;
            2 + i32::from(depth > 8 || (depth > 6 && Color::ALL.iter().all(has_many)))
        }
        NullMove::Verified => params::null_verified_r(),
        NullMove::Deep => {
            let r = params::null_deep_base()
                + depth / params::null_deep_depth()
                + (above / params::null_deep_margin(techniques.purpose)).clamp(0, 3);
            // From depth 4 on at least one ply is left, because quiescence search finds no quiet threats.
            r.min((depth - 2).max(2))
        }
    }
}

impl Worker<'_> {
    /// Tries the null move at a node off the principal variation. `refined_eval` is what
    /// [`Worker::evaluate_node`] returned.
    pub(super) fn try_null_move(&mut self, node: Node, refined_eval: Score) -> NullMoveResult {
        let (ply, depth, beta) = (node.ply, node.depth, node.beta);
        if !self.allows_null_move(&node, refined_eval) {
            return NullMoveResult::FailLow;
        }
        let form = self.techniques.null_move;
        let r = reduction(self.techniques, &self.board, depth, refined_eval - beta);
        debug_assert!(!self.board.in_check(), "{:?}", self.board);
        debug_assert!(self.previous_moves(ply)[0].is_some(), "{:?}", self.board);
        debug_assert!(
            has_free_pieces(&self.board, self.board.side()),
            "{:?}",
            self.board
        );
        let undo = self.make_null(ply);
        let answer = -self.alpha_beta::<NonPv>(Node {
            cut: false,
            ..node.child(depth - 1 - r)
        });
        self.undo_null(undo);
        self.frames[ply].path_dependent = self.frames[ply + 1].path_dependent;
        if self.stopped {
            return NullMoveResult::FailLow;
        }
        if answer <= -WIN_BOUND {
            return NullMoveResult::MateThreat;
        }
        if answer < beta {
            return NullMoveResult::FailLow;
        }
        if form == NullMove::Verified && node.verify_null_move {
            return NullMoveResult::NeedsVerification;
        }
        if form == NullMove::Deep
            && depth >= params::null_deep_verify()
            && self.null_from_ply == 0
            && !self.verify_deep_null_move(node, depth - r)
        {
            return NullMoveResult::FailLow;
        }
        // A mate after a null move is not a forced mate.
        NullMoveResult::Cut(if score::is_decisive(answer) {
            beta
        } else {
            answer
        })
    }

    /// Returns true if a null move is allowed at a node, which is not in check: in check there is no static evaluation to try it with.
    fn allows_null_move(&self, node: &Node, refined_eval: Score) -> bool {
        let ply = node.ply;
        let form = self.techniques.null_move;
        form != NullMove::Off
            // Not at the root, nor after a null move.
            && self.previous_moves(ply)[0].is_some()
            && ply >= self.null_from_ply
            && refined_eval >= node.beta
            && (form != NullMove::Deep || self.is_above_margin(node))
            && !score::is_decisive(node.beta)
            // Tabibi & Netanyahu: a ply must be left to verify a fail high.
            && (form != NullMove::Verified || !node.verify_null_move || node.depth > 1)
            && has_free_pieces(&self.board, self.board.side())
    }

    /// Returns true if the node's static evaluation is above beta by the margin of the deep form, which falls with the depth.
    fn is_above_margin(&self, node: &Node) -> bool {
        let purpose = self.techniques.purpose;
        let margin =
            params::null_deep_eval(purpose) - params::null_deep_slope(purpose) * node.depth;
        (self.frames[node.ply].static_eval).is_some_and(|eval| eval >= node.beta + margin)
    }

    /// Returns true if a search of the node to this depth fails high too, with no null move in the first three quarters of the
    /// plies.
    fn verify_deep_null_move(&mut self, node: Node, depth: i32) -> bool {
        let verified = Node {
            depth,
            cut: true,
            ..node
        };
        self.search_without_null_move(verified, (3 * depth / 4).max(1) as usize) >= node.beta
    }

    /// Searches a node with no null move in its first `plies` plies.
    pub(super) fn search_without_null_move(&mut self, node: Node, plies: usize) -> Score {
        let before = std::mem::replace(&mut self.null_from_ply, node.ply + plies);
        let score = self.alpha_beta::<NonPv>(node);
        self.null_from_ply = before;
        score
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_adaptive_form_depends_on_depth_and_material() {
        let full = Board::startpos();
        let sparse = Board::from_fen("4k4/9/9/9/9/9/9/4R4/4r4/3K5 b - - 0 1").unwrap();
        for (board, expected) in [(full, [2, 3, 3, 3]), (sparse, [2, 2, 2, 3])] {
            let adaptive = Techniques {
                null_move: NullMove::Adaptive,
                ..Techniques::ALL
            };
            let r = |depth| reduction(adaptive, &board, depth, 0);
            assert_eq!([6, 7, 8, 9].map(r), expected, "{board:?}");
        }
    }

    #[test]
    fn rooks_horses_cannons_and_crossed_pawns_are_free_pieces() {
        for (fen, free) in [
            ("4k4/9/9/9/P8/9/9/9/9/3K5 w - - 0 1", true),
            ("4k4/9/9/9/9/P8/9/9/9/3K5 w - - 0 1", false),
            ("4k4/9/4b4/9/9/P8/9/9/4A4/3K5 w - - 0 1", false),
            ("4k4/9/9/9/9/9/9/9/9/3K4N w - - 0 1", true),
        ] {
            let board = Board::from_fen(fen).unwrap();
            assert_eq!(has_free_pieces(&board, Color::Red), free, "{fen}");
        }
    }
}
