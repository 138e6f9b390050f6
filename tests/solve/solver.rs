//! The solver on known mates: the shortest is proved, the key is unique, every defence is covered, repetitions are judged.

use std::collections::HashSet;
use std::sync::atomic::AtomicBool;

use chuhe::board::{Board, Color};
use chuhe::endgame::EndgameTable;
use chuhe::rules::{Game, Outcome, Reason, RepetitionRules, RuleSet, judge};
use chuhe::solve::{
    Budget, Continuation, DfpnSolver, DrawStatus, Goal, Solution, Solver, Status, StrategyTree,
    verify,
};

use crate::common::{entries, problems};
use crate::{ANY, shortest, solve};

const MATES: &str = "positions/mates.epd";
/// A larger set that may lie beside the checkout.
pub const SHARED: &str = "../shared/cases/mates.epd";

fn solved(solver: &mut Solver, board: &Board, goal: Goal) -> Solution {
    solve(solver, board, goal, 5_000_000)
}

#[test]
fn known_mates_are_proved_the_shortest_and_their_keys_unique() {
    let mut solver = Solver::new(16, RuleSet::default());
    let mut longer = 0;
    for problem in problems(MATES).expect("a file of the repository") {
        let id = &problem.entry.id;
        let goal = shortest(None, true);
        let (budget, never) = (Budget::of_nodes(5_000_000), AtomicBool::new(false));
        let mut reported = Vec::new();
        let solution = solver.solve_and_report(problem.board(), goal, budget, &never, |found| {
            assert!(found.verified, "{id}");
            reported.push(found.mate_in);
        });
        assert!(
            reported.is_sorted_by(|before, after| before > after),
            "{id}"
        );
        assert_eq!(reported.last(), Some(&solution.mate_in), "{id}");
        longer += usize::from(reported.len() > 1);
        assert_eq!(solution.status, Status::Mate, "{id}: {:?}", solution.fault);
        assert_eq!(solution.mate_in, Some(problem.moves as u32), "{id}");
        assert!(solution.shortest && solution.verified, "{id}");
        assert_eq!(solution.pv.len() as i32, problem.plies(), "{id}");
        assert_eq!(solution.pv.first().copied(), solution.key_move, "{id}");
        let key = problem.entry.operand("bm");
        assert!(solution.unique.is_some(), "{id}");
        if let (Some(key), Some(found)) = (key, solution.key_move) {
            assert_eq!(solution.unique, Some(true), "{id}");
            assert_eq!(found.to_string(), key, "{id}");
        }
        let proof = verify(
            problem.board(),
            &solution.strategy,
            RepetitionRules::default(),
        )
        .expect("verified before");
        assert_eq!(Some(proof.mate_in), solution.mate_in, "{id}");
        // No mate is shorter.
        let shorter = shortest(Some(problem.moves as u32 - 1), false);
        if problem.moves > 1 {
            let none = solved(&mut solver, problem.board(), shorter);
            assert_eq!(none.status, Status::NoMate, "{id}");
        }
    }
    assert!(longer > 0, "no mate was shortened");
}

#[test]
fn a_sample_of_the_shared_problems_is_proved() {
    let mut solver = Solver::new(16, RuleSet::default());
    for problem in problems(SHARED).unwrap_or_default().iter().step_by(10) {
        let id = &problem.entry.id;
        let solution = solved(&mut solver, problem.board(), Goal::default());
        assert_eq!(solution.status, Status::Mate, "{id}");
        assert!(solution.shortest, "{id}");
        // Some are mates in fewer moves than the file says.
        assert!(solution.mate_in <= Some(problem.moves as u32), "{id}");
    }
}

