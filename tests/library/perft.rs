//! Perft: counts of the legal move tree against those of another program.

use std::sync::atomic::AtomicBool;

use chuhe::board::perft::{divide, perft};
use chuhe::board::{Board, START_FEN};

fn assert_count(fen: &str, depth: u32, nodes: &str) {
    let mut board = Board::from_fen(fen).expect("a sound position");
    let nodes: u64 = nodes.parse().expect("a number");
    assert_eq!(perft(&mut board, depth), nodes, "{fen}, depth {depth}");
}

/// Verifies the counts of `positions/perft.tsv` that are at most `max_nodes`.
fn assert_own_table(max_nodes: u64) {
    let table = include_str!("../../positions/perft.tsv");
    let rows = table.lines().filter(|line| !line.starts_with('#')).skip(1);
    let mut counted = 0;
    for row in rows {
        let (fen, counts) = row.split_once('\t').expect("a position and counts");
        for (depth, count) in (1..).zip(counts.split('\t')) {
            if count.parse::<u64>().expect("a number") <= max_nodes {
                assert_count(fen, depth, count);
                counted += 1;
            }
        }
    }
    assert!(counted >= 40, "only {counted} counts");
}

#[test]
fn counts_agree_with_another_program() {
    assert_count(START_FEN, 0, "1");
    assert_own_table(4_000_000);
}

#[test]
#[ignore = "walks 250 million nodes"]
fn large_counts_agree_with_another_program() {
    assert_own_table(u64::MAX);
}

#[test]
fn mirrored_and_flipped_positions_count_the_same() {
    let board =
        Board::from_fen("r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1")
            .unwrap();
    for mut same in [board.clone(), board.mirrored(), board.flipped()] {
        assert_eq!(perft(&mut same, 3), perft(&mut board.clone(), 3));
    }
}

#[test]
fn divide_adds_up_and_threads_do_not_matter() {
    let board = Board::from_fen(START_FEN).unwrap();
    let divide = |depth, threads| divide(&board, depth, threads, &AtomicBool::new(false)).unwrap();
    let one = divide(3, 1);
    assert_eq!(one.iter().map(|(_, nodes)| nodes).sum::<u64>(), 79_666);
    assert_eq!(one, divide(3, 4));
    assert!(divide(0, 2).is_empty());
}
