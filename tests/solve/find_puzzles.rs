//! The puzzles of `positions/puzzles.epd`: that they are what they say, and how they were found.
//!
//! ```text
//! CHUHE_POSITIONS=games.bin cargo test --test solve -- --ignored --nocapture find_puzzles:: > puzzles.epd
//! ```
//!
//! reads positions of self-play (`chuhe tune data --out games.bin`), takes those that one side is winning, and asks the
//! prover for a mate. Where there is one, it is played out against the longest defence, and of the positions on the way
//! up to three become puzzles: of the lengths that are rarest so far, if the key is the only one and the length is
//! proved.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;
use std::time::{Duration, Instant};

use chuhe::board::Board;
use chuhe::rules::RuleSet;
use chuhe::solve::{Budget, Goal, Solution, Solver, Status};
use chuhe::train::reader::Reader;

use crate::common::problems;

const OURS: &str = "positions/puzzles.epd";
/// The longest mate that is kept, in moves.
const LONGEST: usize = 15;

fn number(name: &str, default: u64) -> u64 {
    let said = std::env::var(name).ok();
    said.and_then(|text| text.parse().ok()).unwrap_or(default)
}

fn solved(solver: &mut Solver, board: &Board, unique: bool, nodes: u64) -> Solution {
    let goal = Goal {
        max: None,
        shortest: true,
        unique,
    };
    let budget = Budget {
        nodes: Some(nodes),
        ..Budget::default()
    };
    solver.solve(board, goal, budget, &AtomicBool::new(false))
}

#[test]
fn the_puzzles_are_many_sound_and_not_alike() {
    let puzzles = problems(OURS).expect("it is ours");
    assert!(puzzles.len() >= 300);
    let keys: HashSet<u64> = puzzles.iter().map(|puzzle| puzzle.board().key()).collect();
    assert_eq!(keys.len(), puzzles.len(), "one stands there twice");
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
        let key = solution.key.map(|mv| mv.to_string());
        assert_eq!(key.as_deref(), puzzle.entry.operation("bm"), "{id}");
    }
}

#[test]
#[ignore = "finds new puzzles"]
fn find() {
    let path = std::env::var("CHUHE_POSITIONS").expect("CHUHE_POSITIONS names a file of positions");
    let patience = Duration::from_secs(number("CHUHE_SECONDS", 300));
    let most = number("CHUHE_EACH", 90) as usize;
    let begun = Instant::now();
    let mut solver = Solver::new(64, RuleSet::default());
    let (mut seen, mut count) = (HashSet::new(), [0; LONGEST + 1]);
    for sample in Reader::open(std::path::Path::new(&path)).expect("a file of positions") {
        if begun.elapsed() > patience {
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
            let (Some(moves), Some(key)) = (solution.mate_in, solution.key) else {
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
                as_if_it_began_here(&board)
            );
        }
    }
    eprintln!("{count:?} in {:?}", begun.elapsed());
}

/// The FEN without the counters of the game.
fn as_if_it_began_here(board: &Board) -> String {
    let fen = board.to_fen();
    let fields: Vec<&str> = fen.split(' ').take(2).collect();
    fields.join(" ") + " - - 0 1"
}
