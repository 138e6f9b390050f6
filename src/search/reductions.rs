//! Late move reductions (LMR): moves that come late in a good order are searched less deep.
//!
//! **Idea** (Moreland's successors; Romstad's account of LMR). When the order is good, a node either cuts at one of its first
//! moves or not at all. So the first moves are searched to full depth, the later ones to a reduced depth with a zero window, and
//! only the few that fail high are searched again in full.
//!
//! **What must never be reduced**: the first moves, and moves that give check, for a mate may hang on a late one. The articles
//! also except captures, answers to check and answers to a mate threat. Those are reduced less here: where checks follow each
//! other a tree without any reduction has no end in sight (`docs/search.md`).
//!
//! **How much**: a table of ln(depth) x ln(move number), then less for captures and answers, for moves with a good history, on
//! the principal variation and where the evaluation improves; more at nodes expected to cut.
//!
//! **Drawback.** A late move that wins only deep down is found some iterations later. Measured in `docs/search.md`.

use std::sync::LazyLock;

use super::node::{Candidate, Kind, Node};
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

/// By how many plies a move is searched less deep than `depth - 1`; 0 for moves that must not be reduced, and never so much that
/// quiescence search would be next. `history` is called for late moves only.
fn reduction<K: Kind>(
    depth: i32,
    cut_node: bool,
    mv: &Candidate,
    history: impl FnOnce() -> i32,
) -> i32 {
    let full_moves = params::lmr_full_moves() as usize + usize::from(K::PV);
    if depth < params::lmr_depth() || mv.number <= full_moves || mv.gives_check {
        return 0;
    }
    let logs = LOGS[(depth as usize).min(DEPTHS - 1)][mv.number.min(NUMBERS - 1)];
    let mut reduction =
        (f64::from(params::lmr_base()) + f64::from(params::lmr_slope()) * logs) as i32;
    reduction += params::lmr_cut_node() * i32::from(cut_node);
    reduction -= params::lmr_capture() * i32::from(mv.is_capture);
    reduction -= params::lmr_answer() * i32::from(mv.answers_threat);
    reduction -= params::lmr_pv() * i32::from(K::PV);
    reduction -= params::lmr_improving() * i32::from(mv.improving);
    reduction -= history() * 1024 / params::lmr_history();
    (reduction / 1024).clamp(0, depth - 2)
}

impl Worker<'_> {
    /// By how many plies a move is searched less deep at first.
    #[inline]
    pub(super) fn late_move_reduction<K: Kind>(&self, node: &Node, candidate: &Candidate) -> i32 {
        if !self.techniques.lmr {
            return 0;
        }
        let history = || match candidate.is_capture {
            true => 0,
            false => (self.histories).quiet(&self.board, candidate.mv, self.before(node.ply)),
        };
        reduction::<K>(node.depth, node.cut, candidate, history)
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::NonPv;
    use super::*;
    use crate::board::Move;

    const LATE: Candidate = Candidate {
        mv: Move::from_bits(0x1234).unwrap(),
        number: 40,
        is_capture: false,
        gives_check: false,
        quiets_before: 0,
        improving: false,
        answers_threat: false,
        reduction: 0,
    };

    fn reduced(depth: i32, mv: Candidate, history: i32) -> i32 {
        reduction::<NonPv>(depth, false, &mv, || history)
    }

    #[test]
    fn checks_first_moves_and_shallow_nodes_are_not_reduced() {
        assert!(reduced(12, LATE, -20_000) > 3);
        let (mut check, mut first) = (LATE, LATE);
        check.gives_check = true;
        first.number = 2;
        assert_eq!(reduced(12, check, -20_000), 0);
        assert_eq!(reduced(12, first, -20_000), 0);
        assert_eq!(reduced(2, LATE, -20_000), 0, "too near the leaves");
    }

    #[test]
    fn captures_and_answers_are_reduced_less() {
        let sum = |mv| -> i32 {
            let reduced = |number| reduced(12, Candidate { number, ..mv }, 0);
            (3..30).map(reduced).sum()
        };
        let (mut capture, mut answer) = (LATE, LATE);
        capture.is_capture = true;
        answer.answers_threat = true;
        for less in [capture, answer].map(sum) {
            assert!(0 < less && less < sum(LATE), "{less} of {}", sum(LATE));
        }
    }

    #[test]
    fn grows_with_depth_and_number_and_leaves_a_ply() {
        let at = |depth, number| reduced(depth, Candidate { number, ..LATE }, 0);
        for depth in 3..60 {
            for number in 3..100 {
                assert!(at(depth, number) <= at(depth + 1, number));
                assert!(at(depth, number) <= at(depth, number + 1));
                assert!(depth - 1 - at(depth, number) >= 1);
            }
        }
    }
}
