//! Null move: if passing is good enough, so is something better.
//!
//! **Idea** (Beal 1989; Goetsch & Campbell 1990; Donninger 1993; Moreland's article on null move). The side to
//! move passes, and the opponent's best answer is looked for with a depth reduced by R and a zero
//! window at beta. Where even that fails high, the real moves would too, and the node is cut for a
//! fraction of its cost.
//!
//! **Forms.**
//! - *Fixed*: R = 2 everywhere.
//! - *Adaptive* (Heinz 1999): R = 2 at depth 6 or less, R = 3 beyond depth 8, and between them R =
//!   3 as long as both sides have at least three pieces besides general and pawns, for fewer make
//!   zugzwang likelier.
//! - *Verified* (Tabibi & Netanyahu 2002): R = 3, and a fail high does not cut but lowers the depth
//!   by one and searches on, with plain null moves below. If that search fails to reach beta, the
//!   null move had lied: zugzwang; the node is searched again in full.
//! - *Deep*: what engines have grown since: R grows with the depth and with how far the evaluation
//!   stands above beta; fail highs near the root are verified by a search without null moves.
//!
//! **Price.** *Zugzwang*: where every move harms, passing looks better than it is. So never in check, never twice
//! in a row, never for a side with nothing but general, advisors, elephants and pawns at home.
//! *Horizon*: the reduced search may miss a threat that the full one sees; when the pass runs into
//! a mate, its answers are at least reduced less (see `super::reductions`).
//!
//! Tests with a zugzwang and a horizon case: `tests/search/null_move.rs`; figures: `docs/search.md`.

use super::node::{Node, NonPv};
use super::params;
use super::score::{self, WIN_BOUND};
use super::techniques::NullMove;
use super::worker::Worker;
use crate::board::{Board, Color, PieceKind, Square};
use crate::eval::Score;

/// What a null move shows about a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum NullMoveResult {
    /// Nothing: it was not allowed, or failed low.
    FailLow,
    /// It fails high: the node is cut with this score.
    Cut(Score),
    /// It fails high, and the node must confirm it with one ply less (the verified form).
    Doubtful,
    /// The opponent would mate: the node's moves answer a threat.
    MateThreat,
}

/// Whether a side has a piece that can move without harm: more than general, advisors, elephants
/// and uncrossed pawns.
///
/// ```
/// use chuhe::{board::{Board, Color}, search::null_move::has_free_pieces};
/// let board = Board::from_fen("4k4/9/4b4/9/9/P8/9/9/4A4/3K5 w - - 0 1").unwrap();
/// assert!(!has_free_pieces(&board, Color::Red));
/// ```
pub fn has_free_pieces(board: &Board, color: Color) -> bool {
    [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon]
        .iter()
        .any(|&kind| board.count(color, kind) > 0)
        || board
            .pieces(color, PieceKind::Pawn)
            .any(|square| square.crossed(color))
}

/// R: by how much the search of the pass is shallower, beyond the ply of the pass itself. `above`
/// is how far the evaluation stands above beta.
pub fn reduction(form: NullMove, board: &Board, depth: i32, above: Score) -> i32 {
    match form {
        NullMove::Off | NullMove::Fixed => params::null_fixed_r(),
        NullMove::Adaptive => {
            let many = Color::ALL.iter().all(|&color| officers(board, color) >= 3);
            if depth > 8 || (depth > 6 && many) {
                3
            } else {
                2
            }
        }
        NullMove::Verified => params::null_verified_r(),
        NullMove::Deep => {
            let r = params::null_deep_base()
                + depth / params::null_deep_depth()
                + (above / params::null_deep_margin()).clamp(0, 3);
            // A ply is left from depth 4 on: quiescence alone sees no quiet threat.
            r.min((depth - 2).max(2))
        }
    }
}

/// Heinz's count of pieces, for xiangqi: rooks, horses and cannons.
fn officers(board: &Board, color: Color) -> u32 {
    [PieceKind::Rook, PieceKind::Horse, PieceKind::Cannon]
        .iter()
        .map(|&kind| board.count(color, kind))
        .sum()
}