#[test]
fn no_mate_is_claimed_if_there_is_none() {
    let mut solver = Solver::new(1, RuleSet::default());
    let goal = shortest(Some(3), true);
    let none = solved(&mut solver, &Board::startpos(), goal);
    assert_eq!((none.status, none.no_mate_in), (Status::NoMate, 3));
    // The side to move is already mated.
    let mated = Board::from_fen("R2k5/1R7/9/9/9/9/9/9/9/4K4 b - - 0 1").unwrap();
    assert_eq!(solved(&mut solver, &mated, goal).status, Status::NoMate);
    let lost = solved(&mut solver, &mated, Goal::default());
    assert_eq!((lost.status, lost.lost_in), (Status::NoMate, Some(0)));
}

#[test]
fn a_spent_budget_or_a_stop_leaves_the_puzzle_unsolved() {
    let mut solver = Solver::new(1, RuleSet::default());
    let unsolved = solve(&mut solver, &Board::startpos(), Goal::default(), 2_000);
    assert_eq!(unsolved.status, Status::Unsolved);
    assert!(unsolved.nodes <= 2_000);
    let stopped = AtomicBool::new(true);
    let unsolved = solver.solve(
        &Board::startpos(),
        Goal::default(),
        Budget::default(),
        &stopped,
    );
    assert_eq!(unsolved.status, Status::Unsolved);
}

const LONG: &str = "positions/long_mates.epd";

#[test]
fn a_sample_of_the_long_mates_is_found_by_force() {
    let mut solver = Solver::new(16, RuleSet::default());
    let entries = entries(LONG).expect("a file of the repository");
    let boards: HashSet<String> = entries.iter().map(|entry| entry.board.to_fen()).collect();
    assert_eq!(boards.len(), entries.len(), "a position occurs twice");
    assert!(boards.len() >= 40);
    for entry in entries.iter().step_by(2) {
        let id = &entry.id;
        let solution = solve(&mut solver, &entry.board, ANY, 1_000_000);
        assert_eq!(solution.status, Status::Mate, "{id}: {:?}", solution.fault);
        assert!(solution.mate_in >= Some(7) && solution.verified, "{id}");
        // The first mate found is seldom the shortest, and never shorter than that.
        let shortest = entry.operand("dm").map(|moves| moves.parse().unwrap());
        assert!(solution.mate_in >= shortest, "{id}");
    }
}

const CLASSICS: &str = "positions/classics.epd";
/// The number of entries at the start of the file that are solved quickly.
const QUICK: usize = 243;

#[test]
fn a_mate_of_the_requested_length_is_found_after_a_longer_one() {
    // df-pn over checks first proves a mate in more than seven moves.
    let fen = "2baka3/3P3N1/bN7/7nc/9/4C1P2/P5n1P/B3R3B/4Apr2/2RAK3c w - - 0 1";
    let board = Board::from_fen(fen).unwrap();
    let mut solver = Solver::new(4, RuleSet::default());
    let solution = solve(
        &mut solver,
        &board,
        Goal {
            max: Some(7),
            ..ANY
        },
        100_000,
    );
    assert_eq!((solution.status, solution.mate_in), (Status::Mate, Some(7)));
}

#[test]
fn the_classics_have_names_and_sources_and_are_distinct() {
    let entries = entries(CLASSICS).expect("a file of the repository");
    assert!(entries.len() >= 100);
    let boards: HashSet<String> = entries.iter().map(|entry| entry.board.to_fen()).collect();
    let names: HashSet<&String> = entries.iter().map(|entry| &entry.id).collect();
    assert_eq!((boards.len(), names.len()), (entries.len(), entries.len()));
    for entry in &entries {
        let id = &entry.id;
        let source = entry.operand("c1").expect("a source");
        assert!(source.contains("1570"), "{id}: {source}");
        let known = entry.operand("dm").or(entry.operand("c0"));
        assert!(known.is_some(), "{id}");
    }
}

