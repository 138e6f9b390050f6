//! Checks of pairs of texts: a move in ICCS, and in another notation.

use super::ReadError;
use crate::board::{Board, Move};

type Read = fn(&Board, &str) -> Result<Move, ReadError>;

/// Every move is written so, and read back.
#[track_caller]
pub fn both_ways(
    write: fn(&Board, Move) -> Option<String>,
    read: Read,
    fen: &str,
    texts: &[(&str, &str)],
) {
    let board = Board::from_fen(fen).unwrap();
    for (iccs, text) in texts {
        assert_eq!(
            write(&board, iccs.parse().unwrap()).unwrap(),
            *text,
            "{iccs}"
        );
    }
    means(read, fen, texts);
}

/// Every text is read as its move.
#[track_caller]
pub fn means(read: Read, fen: &str, texts: &[(&str, &str)]) {
    let board = Board::from_fen(fen).unwrap();
    for (iccs, text) in texts {
        assert_eq!(read(&board, text), Ok(iccs.parse().unwrap()), "{text}");
    }
}
