//! Null move and its price, on positions of `positions/zugzwang.epd` and `positions/horizon.epd`: where a pass
//! would be the best move, and where the search behind it does not see far enough. And where no pass is
//! tried at all. (`find_positions.rs` finds such positions.)

use chuhe::board::Board;
use chuhe::cli::bench::POSITIONS;
use chuhe::cli::positions;
use chuhe::search::{NullMove, Pruning, Techniques};

use crate::common::{
    Problem, engine, gambling_on, mate, mates_at_depth, problems, search, to_depth,
};
use crate::random_positions::{Random, playout, scattered};

const FORMS: [NullMove; 4] = [
    NullMove::Fixed,
    NullMove::Adaptive,
    NullMove::Verified,
    NullMove::Deep,
];

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
            mates_at_depth(&mut full_width, &problem, problem.plies() + 1);
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

/// Positions where the rules of the pass matter: games, endings of a few pieces, guards and pawns against more.
fn mixed_positions() -> Vec<Board> {
    let mut random = Random(23);
    let bench = positions::read(POSITIONS).expect("it is ours");
    let mut boards: Vec<Board> = bench.into_iter().map(|entry| entry.board).collect();
    for _ in 0..3 {
        boards.extend(playout(&mut random, 120).into_iter().step_by(12));
    }
    boards.extend((0..60).map(|number| scattered(&mut random, 2 + number % 10, None)));
    boards.retain(Board::has_legal_move);
    boards
}

/// The search asserts at every pass that it breaks no rule: never in check, never right after another, never
/// without a free piece. Here it makes many, so that a condition gone wrong is noticed (in a build
/// with debug assertions; without them only that passes are made).
#[test]
fn no_pass_of_a_running_search_breaks_a_rule() {
    let boards = mixed_positions();
    let counts = |techniques| -> Vec<u64> {
        let mut engine = engine(techniques);
        let count = |board: &Board| {
            let outcome = search(&mut engine, board, to_depth(5), &[]);
            // A search that fails leaves the engine standing, without a move.
            assert!(outcome.best.is_some(), "the search failed: {board:?}");
            outcome.nodes
        };
        boards.iter().map(count).collect()
    };
    let differ = |passing: Techniques, staying: &[u64]| {
        let counts = counts(passing);
        counts.iter().zip(staying).filter(|(a, b)| a != b).count()
    };
    let staying = counts(gambling_on(NullMove::Off));
    for form in FORMS {
        let told = differ(gambling_on(form), &staying);
        println!("{form:?}: passes tell in {told} of {}", boards.len());
        assert!(told > boards.len() / 2, "{form:?}: {told}");
    }
    let staying = counts(Techniques::ALL.without("null-move").expect("its name"));
    assert!(differ(Techniques::ALL, &staying) > boards.len() / 2);
}