#[test]
fn a_sample_of_the_classics_is_proved() {
    let mut solver = Solver::new(16, RuleSet::default());
    let entries = entries(CLASSICS).expect("a file of the repository");
    for entry in entries[..QUICK].iter().step_by(5) {
        let id = &entry.id;
        let shortest = entry.operand("dm").map(|moves| moves.parse().unwrap());
        let goal = Goal {
            max: None,
            shortest: shortest.is_some_and(|moves: u32| moves <= 6),
            unique: false,
        };
        let solution = solved(&mut solver, &entry.board, goal);
        assert_eq!(solution.status, Status::Mate, "{id}: {:?}", solution.fault);
        assert!(solution.verified && solution.mate_in >= shortest, "{id}");
        if shortest <= Some(6) && shortest.is_some() {
            assert_eq!(solution.mate_in, shortest, "{id}");
            assert!(solution.shortest, "{id}");
        }
    }
}

/// Asserts that a mate by repetition of at most `longest` moves is found and verified.
#[track_caller]
fn mates_by_repetition(fen: &str, nodes: u64, longest: u32) {
    let board = Board::from_fen(fen).unwrap();
    let mut solver = Solver::new(32, RuleSet::default());
    let solution = solve(&mut solver, &board, ANY, nodes);
    assert_eq!(solution.status, Status::Mate);
    assert!(solution.verified && solution.by_repetition);
    assert!(solution.mate_in <= Some(longest), "{:?}", solution.mate_in);
    let rules = RepetitionRules::default();
    assert!(verify(&board, &solution.strategy, rules).is_ok());
}

/// 适情雅趣 390: black's rook can check on many paths, and the proof has different moves for them.
#[test]
fn a_path_dependent_proof_is_repaired_to_a_positional_strategy() {
    let fen = "4k4/3Pa4/4r4/9/9/7p1/9/5R3/5K3/9 w - - 0 1";
    mates_by_repetition(fen, 2_000_000, 60);
}

/// 适情雅趣 399, also with red's general a rank lower, and that one mirrored: black's rook can return to a position by checks
/// alone, which loses, and by quiet moves, which can draw.
#[test]
fn a_mate_is_found_if_one_repetition_loses_and_another_draws() {
    for fen in [
        "2P2R3/4r4/3k5/9/9/9/9/9/5K3/9 w - - 0 1",
        "2P2R3/4r4/3k5/9/9/9/9/9/9/5K3 w - - 0 1",
        "3R2P2/4r4/5k3/9/9/9/9/9/9/3K5 w - - 0 1",
    ] {
        mates_by_repetition(fen, 2_000_000, 40);
    }
}

#[test]
fn a_defender_who_can_only_give_perpetual_check_loses() {
    // Black's rook can check on the e- and f-files for ever, and red's general can only step between them.
    let board = Board::from_fen("3k5/R8/9/9/4r4/9/9/9/9/1R2K4 w - - 0 1").unwrap();
    let mut solver = Solver::new(16, RuleSet::default());
    let solution = solved(&mut solver, &board, shortest(None, true));
    assert_eq!(solution.status, Status::Mate);
    assert!(solution.verified && solution.by_repetition);
    // A mate by repetition has no shortest length.
    assert!(!solution.shortest && solution.unique.is_none());
    assert_eq!(solution.pv.len() as u32, solution.plies());
    let tree = solution.strategy.tree(&board, 100_000).expect("a tree");
    assert!(!repetitions(&mut board.clone(), &tree).is_empty());
    // A mate by repetition does not count if a length is requested.
    for max in [20, 60] {
        let none = solved(&mut solver, &board, shortest(Some(max), false));
        assert_eq!(none.status, Status::NoMate);
        assert!(none.no_mate_in >= max);
    }
}

#[test]
fn an_attacker_who_can_only_give_perpetual_check_does_not_mate() {
    // The position above with black to move: black can only check.
    let board = Board::from_fen("3k5/R8/9/9/4r4/9/9/9/9/1R3K3 b - - 0 1").unwrap();
    let mut solver = Solver::new(16, RuleSet::default());
    let solution = solve(&mut solver, &board, Goal::default(), 200_000);
    assert_eq!(solution.status, Status::Unsolved);
}

/// A position in which black can only chase perpetually: whenever red's cannon threatens mate on the other rank, black's rook
/// interposes and attacks it.
const CHASE: &str = "3k5/4P4/9/9/9/1p7/3CP4/6r1C/4A4/p3KA3 w - - 0 1";

