//! Proofs of mate: runs the solver and turns its solution into objects.

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use super::analyse::moves;
use super::results::construct;
use super::wait;
use crate::board::Board;
use crate::solve::batch::tree::MAX_TREE;
use crate::solve::{Budget, Continuation, Goal, Solution, Solver, Status, StrategyTree};

/// A position with what is asked about it.
pub struct Puzzle {
    pub board: Board,
    pub goal: Goal,
    pub budget: Budget,
    pub all_lines: bool,
}

/// Solves a puzzle, calls `on_mate` with each `Solution` that is proved on the way, and returns the last.
pub fn run<'py>(
    py: Python<'py>,
    solver: &mut Solver,
    puzzle: &Puzzle,
    on_mate: Option<&Bound<'py, PyAny>>,
    stop: Option<&Bound<'py, PyAny>>,
) -> PyResult<Bound<'py, PyAny>> {
    let (board, goal, budget) = (&puzzle.board, puzzle.goal, puzzle.budget);
    let report = |found: Solution| {
        if let Some(on_mate) = on_mate {
            on_mate.call1((solution_object(py, puzzle, &found)?,))?;
        }
        Ok(())
    };
    let solution = wait::run(py, stop, report, |flag, send| {
        solver.solve_and_report(board, goal, budget, flag, |found| send(found.clone()))
    })?;
    solution_object(py, puzzle, &solution)
}

fn solution_object<'py>(
    py: Python<'py>,
    puzzle: &Puzzle,
    solution: &Solution,
) -> PyResult<Bound<'py, PyAny>> {
    let status = match solution.status {
        Status::Mate => "mate",
        Status::Claimed => "claimed",
        Status::NoMate => "no-mate",
        Status::Unsolved => "unsolved",
        Status::Rejected => return Err(PyRuntimeError::new_err(solution.rejection())),
    };
    let is_mate = solution.status == Status::Mate;
    let tree = match is_mate && puzzle.all_lines {
        true => solution.strategy.tree(&puzzle.board, MAX_TREE),
        false => None,
    };
    construct!(py, "Solution", {
        "status": status,
        "mate_in": solution.mate_in,
        "shortest": solution.shortest,
        "unique": solution.unique,
        "no_mate_in": solution.no_mate_in,
        "key_move": solution.key_move.map(|mv| mv.to_string()),
        "pv": moves(py, &solution.pv)?,
        "by_repetition": solution.by_repetition,
        "prover": is_mate.then(|| solution.prover.name()),
        "nodes": solution.nodes,
        "time": solution.elapsed.as_secs_f64(),
        "tree": tree.map(|tree| tree_object(py, &tree)).transpose()?,
    })
}

fn tree_object<'py>(py: Python<'py>, tree: &StrategyTree) -> PyResult<Bound<'py, PyAny>> {
    let replies = PyDict::new(py);
    for (reply, continuation) in &tree.replies {
        let after = match continuation {
            Continuation::Tree(tree) => Some(tree_object(py, tree)?),
            Continuation::Repetition => None,
        };
        replies.set_item(reply.to_string(), after)?;
    }
    construct!(py, "MateTree", {
        "move": tree.mv.to_string(),
        "replies": replies,
    })
}
