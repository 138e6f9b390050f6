//! Null move and its price, on positions of `positions/zugzwang.epd` and `positions/horizon.epd`: where a pass
//! would be the best move, and where the search behind it does not see far enough. And where no pass is
//! tried at all. (`find_positions.rs` finds such positions.)

mod common;

use chuhe::board::Board;
use chuhe::search::{NullMove, Pruning};

use common::{Problem, engine, gambling_on, mate, problems, search, to_depth};

/// Plies to the mate that a search with this form of the null move finds.
fn mate_found(problem: &Problem, form: NullMove, depth: u32) -> Option<i32> {
    let mut engine = engine(gambling_on(form));
    mate(&search(&mut engine, problem.board(), to_depth(depth), &[]))
}

fn nodes(board: &Board, form: NullMove, depth: u32) -> u64 {
    search(&mut engine(gambling_on(form)), board, to_depth(depth), &[]).nodes
}

#[test]
fn in_zugzwang_the_pass_lies_and_verification_notices() {
    let problems = problems("positions/zugzwang.epd").expect("it is ours");
    assert!(problems.len() >= 8);
    for problem in problems {
        let (id, depth) = (&problem.entry.id, problem.number("acd"));
        let plies = Some(problem.plies());
        assert_eq!(mate_found(&problem, NullMove::Off, depth), plies, "{id}");
        assert_eq!(mate_found(&problem, NullMove::Fixed, depth), None, "{id}");
        let verified = mate_found(&problem, NullMove::Verified, depth);
        assert_eq!(verified, plies, "{id}");
    }
}

#[test]
fn beyond_the_horizon_of_the_pass_a_mate_costs_a_ply_or_two() {
    let problems = problems("positions/horizon.epd").expect("it is ours");
    assert!(problems.len() >= 4);
    for problem in problems {
        let id = &problem.entry.id;
        let depth: u32 = problem.number("acd");
        let plies = Some(problem.plies());
        assert_eq!(mate_found(&problem, NullMove::Off, depth), plies, "{id}");
        assert_eq!(mate_found(&problem, NullMove::Fixed, depth), None, "{id}");
        let price =
            (1..=2).find(|more| mate_found(&problem, NullMove::Fixed, depth + more) == plies);
        assert!(price.is_some(), "{id}");
    }
}

#[test]
fn the_mates_are_where_the_files_say() {
    for file in ["positions/zugzwang.epd", "positions/horizon.epd"] {
        for problem in problems(file).expect("it is ours") {
            let mut full_width = engine(Pruning::None.techniques());
            // One ply more than the mate: a stalemate, which loses too, shows only a ply later.
            let limits = to_depth(problem.plies() as u32 + 1);
            let outcome = search(&mut full_width, problem.board(), limits, &[]);
            assert_eq!(
                mate(&outcome),
                Some(problem.plies()),
                "{}",
                problem.entry.id
            );
        }
    }
}

#[test]
fn without_free_pieces_nobody_passes() {
    let unfree = [
        "2baka3/9/4b4/9/9/9/9/4B4/4A4/2BAK4 w",
        "3akab2/9/9/p3p3p/9/9/P3P3P/9/4A4/3AK1B2 b",
    ];
    // Four plies: no pawn is across the river before the last.
    for (fen, depth) in unfree.into_iter().zip([7, 4]) {
        let board = Board::from_fen(fen).unwrap();
        let off = nodes(&board, NullMove::Off, depth);
        for form in [
            NullMove::Fixed,
            NullMove::Adaptive,
            NullMove::Verified,
            NullMove::Deep,
        ] {
            assert_eq!(nodes(&board, form, depth), off, "{form:?} {fen}");
        }
    }
    let free = Board::from_fen("2baka1n1/9/4b4/9/9/9/9/4B4/4A4/1NBAK4 w").unwrap();
    assert_ne!(
        nodes(&free, NullMove::Fixed, 5),
        nodes(&free, NullMove::Off, 5)
    );
}
