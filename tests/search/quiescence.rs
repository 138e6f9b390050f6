//! Quiescence on the board: it ends, whatever checks and captures answer each other.

use chuhe::board::Board;
use chuhe::search::Techniques;

use crate::common::{engine, mate, search, to_depth};
use crate::random_positions::{Random, crowded, scattered};

/// Nothing but quiescence behind a ply of plain search.
const QUIESCENCE: Techniques = Techniques {
    quiescence: true,
    see: true,
    ..Techniques::NONE
};

/// The same with the good captures first, and those that lose by exchange dropped.
const ORDERED: Techniques = Techniques {
    ordering: true,
    ..QUIESCENCE
};

#[test]
fn checks_answered_by_checks_do_not_explode() {
    let mut random = Random(11);
    let mut engine = engine(Techniques::ALL);
    let mut most = 0;
    for number in 0..300 {
        let board = scattered(&mut random, 12 + number % 12, None);
        let outcome = search(&mut engine, &board, to_depth(1), &[]);
        most = most.max(outcome.nodes);
    }
    println!("at most {most} nodes behind one ply");
    assert!(most < 100_000, "{most}");
}

/// Nodes behind one ply of plain search, for each of its leaves: over all positions, and at the worst.
fn nodes_per_leaf(techniques: Techniques, boards: &[Board]) -> (u64, u64) {
    let mut engine = engine(techniques);
    let (mut nodes, mut leaves, mut worst) = (0, 0, 0);
    for board in boards {
        let outcome = search(&mut engine, board, to_depth(1), &[]);
        // A search that fails leaves the engine standing, without a move.
        assert!(outcome.best.is_some(), "the search failed: {board:?}");
        // The root is never cut: each of its moves leads to a leaf.
        let moves = board.legal_moves().len() as u64;
        nodes += outcome.nodes;
        leaves += moves;
        worst = worst.max(outcome.nodes / moves);
    }
    let average = nodes / leaves;
    println!("{nodes} nodes of {leaves} leaves: {average} each, at the worst {worst}");
    (average, worst)
}

fn positions(count: usize, mut throw: impl FnMut(&mut Random, usize) -> Board) -> Vec<Board> {
    let mut random = Random(11);
    let mut boards: Vec<Board> = (0..count)
        .map(|number| throw(&mut random, number))
        .collect();
    boards.retain(Board::has_legal_move);
    boards
}

/// What [`nodes_per_leaf`] may count: about twice what it counts today.
struct Most {
    average: u64,
    worst: u64,
}

fn hold(most: Most, techniques: Techniques, boards: &[Board]) {
    let (average, worst) = nodes_per_leaf(techniques, boards);
    assert!(average <= most.average, "{average} nodes a leaf");
    assert!(worst <= most.worst, "{worst} nodes a leaf in one position");
}

#[test]
fn the_tree_is_bounded_where_pieces_stand_thin() {
    let boards = positions(600, |random, number| {
        scattered(random, 12 + number % 12, None)
    });
    hold(
        Most {
            average: 4,
            worst: 600,
        },
        ORDERED,
        &boards,
    );
    hold(
        Most {
            average: 10,
            worst: 1_100,
        },
        QUIESCENCE,
        &boards,
    );
}

/// A full board, thrown: half of it is en prise, which is worse than what comes up in games.
/// Without an order the chains of captures, with checks between, are long before they are cut.
#[test]
fn the_tree_is_bounded_where_pieces_crowd() {
    let boards = positions(100, |random, number| crowded(random, 20 + number % 11));
    hold(
        Most {
            average: 25,
            worst: 1_000,
        },
        ORDERED,
        &boards,
    );
    hold(
        Most {
            average: 700,
            worst: 40_000,
        },
        QUIESCENCE,
        &boards,
    );
}

#[test]
fn a_mate_at_the_end_of_a_capture_is_seen_behind_the_last_ply() {
    // Red's rook takes the rook on the back rank: check, and no evasion. To depth 1 only the
    // evasions of quiescence can tell it from a rook won.
    let board = chuhe::board::Board::from_fen("3k1r3/R8/9/9/9/9/9/9/9/4KR3 w - - 0 1").unwrap();
    let seen = search(&mut engine(QUIESCENCE), &board, to_depth(1), &[]);
    assert_eq!(mate(&seen), Some(1));
    let unseen = search(&mut engine(Techniques::NONE), &board, to_depth(1), &[]);
    assert_eq!(mate(&unseen), None);
}
