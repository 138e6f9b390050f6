//! The size of the quiescence search's tree is bounded, also in positions with many checks and captures.

use chuhe::board::Board;
use chuhe::search::Techniques;

use crate::common::{engine, mate_in, search, to_depth};
use crate::random_positions::{Random, crowded, scattered};

/// Only quiescence search and SEE.
const QUIESCENCE: Techniques = Techniques {
    quiescence: true,
    see: true,
    ..Techniques::NONE
};

/// The same with move ordering: good captures first, losing ones left out.
const ORDERED: Techniques = Techniques {
    ordering: true,
    ..QUIESCENCE
};

#[test]
fn depth_1_search_of_random_positions_is_bounded() {
    let mut random = Random(11);
    let mut engine = engine(Techniques::ALL);
    let mut most = 0;
    for number in 0..300 {
        let board = scattered(&mut random, 12 + number % 12, None);
        let result = search(&mut engine, &board, to_depth(1));
        most = most.max(result.nodes);
    }
    println!("at most {most} nodes at depth 1");
    assert!(most < 100_000, "{most}");
}

/// Returns the nodes of a search to depth 1 for each of its leaves: the average over all positions, and the largest number.
fn nodes_per_leaf(techniques: Techniques, boards: &[Board]) -> (u64, u64) {
    let mut engine = engine(techniques);
    let (mut nodes, mut leaves, mut worst) = (0, 0, 0);
    for board in boards {
        let result = search(&mut engine, board, to_depth(1));
        // The root is never cut: each of its moves leads to a leaf.
        let moves = board.legal_moves().len() as u64;
        nodes += result.nodes;
        leaves += moves;
        worst = worst.max(result.nodes / moves);
    }
    let average = nodes / leaves;
    println!("{nodes} nodes at {leaves} leaves: {average} each, at most {worst}");
    (average, worst)
}

fn positions(
    count: usize,
    mut place_pieces: impl FnMut(&mut Random, usize) -> Board,
) -> Vec<Board> {
    let mut random = Random(11);
    let mut boards: Vec<Board> = (0..count)
        .map(|number| place_pieces(&mut random, number))
        .collect();
    boards.retain(Board::has_legal_move);
    boards
}

/// Asserts that [`nodes_per_leaf`] returns at most these limits, which are about twice the current results.
fn assert_nodes_per_leaf(limits: (u64, u64), techniques: Techniques, boards: &[Board]) {
    let (average, worst) = nodes_per_leaf(techniques, boards);
    assert!(average <= limits.0, "{average} nodes a leaf");
    assert!(worst <= limits.1, "{worst} nodes a leaf in one position");
}

#[test]
fn the_tree_is_bounded_in_sparse_positions() {
    let boards = positions(600, |random, number| {
        scattered(random, 12 + number % 12, None)
    });
    assert_nodes_per_leaf((4, 600), ORDERED, &boards);
    assert_nodes_per_leaf((10, 1_100), QUIESCENCE, &boards);
}

/// On a full board of randomly placed pieces half of them are en prise, which is worse than in games. Without ordering, the
/// sequences of captures and checks become long before they are cut.
#[test]
fn the_tree_is_bounded_in_crowded_positions() {
    let boards = positions(100, |random, number| crowded(random, 20 + number % 11));
    assert_nodes_per_leaf((25, 1_000), ORDERED, &boards);
    assert_nodes_per_leaf((700, 40_000), QUIESCENCE, &boards);
}

#[test]
fn a_mate_by_a_capture_on_the_last_ply_is_found() {
    // Red's rook captures the rook on the back rank with check and mate. At depth 1 only the evasions of the quiescence search
    // distinguish it from the gain of a rook.
    let board = Board::from_fen("3k1r3/R8/9/9/9/9/9/9/9/4KR3 w - - 0 1").unwrap();
    let with_quiescence = search(&mut engine(QUIESCENCE), &board, to_depth(1));
    assert_eq!(mate_in(&with_quiescence), Some(1));
    let without = search(&mut engine(Techniques::NONE), &board, to_depth(1));
    assert_eq!(mate_in(&without), None);
}
