//! Plans that are refused, and what comes of that.

use super::provers::Prover;
use super::*;

/// What becomes of a plan: what is played after each line, claimed by a prover that counts repetitions or does not.
fn claimed(fen: &str, answers: &[(&str, &str)], counts: bool) -> (Claim, Status) {
    let start = Board::from_fen(fen).unwrap();
    let mut plan = Strategy::new();
    for (line, mv) in answers {
        let mut board = start.clone();
        for mv in line.split_ascii_whitespace() {
            let _ = board.make(mv.parse().unwrap());
        }
        plan.set(&board, mv.parse().unwrap());
    }
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(4, RuleSet::default());
    solver.forced.counts_repetitions = counts;
    let mut puzzle = puzzle(&mut solver, &start, &never);
    let claim = puzzle.claim(plan, By::All);
    (claim, puzzle.answer.status)
}

fn puzzle<'s, 'm>(solver: &'s mut Solver, board: &Board, stop: &'m AtomicBool) -> Puzzle<'s, 'm> {
    let budget = Budget {
        nodes: Some(2_000_000),
        ..Budget::default()
    };
    Puzzle {
        solver,
        board: board.clone(),
        longest: LONGEST,
        meter: Meter::new(budget, stop),
        answer: Solution::default(),
        ruled_out: 0,
        ending: None,
        begun: Instant::now(),
    }
}

/// A rook that checks a general to and fro; the pawn has a move whenever the rook stops.
const ROOK: &str = "4k4/9/9/9/9/9/9/p8/3R5/5K3 w - - 0 1";

#[test]
fn a_plan_that_only_repeats_is_no_answer_and_no_fault() {
    let round = [("", "d1e1"), ("d1e1 e9d9", "e1d1")];
    let refused = (Claim::NoOnePlan, Status::Unsolved);
    assert_eq!(claimed(ROOK, &round, true), refused);
    assert_eq!(claimed(ROOK, &round, false), refused);
}

#[test]
fn a_gap_in_a_plan_is_a_fault_unless_repetitions_count() {
    let gap = [("", "d1e1")];
    assert_eq!(
        claimed(ROOK, &gap, true),
        (Claim::NoOnePlan, Status::Unsolved)
    );
    assert_eq!(claimed(ROOK, &gap, false), (Claim::Heard, Status::Unproved));
    // What is not legal is a fault in any case.
    let illegal = [("", "d1c3")];
    assert_eq!(
        claimed(ROOK, &illegal, true),
        (Claim::Heard, Status::Unproved)
    );
}

#[test]
fn a_prover_that_was_refused_goes_on_without_repetitions() {
    // Black's rook chases the cannon between two ranks for ever; but on one of them the advisor captures it.
    let fen = "3k5/4P4/9/9/9/5r2C/2PCP4/9/1p2A4/4KA3 w - - 0 1";
    let board = Board::from_fen(fen).unwrap();
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(4, RuleSet::default());
    let mut puzzle = puzzle(&mut solver, &board, &never);
    let mut prover = Prover {
        forcing: Forcing::Threats(3),
        weight: 1,
        counts_repetitions: true,
        settled: false,
    };
    assert_eq!(puzzle.try_forced(&mut prover, 500_000), Ok(()));
    assert_eq!(puzzle.answer.status, Status::Mate);
    assert!(puzzle.answer.by_repetition && prover.settled);
    // As if the walker had said no.
    puzzle.answer = Solution::default();
    prover.refused();
    assert!(!prover.settled && !prover.counts_repetitions);
    assert_eq!(puzzle.try_forced(&mut prover, 500_000), Ok(()));
    assert_eq!(puzzle.answer.status, Status::Mate);
    assert!(puzzle.answer.verified && !puzzle.answer.by_repetition);
    // There is no second way out: it is not asked for ever.
    prover.refused();
    assert!(prover.settled);
}

#[test]
fn nobody_says_that_there_is_no_mate_where_nobody_has_looked() {
    // An advisor mates nobody, and that is soon found out.
    let board = Board::from_fen("3k5/9/9/9/9/9/9/9/4A4/5K3 w - - 0 1").unwrap();
    let never = AtomicBool::new(false);
    let mut solver = Solver::new(4, RuleSet::default());
    let mut status = |max| {
        let goal = Goal::Mate {
            max: Some(max),
            shortest: false,
            unique: false,
        };
        let budget = Budget {
            nodes: Some(2_000_000),
            ..Budget::default()
        };
        solver.solve(&board, goal, budget, &never).status
    };
    assert_eq!(status(LONGEST - 1), Status::NoMate);
    assert_eq!(status(LONGEST + 40), Status::Unsolved);
}
