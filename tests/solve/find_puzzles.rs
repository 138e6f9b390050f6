//! The puzzles of `positions/puzzles.epd`: tests of their soundness, and the program that found them.
//!
//! ```text
//! CHUHE_POSITIONS=games.bin cargo test --test solve -- --ignored --nocapture find_puzzles:: > puzzles.epd
//! ```
//!
//! reads positions of self-play (`chuhe learn data --out games.bin`), takes those that one side is winning, and searches for a
//! mate. If it finds one, it plays it out against the longest defence. Up to three positions on the way become puzzles: those of
//! the lengths that are rarest so far, if the key is unique and the length is proved.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chuhe::board::Board;
use chuhe::rules::RuleSet;
use chuhe::solve::{Budget, Goal, Solution, Solver, Status};
use chuhe::train::reader::SampleReader;

use crate::common::problems;

const PUZZLES: &str = "positions/puzzles.epd";
/// The longest mate that is kept, in moves.
const LONGEST: usize = 15;

/// The number in an environment variable.
fn number(name: &str, default: u64) -> u64 {
    let value = std::env::var(name).ok();
    value.and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn solved(solver: &mut Solver, board: &Board, unique: bool, nodes: u64) -> Solution {
    let goal = Goal {
        max: None,
        shortest: true,
        unique,
    };
    let budget = Budget::of_nodes(nodes);
    solver.solve(board, goal, budget, &AtomicBool::new(false))
}

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
        let solution = solved(&mut solver, puzzle.board(), false, 1_000_000);
        let id = &puzzle.entry.id;
        assert!(solution.verified, "{id}");
        assert!(solution.mate_in <= Some(puzzle.moves as u32), "{id}");
    }
    for puzzle in puzzles.iter().filter(|puzzle| puzzle.moves <= 5).step_by(5) {
        let solution = solved(&mut solver, puzzle.board(), true, 20_000_000);
        let id = &puzzle.entry.id;
        assert_eq!(solution.mate_in, Some(puzzle.moves as u32), "{id}");
        assert!(solution.verified && solution.shortest, "{id}");
        let key = solution.key_move.map(|mv| mv.to_string());
        assert_eq!(key.as_deref(), puzzle.entry.operand("bm"), "{id}");
    }
}

#[test]
#[ignore = "finds new puzzles"]
fn find() {
    let path = std::env::var("CHUHE_POSITIONS").expect("CHUHE_POSITIONS names a file of positions");
    let time_limit = Duration::from_secs(number("CHUHE_SECONDS", 300));
    let most = number("CHUHE_EACH", 90) as usize;
    let begun = Instant::now();
    let mut solver = Solver::new(64, RuleSet::default());
    let (mut seen, mut count) = (HashSet::new(), [0; LONGEST + 1]);
    for sample in SampleReader::open(std::path::Path::new(&path)).expect("a file of positions") {
        if begun.elapsed() > time_limit {
            break;
        }
        let sample = sample.expect("a whole record");
        let red = sample.board.side() == chuhe::board::Color::Red;
        let score = if red { sample.score } else { -sample.score };
        if score < 900 {
            continue;
        }
        let first = solved(&mut solver, &sample.board, false, 20_000);
        if first.status != Status::Mate {
            continue;
        }
        // The winner's turns on the way, the rarest length first.
        let (mut board, mut turns) = (sample.board.clone(), Vec::new());
        for (index, &mv) in first.pv.iter().enumerate() {
            let left = (first.pv.len() - index).div_ceil(2);
            if index % 2 == 0 && left <= LONGEST {
                turns.push((count[left], board.clone()));
            }
            let _ = board.make(mv);
        }
        turns.sort_by_key(|(count, _)| *count);
        for (_, board) in turns.into_iter().take(3) {
            let solution = solved(&mut solver, &board, true, 400_000);
            let (Some(moves), Some(key)) = (solution.mate_in, solution.key_move) else {
                continue;
            };
            let length = moves as usize;
            let good = solution.shortest && solution.unique == Some(true) && length <= LONGEST;
            if !good || count[length] >= most || !seen.insert(board.key()) {
                continue;
            }
            count[length] += 1;
            let number = count[length];
            println!(
                "{} dm {moves}; bm {key}; id \"puzzle {moves}.{number}\";",
                fen_without_counters(&board)
            );
        }
    }
    eprintln!("{count:?} in {:?}", begun.elapsed());
}

/// The FEN with the move counters reset.
fn fen_without_counters(board: &Board) -> String {
    let fen = board.to_fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    fields.join(" ") + " - - 0 1"
}
