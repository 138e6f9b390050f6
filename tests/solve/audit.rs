//! The audit of mates compared with brute force: cooks, duals, slower mates, and what was not decided.

use std::sync::atomic::AtomicBool;

use chuhe::board::{Board, Move};
use chuhe::rules::RuleSet;
use chuhe::solve::{Alternative, Audit, AuditScope, Budget, Defect, Goal, Solution, Solver};

use crate::common::{BruteForce, entries, problems};
use crate::solver::SHARED;
use crate::{after, shortest, solve};

const MATES: &str = "positions/mates.epd";

fn audited(
    solver: &mut Solver,
    board: &Board,
    solution: &Solution,
    scope: AuditScope,
    nodes: u64,
) -> Audit {
    let never = AtomicBool::new(false);
    solver.audit(board, solution, scope, Budget::of_nodes(nodes), &never)
}

/// Asserts that an audit agrees with brute force. Returns the numbers of cooks, duals and minor duals.
fn check(id: &str, board: &Board, audit: &Audit, brute_force: &mut BruteForce) -> [usize; 3] {
    let mut counts = [0; 3];
    for position in &audit.positions {
        let mut here = after(board, &position.line);
        let place = format!("{id} {:?}", position.line);
        let expected = match (position.line.is_empty(), position.mate_in) {
            (true, _) => Defect::Cook,
            (false, 1) => Defect::MinorDual,
            (false, _) => Defect::Dual,
        };
        assert_eq!(position.defect(), expected, "{place}");
        let shortest = brute_force.mate_in(&mut here, position.mate_in);
        assert_eq!(shortest, Some(position.mate_in), "{place}");
        let others = position.alternatives.iter().map(|(mv, _)| *mv);
        let moves: Vec<Move> = here.legal_moves().into_iter().collect();
        let expected = moves.iter().copied().filter(|&mv| mv != position.mv);
        assert!(others.eq(expected), "{place}: all other moves");
        for &(mv, what) in &position.alternatives {
            let mut length_after = |longest: u32| {
                (1..=longest).find(|length| brute_force.is_mated_after(&mut here, mv, length - 1))
            };
            let length = length_after(position.mate_in);
            let place = format!("{place} {mv} {what:?}");
            match what {
                Alternative::Fast(found) => assert_eq!(length, Some(found), "{place}"),
                Alternative::Slower(most) => {
                    assert!(length.is_none() && most > position.mate_in, "{place}");
                    assert!(most > 3 || length_after(most).is_some(), "{place}");
                }
                Alternative::SlowerUndecided => assert_eq!(length, None, "{place}"),
                Alternative::Undecided => panic!("{place}: the nodes suffice"),
            }
            counts[position.defect() as usize] += usize::from(length.is_some());
        }
    }
    counts
}

/// Compares the audits of those mates of three moves or fewer whose index is a multiple of `step`. Returns how many they are, and
/// their numbers of cooks, duals and minor duals.
fn check_file(path: &str, step: usize) -> (usize, [usize; 3]) {
    let mut solver = Solver::new(16, RuleSet::default());
    let (mut total, mut puzzles) = ([0; 3], 0);
    let problems = problems(path).unwrap_or_default();
    let short = problems.iter().filter(|problem| problem.moves <= 3);
    for problem in short.step_by(step) {
        let (id, board) = (&problem.entry.id, problem.board());
        let solution = solve(&mut solver, board, shortest(None, true), 5_000_000);
        let mut audit = |scope| audited(&mut solver, board, &solution, scope, 5_000_000);
        let main = audit(AuditScope::Main);
        let mate_in = solution.mate_in.expect("a mate");
        // Some are mates in fewer moves than the shared file says.
        let moves = problem.moves as u32;
        assert!(
            mate_in == moves || path == SHARED && mate_in < moves,
            "{id}"
        );
        assert_eq!(main.positions.len(), mate_in as usize, "{id}");
        let mut brute_force = BruteForce::default();
        let counts = check(id, board, &main, &mut brute_force);
        assert_eq!(solution.unique, Some(counts[0] == 0), "{id}");
        assert_eq!(main.unique(), solution.unique, "{id}");
        total = std::array::from_fn(|index| total[index] + counts[index]);
        // Of few puzzles, because a strategy has many positions.
        if mate_in == 2 && puzzles % 4 == 0 {
            let all = audit(AuditScope::All);
            let tree = solution.strategy.tree(board, 1_000).expect("a small tree");
            // Every position has another line, so that the tree has as many as the strategy.
            assert_eq!(all.positions.len(), 1 + tree.replies.len(), "{id}");
            assert_eq!(all.left_out, 0, "{id}");
            check(id, board, &all, &mut brute_force);
        }
        puzzles += 1;
    }
    (puzzles, total)
}

#[test]
fn audits_of_short_mates_agree_with_brute_force() {
    let (puzzles, total) = check_file(MATES, 1);
    assert!(
        puzzles >= 30 && total.iter().all(|&count| count > 0),
        "{total:?}"
    );
}

#[test]
fn a_sample_of_the_audits_of_shared_mates_agrees_with_brute_force() {
    let (puzzles, _) = check_file(SHARED, 100);
    assert!(puzzles > 10 || entries(SHARED).is_none());
}

#[test]
#[ignore = "takes minutes"]
fn audits_of_all_shared_mates_agree_with_brute_force() {
    let (puzzles, total) = check_file(SHARED, 1);
    println!("{puzzles} mates; cooks, duals and minor duals: {total:?}");
    assert!(puzzles > 1_000, "{puzzles}");
}

#[test]
fn a_spent_budget_leaves_moves_undecided() {
    let problems = problems(MATES).expect("a file of the repository");
    let problem = problems.iter().find(|problem| problem.moves == 3).unwrap();
    let mut solver = Solver::new(4, RuleSet::default());
    let solution = solve(&mut solver, problem.board(), Goal::default(), 5_000_000);
    let audit = audited(&mut solver, problem.board(), &solution, AuditScope::Main, 1);
    assert_eq!(audit.positions.len(), 3);
    let positions = audit.positions.iter();
    let answers = Vec::from_iter(positions.flat_map(|position| &position.alternatives));
    assert!(
        answers
            .iter()
            .all(|(_, what)| *what == Alternative::Undecided)
    );
    assert!(answers.len() > 10);
}

#[test]
fn a_mate_by_repetition_has_nothing_to_audit() {
    let board = Board::from_fen("3k5/R8/9/9/4r4/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    let mut solver = Solver::new(4, RuleSet::default());
    let solution = solve(&mut solver, &board, Goal::default(), 100_000);
    assert!(solution.by_repetition);
    let audit = audited(&mut solver, &board, &solution, AuditScope::Main, 100_000);
    assert!(audit.positions.is_empty());
}
