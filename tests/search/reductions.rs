//! Late move reductions save nodes and miss no mate.

use std::slice;
use std::sync::mpsc;

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
    let (sender, events) = mpsc::channel();
    let result = engine(techniques).search(request, move |event| {
        // The receiver lives until the search has ended.
        let _ = sender.send(event);
    });
    let is_the_mate = |score| classify(score) == ScoreKind::Mate(problem.plies());
    let first = events.into_iter().find_map(|event| match event {
        Event::Line(line) if line.bound == Bound::Exact && is_the_mate(line.score) => {
            Some(line.nodes)
        }
        _ => None,
    });
    first.filter(|_| is_the_mate(result.score))
}

/// Whether the key neither captures nor gives check, so that it may be reduced.
fn has_quiet_key(problem: &Problem) -> bool {
    let key = problem.entry.operand("bm").and_then(|key| key.parse().ok());
    key.is_some_and(|key: Move| {
        let mut after = problem.board().clone();
        let captures = after.piece_at(key.to()).is_some();
        let _ = after.make(key);
        !captures && !after.in_check()
    })
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

/// No move is reduced within two plies of the leaves.
#[test]
fn shallow_searches_are_not_reduced() {
    for board in bench_boards() {
        let nodes = |techniques| nodes_of(&mut engine(techniques), slice::from_ref(&board), 2);
        assert_eq!(nodes(Techniques::ALL), nodes(unreduced()), "{board:?}");
    }
}

#[test]
fn reductions_save_nodes_to_the_same_depth() {
    let boards = bench_boards();
    let nodes = |techniques| nodes_of(&mut engine(techniques), &boards, 7);
    let (reduced, full) = (nodes(Techniques::ALL), nodes(unreduced()));
    println!("{reduced} nodes, unreduced {full}");
    assert!(reduced < full, "{reduced} is no fewer than {full}");
    assert_eq!(nodes(Techniques::ALL), reduced, "counts repeat");
}
