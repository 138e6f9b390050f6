//! Late move reductions save nodes and miss no mate.

use chuhe::board::Move;
use chuhe::search::{Limits, Techniques};

use crate::common::{Problem, bench_boards, engine, mate_in, nodes_of, problems, search, to_depth};

/// All techniques but the reductions.
fn unreduced() -> Techniques {
    Techniques {
        lmr: false,
        ..Techniques::ALL
    }
}

/// Returns the nodes of a search that ends when it finds the mate with its exact length, or `None` if it does not.
fn nodes_to_mate(problem: &Problem, techniques: Techniques) -> Option<u64> {
    let limits = Limits {
        nodes: Some(3_000_000),
        mate: Some(problem.moves as u32),
        ..to_depth(problem.plies() as u32 + 10)
    };
    let result = search(&mut engine(techniques), problem.board(), limits);
    (mate_in(&result) == Some(problem.plies())).then_some(result.nodes)
}

/// Whether the key neither captures nor gives check, so that it may be reduced.
fn has_quiet_key(problem: &Problem) -> bool {
    let key = problem.entry.operand("bm").and_then(|key| key.parse().ok());
    let board = problem.board();
    key.is_some_and(|key: Move| board.is_empty(key.to()) && !board.gives_check(key))
}

/// A reduced move that fails high is searched again to full depth. So every mate is found, even if its first move is quiet.
#[test]
fn every_mate_is_found_with_reductions_and_in_fewer_nodes() {
    let problems = problems("positions/mates.epd").expect("it is ours");
    // The geometric mean, because in a sum the few hardest problems would outweigh all others.
    let mut logarithms = 0.0;
    for problem in &problems {
        let id = &problem.entry.id;
        let full = nodes_to_mate(problem, unreduced()).unwrap_or_else(|| panic!("{id}, unreduced"));
        let reduced = nodes_to_mate(problem, Techniques::ALL).unwrap_or_else(|| panic!("{id}"));
        println!("{id}: {reduced} nodes; unreduced {full}");
        logarithms += (reduced as f64 / full as f64).ln();
    }
    let mean = (logarithms / problems.len() as f64).exp();
    assert!(mean < 1.0, "{mean:.2} times the nodes");
    let quiet = problems
        .iter()
        .filter(|problem| has_quiet_key(problem))
        .count();
    assert!(quiet >= 5, "only {quiet} mates begin with a quiet move");
}

#[test]
fn reductions_save_nodes_to_the_same_depth() {
    let boards = bench_boards();
    let nodes = |techniques| nodes_of(&mut engine(techniques), &boards, 7);
    let (reduced, full) = (nodes(Techniques::ALL), nodes(unreduced()));
    println!("{reduced} nodes, unreduced {full}");
    assert!(reduced < full, "{reduced} is no fewer than {full}");
}