impl Worker<'_> {
    /// Tries the null move at a node off the principal variation with this static evaluation.
    pub(super) fn try_null_move(&mut self, node: Node, eval: Score) -> NullMoveResult {
        let Node {
            ply, depth, beta, ..
        } = node;
        if !self.may_pass(&node, eval) {
            return NullMoveResult::FailLow;
        }
        let form = self.techniques.null_move;
        let r = reduction(form, &self.board, depth, eval - beta);
        let undo = self.make_null(ply);
        let answer = -self.alpha_beta::<NonPv>(Node {
            cut: false,
            ..node.at_beta().child(depth - 1 - r)
        });
        self.undo_null(undo);
        self.frames[ply].leans_on_game = self.frames[ply + 1].leans_on_game;
        if self.stopped {
            return NullMoveResult::FailLow;
        }
        if answer <= -WIN_BOUND {
            return NullMoveResult::MateThreat;
        }
        if answer < beta {
            return NullMoveResult::FailLow;
        }
        if form == NullMove::Verified && node.verify {
            return NullMoveResult::Doubtful;
        }
        if form == NullMove::Deep
            && depth >= params::null_deep_verify()
            && self.null_from_ply == 0
            && !self.verify_null_move(node, depth - r)
        {
            return NullMoveResult::FailLow;
        }
        // A mate found while the opponent moves twice is no mate.
        NullMoveResult::Cut(if score::is_decisive(answer) {
            beta
        } else {
            answer
        })
    }

    fn may_pass(&self, node: &Node, eval: Score) -> bool {
        let ply = node.ply;
        let form = self.techniques.null_move;
        form != NullMove::Off
            && !self.frames[ply - 1].passed
            && !self.frames[ply].no_pass
            && self.frames[ply].excluded.is_none()
            && ply >= self.null_from_ply
            && eval >= node.beta
            && !score::is_decisive(node.beta)
            // Tabibi & Netanyahu: where a fail high must be verified there must be a ply left for
            // it.
            && (form != NullMove::Verified || !node.verify || node.depth > 1)
            && has_free_pieces(&self.board, self.board.side())
    }

    /// Whether a search of the node's own moves to this depth fails high too. It makes no null move in the first three quarters
    /// of its depth.
    fn verify_null_move(&mut self, node: Node, depth: i32) -> bool {
        self.null_from_ply = node.ply + (3 * depth / 4).max(1) as usize;
        let score = self.alpha_beta::<NonPv>(Node {
            depth,
            cut: true,
            ..node.at_beta()
        });
        self.null_from_ply = 0;
        score >= node.beta
    }

    /// Searches a node again whose null move failed high while its moves did not: zugzwang.
    pub(super) fn search_without_null_move(&mut self, node: Node) -> Score {
        self.frames[node.ply].no_pass = true;
        let score = self.alpha_beta::<NonPv>(node);
        self.frames[node.ply].no_pass = false;
        score
    }

    /// The rule that a pass from `ply` would break, found otherwise than by the condition of
    /// [`Worker::try_null_move`]: from the board and the line that led here. For debug assertions.
    pub(super) fn why_not_pass(&self, ply: usize) -> Option<&'static str> {
        let side = self.board.side();
        let free = |square: Square| {
            self.board.piece_at(square).is_some_and(|piece| {
                piece.color() == side
                    && match piece.kind() {
                        PieceKind::General | PieceKind::Advisor | PieceKind::Elephant => false,
                        PieceKind::Pawn => square.crossed(side),
                        PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
                    }
            })
        };
        // A frame has no step at the root or after a pass, so the line must have one just before.
        let moved_before = ply.checked_sub(1).map(|ply| self.frames[ply].step);
        if self.board.in_check() {
            Some("in check")
        } else if moved_before.flatten().is_none() {
            Some("at the root, or after a pass")
        } else if !Square::all().any(free) {
            Some("no piece free to move")
        } else {
            None
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn heinz_adapts_to_depth_and_material() {
        let full = Board::startpos();
        let thin = Board::from_fen("4k4/9/9/9/9/9/9/4R4/4r4/3K5 b - - 0 1").unwrap();
        let r = |board, depth| reduction(NullMove::Adaptive, board, depth, 0);
        assert_eq!(
            [r(&full, 6), r(&full, 7), r(&full, 8), r(&full, 9)],
            [2, 3, 3, 3]
        );
        assert_eq!(
            [r(&thin, 6), r(&thin, 7), r(&thin, 8), r(&thin, 9)],
            [2, 2, 2, 3]
        );
    }

    #[test]
    fn a_crossed_pawn_may_pass_and_one_at_home_may_not() {
        let free = |fen: &str| has_free_pieces(&Board::from_fen(fen).unwrap(), Color::Red);
        assert!(free("4k4/9/9/9/P8/9/9/9/9/3K5 w - - 0 1"));
        assert!(!free("4k4/9/9/9/9/P8/9/9/9/3K5 w - - 0 1"));
        assert!(free("4k4/9/9/9/9/9/9/9/9/3K4N w - - 0 1"));
    }
}
