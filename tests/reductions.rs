//! Late move reductions on the board: what they save, and what they may cost in depth.

mod common;

use std::sync::mpsc;

use chuhe::board::Board;
use chuhe::cli::bench::POSITIONS;
use chuhe::cli::positions;
use chuhe::rules::Game;
use chuhe::search::score::{Meaning, meaning};
use chuhe::search::{Bound, Event, Limits, Request, Techniques};

use common::{Problem, engine, problems, search, to_depth};

/// Iterations by which a mate may come later for its moves being reduced. Most come in the same one; "mate in 5, 3" comes in
/// the 17th instead of the 8th.
const LATER: u32 = 9;

/// Everything but the reductions.
fn unreduced() -> Techniques {
    Techniques {
        lmr: false,
        ..Techniques::ALL
    }
}

/// The iteration that first shows the mate in its full length, and the nodes until then; `None` when none does.
fn sight(problem: &Problem, techniques: Techniques) -> Option<(u32, u64)> {
    let limits = Limits {
        nodes: Some(3_000_000),
        ..to_depth(problem.plies() as u32 + 10)
    };
    let request = Request::new(Game::new(problem.board().clone()), limits);
    let (sender, events) = mpsc::channel();
    let outcome = engine(techniques).search(request, move |event| {
        // Nobody hangs up before the search ends.
        let _ = sender.send(event);
    });
    let is_it = |score| meaning(score) == Meaning::Mate(problem.plies());
    let first = events.into_iter().find_map(|event| match event {
        Event::Line(line) if line.bound == Bound::Exact && is_it(line.score) => {
            Some((line.depth, line.nodes))
        }
        _ => None,
    });
    first.filter(|_| is_it(outcome.score))
}

#[test]
fn no_mate_is_lost_to_reductions_and_none_comes_much_later() {
    let problems = problems("positions/mates.epd").expect("it is ours");
    let (mut later, mut sooner) = (0, 0);
    // Powers of two say more than sums, in which the hardest few would be all.
    let mut powers = 0.0;
    for problem in &problems {
        let id = &problem.entry.id;
        let (full, all) = sight(problem, unreduced()).unwrap_or_else(|| panic!("{id}, unreduced"));
        let (reduced, nodes) = sight(problem, Techniques::ALL).unwrap_or_else(|| panic!("{id}"));
        println!("{id}: iteration {reduced}, {nodes} nodes; unreduced {full}, {all} nodes");
        later += u32::from(reduced > full);
        sooner += u32::from(reduced < full);
        powers += (nodes as f64 / all as f64).log2();
        assert!(reduced <= full + LATER, "{id}: {reduced} after {full}");
    }
    let mean = (powers / problems.len() as f64).exp2();
    let count = problems.len();
    println!("of {count}: {later} later, {sooner} sooner; {mean:.2} times the nodes");
    assert!(mean < 1.0, "{mean:.2} times the nodes");
}

#[test]
fn reductions_save_nodes_to_the_same_depth() {
    let boards: Vec<Board> = positions::read(POSITIONS)
        .expect("it is ours")
        .into_iter()
        .map(|entry| entry.board)
        .collect();
    let nodes = |techniques| -> u64 {
        let mut engine = engine(techniques);
        let count = |board| {
            let outcome = search(&mut engine, board, to_depth(7), &[]);
            // A search that fails leaves the engine standing, without a move or a count.
            assert!(outcome.best.is_some(), "the search failed: {board:?}");
            outcome.nodes
        };
        boards.iter().map(count).sum()
    };
    let (reduced, full) = (nodes(Techniques::ALL), nodes(unreduced()));
    println!("{reduced} nodes, unreduced {full}");
    assert!(reduced < full, "{reduced} is no fewer than {full}");
    assert_eq!(nodes(Techniques::ALL), reduced, "counts repeat");
}
