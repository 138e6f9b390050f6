//! Pruning by margins: what can no longer matter is not searched.
//!
//! Near the leaves the static evaluation says much about the score a small search would return.
//! Each rule here compares it to the window with a margin that grows with the depth left, and is a
//! gamble of its own:
//!
//! - **Reverse futility** (static null move): so far above beta that the opponent's few plies will
//!   not bring it down.
//! - **Razoring** (Birmingham & Kent 1977): so far below alpha that only captures could help: ask
//!   quiescence.
//! - **Futility** (Schaeffer 1986; Heinz 1998): a quiet move cannot lift the score to alpha.
//! - **Late-move pruning**: after many quiet moves near the leaves, the rest are skipped.
//! - **SEE pruning**: a move that simply loses material is skipped.
//! - **Mate-distance pruning**: a shorter mate is known already; not a gamble.
//!
//! None of them touches a node in check, the first two none on the principal variation, nor any
//! score of a forced win or loss, and no move is skipped before one has been searched that does not
//! lose by force.

use super::alpha_beta::Node;
use super::params;
use super::score::{self, INFINITY, MATE};
use super::see::see_at_least;
use super::worker::Worker;
use crate::board::Move;
use crate::eval::Score;

/// What the move rules look at.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub mv: Move,
    pub captures: bool,
    pub gives_check: bool,
    /// Quiet moves searched so far at the node.
    pub quiets: usize,
    /// Depth the move would be searched to, after its reduction.
    pub reduced_depth: i32,
    pub improving: bool,
}

/// The window narrowed to what a mate at this ply allows, or the score when nothing is left of it.
pub(super) fn mate_distance(
    ply: usize,
    alpha: Score,
    beta: Score,
) -> Result<(Score, Score), Score> {
    let alpha = alpha.max(score::mated_in(ply));
    let beta = beta.min(MATE - ply as Score - 1);
    if alpha >= beta {
        Err(alpha)
    } else {
        Ok((alpha, beta))
    }
}

impl Worker<'_> {
    /// Whether the whole node can be cut or answered by quiescence; the score if so.
    pub(super) fn prune_node(&mut self, node: Node, eval: Score, improving: bool) -> Option<Score> {
        let Node {
            ply,
            depth,
            alpha,
            beta,
            ..
        } = node;
        if node.kind.is_pv() || self.frames[ply].excluded.is_some() {
            return None;
        }
        if self.techniques.reverse_futility
            && depth <= params::reverse_futility_depth()
            && !score::is_decisive(beta)
            && !score::is_decisive(eval)
            && eval - params::reverse_futility_margin() * (depth - i32::from(improving)) >= beta
        {
            // Between what was asked and what is believed.
            return Some((eval + beta) / 2);
        }
        if self.techniques.razoring
            && depth <= params::razor_depth()
            && !score::is_decisive(alpha)
            && eval + params::razor_margin() * depth <= alpha
        {
            let score = self.leaf(ply, alpha, alpha + 1);
            if score <= alpha {
                return Some(score);
            }
        }
        None
    }

    /// Whether a move is not worth searching; if so, what it is believed to score at most, which is
    /// minus infinity where nothing is believed.
    pub(super) fn prune_move(
        &self,
        node: Node,
        candidate: Candidate,
        eval: Option<Score>,
    ) -> Option<Score> {
        let Node { depth, alpha, .. } = node;
        let techniques = &self.techniques;
        let Candidate {
            mv,
            captures,
            gives_check,
            quiets,
            reduced_depth,
            improving,
        } = candidate;
        if let Some(eval) = eval
            && !captures
            && !gives_check
        {
            if techniques.late_move_pruning
                && depth <= params::late_move_depth()
                && quiets as i32
                    >= (params::late_move_base() + depth * depth) / (2 - i32::from(improving))
            {
                return Some(-INFINITY);
            }
            let hoped =
                eval + params::futility_base() + params::futility_margin() * reduced_depth.max(0);
            if techniques.futility && reduced_depth <= params::futility_depth() && hoped <= alpha {
                return Some(hoped);
            }
        }
        if techniques.see_pruning && depth <= params::see_depth() {
            let margin = if captures {
                params::see_capture_margin() * depth
            } else {
                params::see_quiet_margin() * reduced_depth.max(1)
            };
            return (!see_at_least(&self.board, mv, -margin)).then_some(-INFINITY);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mate_distance_narrows_to_what_is_left() {
        assert_eq!(mate_distance(3, -100, 100), Ok((-100, 100)));
        assert_eq!(mate_distance(3, -MATE, MATE), Ok((3 - MATE, MATE - 4)));
        // A mate in three plies is known; ten plies deep nothing better can come.
        assert_eq!(mate_distance(10, MATE - 3, MATE), Err(MATE - 3));
    }
}
