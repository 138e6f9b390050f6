//! Late move reductions save nodes and miss no mate.

use chuhe::board::Move;
use chuhe::rules::Game;
use chuhe::search::score::{ScoreKind, classify};
use chuhe::search::{Bound, Event, Limits, Request, Techniques};

use crate::common::{Problem, bench_boards, engine, nodes_of, problems, to_depth};

/// All techniques but the reductions.
fn unreduced() -> Techniques {
    Techniques {
        lmr: false,
        ..Techniques::ALL
    }
}

/// Returns the nodes until an iteration finds the mate with its exact length, or `None` if none does.
fn nodes_to_mate(problem: &Problem, techniques: Techniques) -> Option<u64> {
    let limits = Limits {
        nodes: Some(3_000_000),
        ..to_depth(problem.plies() as u32 + 10)
    };
    let request = Request::new(Game::new(problem.board().clone()), limits);
    let is_the_mate = |score| classify(score) == ScoreKind::Mate(problem.plies());
    let mut first = None;
    let result = engine(techniques).search(request, |event| {
        if let Event::Line(line) = event
            && line.bound == Bound::Exact
            && is_the_mate(line.score)
        {
            first = first.or(Some(line.nodes));
        }
    });
    first.filter(|_| is_the_mate(result.score))
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
