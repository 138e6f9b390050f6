//! Mate problems: the engine finds every mate; for the project's own problems with its exact length.

use std::collections::HashSet;

use chuhe::board::{Board, Color};
use chuhe::search::{Engine, Limits, Settings, Techniques};

use crate::common::{Problem, engine, mate_in, problems, search, to_depth};

const PROBLEMS: &str = "positions/mates.epd";
const PUZZLES: &str = "positions/puzzles.epd";
/// A larger set that may lie beside the checkout.
const SHARED: &str = "../shared/cases/mates.epd";

fn project_problems() -> Vec<Problem> {
    problems(PROBLEMS).expect("the file is in the repository")
}

/// Returns the pieces and the side to move of the FEN.
fn position(board: &Board) -> String {
    let fen = board.to_fen();
    fen.split_whitespace().take(2).collect::<Vec<_>>().join(" ")
}

#[test]
fn the_problems_are_valid_distinct_and_not_in_the_shared_set() {
    let problems = project_problems();
    assert!(problems.len() >= 55);
    let boards = || problems.iter().map(Problem::board);
    let positions: HashSet<String> = boards().map(position).collect();
    assert_eq!(positions.len(), problems.len(), "a position occurs twice");
    for color in Color::ALL {
        assert!(boards().filter(|board| board.side() == color).count() >= 20);
    }
    for moves in 1..=6 {
        assert!(problems.iter().any(|problem| problem.moves == moves));
    }
    for problem in &problems {
        if let Some(key) = problem.entry.operand("bm") {
            assert!(problem.board().is_legal_move(key.parse().unwrap()));
        }
    }
    for shared in crate::common::problems(SHARED).unwrap_or_default() {
        assert!(!positions.contains(&position(shared.board())));
    }
}

/// `reductions.rs` also finds every mate with every technique and material alone.
#[test]
fn every_mate_is_found_with_its_length_and_key() {
    let usual = Settings::with_hash_mib(16);
    assert_eq!(usual.techniques, Techniques::ALL);
    let mut engine = Engine::new(usual);
    for problem in project_problems() {
        let limits = Limits {
            nodes: Some(3_000_000),
            ..to_depth(problem.plies() as u32 + 20)
        };
        let result = search(&mut engine, problem.board(), limits);
        let id = &problem.entry.id;
        assert_eq!(mate_in(&result), Some(problem.plies()), "{id}");
        if let (Some(key), Some(best)) = (problem.entry.operand("bm"), result.best) {
            assert_eq!(best.to_string(), key, "{id}");
        }
    }
}

#[test]
fn without_pruning_a_mate_is_found_at_its_own_depth() {
    let mut engine = engine(Techniques::FULL_WIDTH);
    for problem in project_problems()
        .into_iter()
        .filter(|problem| problem.moves <= 3)
    {
        let depth = to_depth(problem.plies() as u32);
        let result = search(&mut engine, problem.board(), depth);
        assert_eq!(
            mate_in(&result),
            Some(problem.plies()),
            "{}",
            problem.entry.id
        );
    }
}

/// Uses the project's puzzles, and a larger set if it lies beside the checkout.
#[test]
fn a_sample_of_mates_from_games_is_found() {
    let short = |path, moves, step| {
        let problems = problems(path).unwrap_or_default();
        let short = problems.into_iter().step_by(step);
        short.filter(move |problem| problem.moves <= moves)
    };
    let sample: Vec<Problem> = short(PUZZLES, 3, 5).chain(short(SHARED, 4, 20)).collect();
    assert!(sample.len() >= 20);
    let mut engine = engine(Techniques::ALL);
    let limits = Limits::of_nodes(1_000_000);
    for problem in sample {
        let result = search(&mut engine, problem.board(), limits);
        let (id, found) = (&problem.entry.id, mate_in(&result));
        // The length is not checked: the first mate found need not be the shortest, and some are shorter than the shared set says.
        assert!(found.is_some(), "{id}: {:?}", result.score);
    }
}
