//! Quiescence on the board: it ends, whatever checks and captures answer each other.

mod common;
mod random_positions;

use chuhe::search::Techniques;

use common::{engine, mate, search, to_depth};
use random_positions::{Random, scattered};

/// Nothing but quiescence behind a ply of plain search.
const QUIESCENCE: Techniques = Techniques {
    quiescence: true,
    see: true,
    ..Techniques::NONE
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
