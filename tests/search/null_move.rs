//! Null-move pruning and its drawbacks: zugzwang (`positions/zugzwang.epd`), the horizon effect (`positions/horizon.epd`), and
//! positions in which it is not allowed.

use std::slice;

use chuhe::board::Board;
use chuhe::search::{NullMove, Techniques};

use crate::common::{
    Problem, bench_boards, engine, mate_in, nodes_of, only_null_move, problems, search, to_depth,
};
use crate::random_positions::{Random, playout, scattered};

const FORMS: [NullMove; 4] = [
    NullMove::Fixed,
    NullMove::Adaptive,
    NullMove::Verified,
    NullMove::Deep,
];

/// Returns the plies to the mate that a search with this form of the null move finds.
fn mate_found(problem: &Problem, form: NullMove, depth: u32) -> Option<i32> {
    let mut engine = engine(only_null_move(form));
    mate_in(&search(&mut engine, problem.board(), to_depth(depth)))
}

fn nodes(board: &Board, form: NullMove, depth: u32) -> u64 {
    let mut engine = engine(only_null_move(form));
    nodes_of(&mut engine, slice::from_ref(board), depth)
}

#[test]
fn null_move_misses_a_mate_by_zugzwang_and_verification_finds_it() {
    let problems = problems("positions/zugzwang.epd").expect("it is ours");
    assert!(problems.len() >= 8);
    for problem in problems {
        let (id, depth) = (&problem.entry.id, problem.depth());
        let plies = Some(problem.plies());
        assert_eq!(mate_found(&problem, NullMove::Off, depth), plies, "{id}");
        assert_eq!(mate_found(&problem, NullMove::Fixed, depth), None, "{id}");
        let verified = mate_found(&problem, NullMove::Verified, depth);
        assert_eq!(verified, plies, "{id}");
    }
}

#[test]
fn null_move_finds_a_mate_beyond_its_horizon_a_ply_or_two_later() {
    let problems = problems("positions/horizon.epd").expect("it is ours");
    assert!(problems.len() >= 4);
    for problem in problems {
        let (id, depth) = (&problem.entry.id, problem.depth());
        let plies = Some(problem.plies());
        assert_eq!(mate_found(&problem, NullMove::Off, depth), plies, "{id}");
        assert_eq!(mate_found(&problem, NullMove::Fixed, depth), None, "{id}");
        let later =
            (1..=2).find(|more| mate_found(&problem, NullMove::Fixed, depth + more) == plies);
        assert!(later.is_some(), "{id}");
    }
}

#[test]
fn null_move_is_not_tried_without_free_pieces() {
    let without_free_pieces = [
        "2baka3/9/4b4/9/9/9/9/4B4/4A4/2BAK4 w",
        "3akab2/9/9/p3p3p/9/9/P3P3P/9/4A4/3AK1B2 b",
    ];
    // In the second position no pawn crosses the river before the last of four plies.
    for (fen, depth) in without_free_pieces.into_iter().zip([7, 4]) {
        let board = Board::from_fen(fen).unwrap();
        let off = nodes(&board, NullMove::Off, depth);
        for form in FORMS {
            assert_eq!(nodes(&board, form, depth), off, "{form:?} {fen}");
        }
    }
    let free = Board::from_fen("2baka1n1/9/4b4/9/9/9/9/4B4/4A4/1NBAK4 w").unwrap();
    assert_ne!(
        nodes(&free, NullMove::Fixed, 5),
        nodes(&free, NullMove::Off, 5)
    );
}

/// Returns positions of random games, and endgames with few pieces.
fn mixed_positions() -> Vec<Board> {
    let mut random = Random(23);
    let mut boards = bench_boards();
    for _ in 0..3 {
        boards.extend(playout(&mut random, 120).into_iter().step_by(12));
    }
    boards.extend((0..60).map(|number| scattered(&mut random, 2 + number % 10, None)));
    boards.retain(Board::has_legal_move);
    boards
}

/// In builds with debug assertions the search asserts at every null move that it is allowed: not in check, not after another, not
/// without a free piece. This test makes many null moves, so that a wrong condition is detected. In other builds it only checks
/// that null moves are made.
#[test]
fn every_null_move_of_a_search_is_allowed() {
    let boards = mixed_positions();
    let counts = |techniques, depth| -> Vec<u64> {
        let mut engine = engine(techniques);
        let count = |board| nodes_of(&mut engine, slice::from_ref(board), depth);
        boards.iter().map(count).collect()
    };
    let count_changed = |with_null_move: Techniques, depth, without: &[u64]| {
        let counts = counts(with_null_move, depth);
        counts.iter().zip(without).filter(|(a, b)| a != b).count()
    };
    let without = counts(only_null_move(NullMove::Off), 5);
    for form in FORMS {
        let changed = count_changed(only_null_move(form), 5, &without);
        println!(
            "{form:?}: other node counts in {changed} of {}",
            boards.len()
        );
        assert!(changed > boards.len() / 2, "{form:?}: {changed}");
    }
    // Near the leaves reverse futility pruning cuts most nodes before a null move could.
    let without = counts(Techniques::ALL.without("null-move").expect("its name"), 8);
    assert!(count_changed(Techniques::ALL, 8, &without) > boards.len() / 2);
}
