//! With every technique off, the engine's search returns the minimax score, and with quiescence search that of the reference
//! quiescence search.
//!
//! The reference is alpha-beta, which visits fewer nodes than minimax; `reference.rs` asserts that it has the same scores.

use crate::common::{search, to_depth};
use crate::random_positions::{Random, playout, scattered};
use chuhe::board::{Board, Color, PieceKind};
use chuhe::eval::Evaluator;
use chuhe::search::reference::{EvaluatedBoard, Leaf, alpha_beta};
use chuhe::search::{Engine, Settings, Techniques};

/// Techniques that change which nodes are visited, but not the score. Aspiration windows begin at depth 4.
const EXACT: Techniques = Techniques {
    pvs: true,
    ordering: true,
    see: true,
    aspiration: true,
    ..Techniques::NONE
};

/// The engine's static evaluation of a position; 0 if neither side has the material to win, which the reference does not know.
fn evaluate(board: &Board) -> i32 {
    use PieceKind::{Cannon, Horse, Pawn, Rook};
    let has = |kind| Color::ALL.iter().any(|&color| board.count(color, kind) > 0);
    match [Rook, Horse, Cannon, Pawn].into_iter().any(has) {
        true => Evaluator::default().evaluate(board),
        false => 0,
    }
}

fn engine(techniques: Techniques) -> Engine {
    Engine::new(Settings {
        techniques,
        ..Settings::with_hash_mib(1)
    })
}

/// Asserts that the engine has the minimax score of each board, with each of these sets of techniques.
fn compare(boards: &[Board], depth: u32, techniques: &[Techniques]) {
    let mut engines: Vec<Engine> = techniques.iter().copied().map(engine).collect();
    for board in boards.iter().filter(|board| board.has_legal_move()) {
        let mut position = EvaluatedBoard::new(board.clone(), evaluate);
        let expected = alpha_beta(&mut position, depth, Leaf::Evaluate).score;
        for (engine, techniques) in engines.iter_mut().zip(techniques) {
            let score = search(engine, board, to_depth(depth)).score;
            assert_eq!(score, expected, "{board:?} to {depth}: {techniques:?}");
        }
    }
}

/// Returns endgames with few pieces.
fn sparse_positions() -> Vec<Board> {
    let mut random = Random(78);
    (0..150).map(|_| scattered(&mut random, 5, None)).collect()
}

/// Returns positions from random games, every seventh of each.
fn positions(count: usize) -> Vec<Board> {
    let mut random = Random(77);
    let mut boards = Vec::new();
    while boards.len() < count {
        boards.extend(playout(&mut random, 150).into_iter().step_by(7));
    }
    boards.truncate(count);
    boards
}

#[test]
fn without_techniques_or_with_exact_ones_the_engine_returns_minimax() {
    let boards = positions(300);
    for depth in 1..=2 {
        compare(&boards, depth, &[Techniques::NONE]);
    }
    compare(&boards[..60], 3, &[Techniques::NONE, EXACT]);
}

#[test]
fn sparse_endgames_score_as_by_minimax_at_depth_4() {
    compare(&sparse_positions()[..75], 4, &[Techniques::NONE, EXACT]);
}

/// Standing pat, captures, and evasions of up to six checks in one line.
#[test]
fn quiescence_search_returns_the_score_of_the_reference() {
    let mut engine = engine(Techniques {
        quiescence: true,
        ..Techniques::NONE
    });
    let mut differs_from_evaluation = 0;
    for board in sparse_positions().into_iter().chain(positions(60)) {
        if !board.has_legal_move() {
            continue;
        }
        let mut position = EvaluatedBoard::new(board.clone(), evaluate);
        let leaf = Leaf::Quiescence { evasions: 6 };
        let expected = alpha_beta(&mut position, 1, leaf).score;
        let score = search(&mut engine, &board, to_depth(1)).score;
        assert_eq!(score, expected, "{board:?}");
        let plain = alpha_beta(&mut position, 1, Leaf::Evaluate).score;
        differs_from_evaluation += usize::from(plain != expected);
    }
    assert!(differs_from_evaluation > 50, "{differs_from_evaluation}");
}
