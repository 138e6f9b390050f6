//! With every technique off, the engine's search returns the score of the reference minimax, and with quiescence search that of
//! the reference quiescence search.

use crate::random_positions::{Random, playout, scattered};
use chuhe::board::Board;
use chuhe::eval::Evaluator;
use chuhe::rules::Game;
use chuhe::search::reference::{EvaluatedBoard, Leaf, alpha_beta, minimax};
use chuhe::search::{Engine, Limits, Request, Settings, Techniques};

/// The engine's static evaluation of a position.
fn evaluate(board: &Board) -> i32 {
    Evaluator::default().evaluate(board)
}

/// Returns the engine's score to a depth, after clearing its tables.
fn engine_score(engine: &mut Engine, board: &Board, depth: u32) -> i32 {
    engine.clear();
    let limits = Limits::of_depth(depth);
    engine
        .search(Request::new(Game::new(board.clone()), limits), |_| {})
        .score
}

fn compare(boards: &[Board], depth: u32, techniques: Techniques) {
    let mut engine = Engine::new(Settings {
        techniques,
        ..Settings::with_hash_mib(1)
    });
    for board in boards {
        if !board.has_legal_move() {
            continue;
        }
        let expected = minimax(
            &mut EvaluatedBoard::new(board.clone(), evaluate),
            depth,
            Leaf::Evaluate,
        );
        assert_eq!(
            engine_score(&mut engine, board, depth),
            expected.score,
            "{board:?} to {depth}"
        );
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
fn with_every_technique_off_the_engine_returns_minimax() {
    let boards = positions(300);
    for depth in 1..=2 {
        compare(&boards, depth, Techniques::NONE);
    }
    compare(&boards[..120], 3, Techniques::NONE);
}

#[test]
fn with_every_technique_off_sparse_endgames_score_as_by_minimax_at_depth_4() {
    compare(&sparse_positions(), 4, Techniques::NONE);
}

/// These techniques change which nodes are visited, but not the score.
#[test]
fn windows_and_move_order_do_not_change_the_score() {
    let exact = Techniques {
        pvs: true,
        ordering: true,
        see: true,
        aspiration: true,
        ..Techniques::NONE
    };
    compare(&positions(100), 3, exact);
    // Aspiration windows begin at depth 4.
    compare(&sparse_positions(), 4, exact);
}

/// Standing pat, captures, and evasions of up to six checks in one line.
#[test]
fn quiescence_search_returns_the_score_of_the_reference() {
    let mut engine = Engine::new(Settings {
        techniques: Techniques {
            quiescence: true,
            ..Techniques::NONE
        },
        ..Settings::with_hash_mib(1)
    });
    let mut differs_from_evaluation = 0;
    for board in sparse_positions().into_iter().chain(positions(60)) {
        if !board.has_legal_move() {
            continue;
        }
        let mut position = EvaluatedBoard::new(board.clone(), evaluate);
        let leaf = Leaf::Quiescence { evasions: 6 };
        let expected = alpha_beta(&mut position, 1, leaf).score;
        assert_eq!(engine_score(&mut engine, &board, 1), expected, "{board:?}");
        let plain = alpha_beta(&mut position, 1, Leaf::Evaluate).score;
        differs_from_evaluation += usize::from(plain != expected);
    }
    assert!(differs_from_evaluation > 50, "{differs_from_evaluation}");
}
