//! The mate solver: proofs of known mates, and comparison with brute force and retrograde analysis.

mod audit;
mod endings;
mod exhaustive;
mod patterns;
mod puzzles;
mod solver;

#[path = "../common/mod.rs"]
mod common;
#[path = "../random_positions/mod.rs"]
mod random_positions;

use std::sync::atomic::AtomicBool;

use chuhe::board::{Board, Move};
use chuhe::solve::{Budget, Goal, Solution, Solver};

/// Any mate, which is not shortened.
const ANY: Goal = Goal {
    max: None,
    shortest: false,
    unique: false,
};

/// The shortest mate, within `max` moves.
fn shortest(max: Option<u32>, unique: bool) -> Goal {
    Goal {
        max,
        shortest: true,
        unique,
    }
}

/// The position after a line of moves.
fn after(board: &Board, line: &[Move]) -> Board {
    let mut board = board.clone();
    for &mv in line {
        let _ = board.try_make(mv).expect("a legal line");
    }
    board
}

/// Solves a position within a budget of nodes.
fn solve(solver: &mut Solver, board: &Board, goal: Goal, nodes: u64) -> Solution {
    let never = AtomicBool::new(false);
    solver.solve(board, goal, Budget::of_nodes(nodes), &never)
}
