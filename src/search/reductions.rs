//! Late move reductions (LMR): moves that come late in a good order are searched less deep.
//!
//! **Idea** (Fruit and Glaurung, 2005; Romstad, *An Introduction to Late Move Reductions*, 2006). With a good move order a node
//! cuts at one of its first moves or not at all. So later moves are searched to a reduced depth with a zero window, and only the
//! few that fail high are searched again to full depth.
//!
//! **What is not reduced**: the first moves, and in games moves that give check, because a mate may begin with a late one. The
//! articles also except captures, answers to check and answers to a mate threat. Here those are only reduced less: without any
//! reduction the tree becomes too large in positions with many checks (`docs/search.md`). For the same reason the search for mates
//! reduces checks too.
//!
//! **How much**: a constant plus a multiple of ln(depth) x ln(move number). Captures, answers to threats, moves with a good
//! history, PV nodes and nodes with an improving evaluation are reduced less. Cut nodes are reduced more, and so are nodes whose
//! table move is a capture.
//!
//! **Drawback.** A late move that wins only at greater depth is found some iterations later.
//! Measured in `docs/measurements/techniques.md`.

use std::sync::LazyLock;

use super::node::{Candidate, Node, NodeType};
use super::params;
use super::techniques::Purpose;
use super::worker::Worker;
use crate::board::Move;

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

/// Returns the reduction of a move in plies, from 0 to `depth - 2`, so that at least one ply is left.
fn reduction<T: NodeType>(
    purpose: Purpose,
    depth: i32,
    cut_node: bool,
    table_capture: bool,
    mv: &Candidate,
) -> i32 {
    let full_moves = params::lmr_full_moves() as usize + usize::from(T::PV);
    let is_unreduced_check = mv.gives_check && purpose == Purpose::Games;
    if depth < params::lmr_depth() || mv.number <= full_moves || is_unreduced_check {
        return 0;
    }
    let logs = LOGS[(depth as usize).min(DEPTHS - 1)][mv.number.min(NUMBERS - 1)];
    let mut reduction = (f64::from(params::lmr_base(purpose))
        + f64::from(params::lmr_slope(purpose)) * logs) as i32;
    reduction += params::lmr_cut_node() * i32::from(cut_node);
    reduction += params::lmr_table_capture() * i32::from(table_capture);
    reduction -= params::lmr_capture() * i32::from(mv.is_capture);
    reduction -= params::lmr_answer() * i32::from(mv.answers_threat);
    reduction -= params::lmr_pv() * i32::from(T::PV);
    reduction -= params::lmr_improving() * i32::from(mv.improving);
    reduction -= mv.history * 1024 / params::lmr_history(purpose);
    (reduction / 1024).clamp(0, depth - 2)
}

impl Worker<'_> {
    /// Returns by how many plies the first search of a move is reduced.
    #[inline]
    pub(super) fn late_move_reduction<T: NodeType>(
        &self,
        node: &Node,
        candidate: &Candidate,
        table_move: Option<Move>,
    ) -> i32 {
        if !self.techniques.lmr {
            return 0;
        }
        let table_capture = table_move.is_some_and(|mv| !self.board.is_empty(mv.to()));
        let purpose = self.techniques.purpose;
        reduction::<T>(purpose, node.depth, node.cut, table_capture, candidate)
    }
}

#[cfg(test)]
mod tests {
    use super::super::node::NonPv;
    use super::*;

    const LATE: Candidate = Candidate {
        mv: Move::from_bits(0x1234).unwrap(),
        number: 40,
        is_capture: false,
        gives_check: false,
        history: 0,
        improving: false,
        answers_threat: false,
        reduction: 0,
    };

    fn reduced(depth: i32, mv: Candidate, history: i32) -> i32 {
        let mv = Candidate { history, ..mv };
        reduction::<NonPv>(Purpose::Games, depth, false, false, &mv)
    }

    #[test]
    fn first_moves_shallow_nodes_and_in_games_checks_are_not_reduced() {
        assert!(reduced(12, LATE, -20_000) > 3);
        let (mut check, mut first) = (LATE, LATE);
        check.gives_check = true;
        first.number = 2;
        assert_eq!(reduced(12, check, -20_000), 0);
        let to_see_mates = |mv| reduction::<NonPv>(Purpose::Mates, 12, false, false, mv);
        assert!(to_see_mates(&check) > 0);
        assert_eq!(to_see_mates(&check), to_see_mates(&LATE));
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
    fn nodes_that_probably_cut_are_reduced_more() {
        let sum = |cut, table_capture| -> i32 {
            let reduced = |number| {
                let late = Candidate { number, ..LATE };
                reduction::<NonPv>(Purpose::Games, 12, cut, table_capture, &late)
            };
            (3..30).map(reduced).sum()
        };
        for (cut, table_capture) in [(true, false), (false, true)] {
            assert!(sum(cut, table_capture) > sum(false, false));
        }
    }

    #[test]
    fn reductions_grow_with_depth_and_move_number_and_leave_a_ply() {
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
