//! Counts of the legal move tree, against the published and shared numbers.

use std::fs;
use std::path::Path;

use chuhe::board::perft::{divide, perft};
use chuhe::board::{Board, START_FEN};

/// Counts known to everyone who writes a xiangqi engine.
#[test]
fn startpos() {
    for (depth, nodes) in [(0, 1), (1, 44), (2, 1_920), (3, 79_666), (4, 3_290_240)] {
        assert_eq!(perft(&mut Board::startpos(), depth), nodes, "depth {depth}");
    }
}

/// Every row of the shared table, where this checkout has it beside it.
#[test]
fn shared_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/cases/perft.tsv");
    let Ok(table) = fs::read_to_string(&path) else {
        eprintln!("no shared table beside this checkout: nothing compared");
        return;
    };
    let mut rows = 0;
    for row in table.lines().skip(1) {
        let fields: Vec<&str> = row.split('\t').collect();
        let mut board = Board::from_fen(fields[0]).unwrap();
        let (depth, nodes): (u32, u64) = (fields[1].parse().unwrap(), fields[2].parse().unwrap());
        assert_eq!(perft(&mut board, depth), nodes, "{row}");
        rows += 1;
    }
    assert_eq!(rows, 15);
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
    let one = divide(&board, 3, 1);
    assert_eq!(one.iter().map(|(_, nodes)| nodes).sum::<u64>(), 79_666);
    assert_eq!(one, divide(&board, 3, 4));
    assert!(divide(&board, 0, 2).is_empty());
}