#[test]
fn a_defender_who_can_only_chase_one_piece_perpetually_loses() {
    let board = Board::from_fen(CHASE).unwrap();
    let mut solver = Solver::new(16, RuleSet::default());
    let solution = solved(&mut solver, &board, Goal::default());
    assert_eq!(solution.status, Status::Mate);
    assert!(solution.verified && solution.by_repetition && !solution.shortest);
    let tree = solution.strategy.tree(&board, 100_000).expect("a tree");
    let mut board = board;
    let checks = repetitions(&mut board, &tree);
    assert!(!checks.is_empty());
    assert!(checks.iter().all(|&checks| !checks), "a check, not a chase");
}

/// For each reply in the tree that repeats a position, whether it gives check.
fn repetitions(board: &mut Board, tree: &StrategyTree) -> Vec<bool> {
    board.after(tree.mv, |board| {
        let replies = tree.replies.iter();
        let checks = replies.flat_map(|(reply, next)| match next {
            Continuation::Repetition => vec![board.gives_check(*reply)],
            Continuation::Tree(tree) => board.after(*reply, |board| repetitions(board, tree)),
        });
        checks.collect()
    })
}

#[test]
fn a_defender_who_can_chase_perpetually_is_not_mated_if_the_rules_allow_the_chase() {
    let board = Board::from_fen(CHASE).unwrap();
    // By the simple rule only perpetual check loses. By the Chinese rules both sides attack here, which is a draw.
    for repetition in [RepetitionRules::Simple, RepetitionRules::Chinese] {
        let rules = RuleSet {
            repetition,
            ..RuleSet::default()
        };
        let mut solver = Solver::new(16, rules);
        let solution = solve(&mut solver, &board, Goal::default(), 60_000);
        assert_eq!(solution.status, Status::Unsolved, "{repetition:?}");
    }
}

#[test]
fn a_draw_by_repetition_is_proved_and_the_judge_agrees() {
    let board = Board::from_fen("4k4/9/9/3rr4/9/4p4/9/4N4/5K3/9 b - - 0 1").unwrap();
    let mut solver = Solver::new(16, RuleSet::default());
    let never = AtomicBool::new(false);
    let solution = solver.prove_draw(&board, Budget::of_nodes(100_000), &never);
    assert_eq!(solution.status, DrawStatus::Draw);
    assert!(solution.by_repetition);
    // The line ends with a position that it has had before. Its cycle is played twice more.
    let mut game = Game::new(board);
    let mut keys = vec![game.board().key()];
    for &mv in &solution.line {
        game.play(mv).unwrap();
        keys.push(game.board().key());
    }
    let last = keys.pop().unwrap();
    let first = keys
        .iter()
        .position(|&key| key == last)
        .expect("a repetition");
    for &mv in solution.line[first..].repeat(2).iter() {
        game.play(mv).unwrap();
    }
    let verdict = judge(&game, &RuleSet::default());
    assert!(matches!(verdict.reason, Reason::Repetition(_)));
    assert_ne!(verdict.outcome, Outcome::Win(Color::Red));
}

#[test]
fn debug_texts_of_solvers_and_endgames_have_no_tables() {
    let solver = Solver::new(4, RuleSet::default());
    let dfpn = DfpnSolver::new(1 << 20, RepetitionRules::default());
    for text in [format!("{solver:?}"), format!("{dfpn:?}")] {
        assert!(text.len() < 10_000, "{} bytes", text.len());
    }
    let material = "KRvKA".parse().unwrap();
    let table = EndgameTable::make(material, &mut || Ok(()), &mut |_, _| {}).unwrap();
    assert_eq!(format!("{table:?}"), "EndgameTable(KRvKA)");
}

#[test]
fn a_mate_in_0_has_no_plies() {
    let solution = Solution {
        mate_in: Some(0),
        ..Solution::default()
    };
    assert_eq!(solution.plies(), 0);
}
