//! The puzzles of `positions/puzzles.epd`: they are sound and distinct, and cover all lengths.

use std::collections::HashSet;

use chuhe::rules::RuleSet;
use chuhe::solve::{Goal, Solver};

use crate::common::problems;
use crate::{shortest, solve};

const PUZZLES: &str = "positions/puzzles.epd";

#[test]
fn the_puzzles_are_sound_and_distinct_and_cover_all_lengths() {
    let puzzles = problems(PUZZLES).expect("a file of the repository");
    assert!(puzzles.len() >= 300);
    let keys: HashSet<u64> = puzzles.iter().map(|puzzle| puzzle.board().key()).collect();
    assert_eq!(keys.len(), puzzles.len(), "a position occurs twice");
    for moves in 1..=6 {
        let of_that_length = |puzzle: &&crate::common::Problem| puzzle.moves == moves;
        assert!(
            puzzles.iter().filter(of_that_length).count() >= 10,
            "{moves}"
        );
    }
    for moves in 7..=15 {
        assert!(
            puzzles.iter().any(|puzzle| puzzle.moves == moves),
            "{moves}"
        );
    }
    let mut solver = Solver::new(16, RuleSet::default());
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.moves >= 8).step_by(3) {
        let solution = solve(&mut solver, puzzle.board(), Goal::default(), 300_000);
        let id = &puzzle.entry.id;
        assert!(solution.verified, "{id}");
        assert!(solution.mate_in <= Some(puzzle.moves as u32), "{id}");
    }
    for puzzle in puzzles
        .iter()
        .filter(|puzzle| puzzle.moves <= 5)
        .step_by(10)
    {
        let goal = shortest(None, true);
        let solution = solve(&mut solver, puzzle.board(), goal, 20_000_000);
        let id = &puzzle.entry.id;
        assert_eq!(solution.mate_in, Some(puzzle.moves as u32), "{id}");
        assert!(solution.verified && solution.shortest, "{id}");
        let key = solution.key_move.map(|mv| mv.to_string());
        assert_eq!(key.as_deref(), puzzle.entry.operand("bm"), "{id}");
    }
}
