//! Late move reductions: what comes late in a good order is seldom best.
//!
//! **Idea** (Moreland's successors; Romstad's account of LMR). When the order is good, a node either cuts at one of its first
//! moves or not at all. So the first moves are searched to full depth, the later ones to a reduced
//! depth with a zero window, and only the few that surprise by failing high are searched again in
//! full.
//!
//! **What must never be reduced**: the first moves, and moves that give check, for a mate may hang on a late one. The
//! articles also except captures, answers to check and answers to a mate threat. Those are reduced less here: where checks
//! follow each other a tree without any reduction has no end in sight (`docs/search.md`).
//!
//! **How much**: a table of ln(depth) x ln(move number), then less for captures and answers, for moves with a good history,
//! on the principal variation and where the evaluation improves; more at nodes expected to cut.
//!
//! **Cost.** A late move that wins only deep down is found some iterations later. Measured in `docs/search.md`.

use std::sync::LazyLock;

use super::candidate::Candidate;
use super::node::{Kind, Node};
use super::params;
use super::worker::Worker;

const DEPTHS: usize = 64;
const NUMBERS: usize = 128;

/// ln(depth) x ln(number), by depth and move number.
static LOGS: LazyLock<Box<[[f64; NUMBERS]; DEPTHS]>> = LazyLock::new(|| {
    let mut table = Box::new([[0.0; NUMBERS]; DEPTHS]);
    for (depth, row) in table.iter_mut().enumerate().skip(1) {
        for (number, cell) in row.iter_mut().enumerate().skip(1) {
            *cell = (depth as f64).ln() * (number as f64).ln();
        }
    }
    table
});

/// What is known of a late move.
#[derive(Clone, Copy, Debug, Default)]
struct LateMove {
    /// Its number among the node's moves, from 1.
    number: usize,
    is_capture: bool,
    gives_check: bool,
    /// It answers a check or a mate threat.
    answers_threat: bool,
    /// The node is on the principal variation.
    pv: bool,
    /// The node is expected to cut.
    cut_node: bool,
    /// The mover's evaluation is better than two plies before.
    improving: bool,
}

/// By how many plies the move is searched less deep than `depth - 1`; 0 for what must not be
/// reduced, and never so much that the search would fall straight into quiescence.
///
/// `history` is asked for only if the move is late; see [`Histories::quiet`](super::history::Histories::quiet).
fn reduction(depth: i32, mv: LateMove, history: impl FnOnce() -> i32) -> i32 {
    let full_moves = params::lmr_full_moves() as usize + usize::from(mv.pv);
    if depth < params::lmr_depth() || mv.number <= full_moves || mv.gives_check {
        return 0;
    }
    let logs = LOGS[(depth as usize).min(DEPTHS - 1)][mv.number.min(NUMBERS - 1)];
    let mut reduction =
        (f64::from(params::lmr_base()) + f64::from(params::lmr_slope()) * logs) as i32;
    reduction += params::lmr_cut_node() * i32::from(mv.cut_node);
    reduction -= params::lmr_capture() * i32::from(mv.is_capture);
    reduction -= params::lmr_answer() * i32::from(mv.answers_threat);
    reduction -= params::lmr_pv() * i32::from(mv.pv);
    reduction -= params::lmr_improving() * i32::from(mv.improving);
    reduction -= history() * 1024 / params::lmr_history();
    (reduction / 1024).clamp(0, depth - 2)
}

impl Worker<'_> {
    /// By how many plies a move is searched less deep at first.
    #[inline]
    pub(super) fn late_move_reduction<K: Kind>(
        &self,
        node: &Node,
        candidate: &Candidate,
        mate_threat: bool,
    ) -> i32 {
        if !self.techniques.lmr {
            return 0;
        }
        let mv = LateMove {
            number: candidate.number,
            is_capture: candidate.is_capture,
            gives_check: candidate.gives_check,
            answers_threat: mate_threat || self.frames[node.ply].safety.in_check(),
            pv: K::PV,
            cut_node: node.cut,
            improving: candidate.improving,
        };
        reduction(node.depth, mv, || {
            if candidate.is_capture {
                0
            } else {
                self.histories
                    .quiet(&self.board, candidate.mv, self.before(node.ply))
            }
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_must_never_be_reduced_is_not() {
        let late = LateMove {
            number: 40,
            ..LateMove::default()
        };
        assert!(reduction(12, late, || -20_000) > 3);
        for exempt in [
            LateMove {
                gives_check: true,
                ..late
            },
            LateMove { number: 2, ..late },
        ] {
            assert_eq!(reduction(12, exempt, || -20_000), 0);
        }
        assert_eq!(reduction(2, late, || -20_000), 0, "too near the leaves");
    }

    #[test]
    fn captures_and_answers_are_reduced_less() {
        let taken_off = |mv: LateMove| -> i32 {
            (3..30)
                .map(|number| reduction(12, LateMove { number, ..mv }, || 0))
                .sum()
        };
        let late = LateMove::default();
        for less in [
            LateMove {
                is_capture: true,
                ..late
            },
            LateMove {
                answers_threat: true,
                ..late
            },
        ] {
            let (less, usual) = (taken_off(less), taken_off(late));
            assert!(0 < less && less < usual, "{less} of {usual}");
        }
    }

    #[test]
    fn grows_with_depth_and_number_and_leaves_a_ply() {
        let at = |depth, number| {
            reduction(
                depth,
                LateMove {
                    number,
                    ..LateMove::default()
                },
                || 0,
            )
        };
        for depth in 3..60 {
            for number in 3..100 {
                assert!(at(depth, number) <= at(depth + 1, number));
                assert!(at(depth, number) <= at(depth, number + 1));
                assert!(depth - 1 - at(depth, number) >= 1);
            }
        }
    }
}
