//! XQB: books whose keys are the positions themselves.
//!
//! If black is to move, the board is flipped and the colours are exchanged. Of the position and its mirror image the one is stored
//! that has the piece of the greater code on the left at the first pair of squares that differ, row by row from the top; an empty
//! square is lower than any piece. The key has a bit for each square from the top left: 0 if it is empty, otherwise 1 and the four
//! bits of the piece's code. The last byte is filled up with zeros. A move has four bits each for the row and the column of its
//! origin and of its destination, counted from the top left of that board.

use rusqlite::types::Value;

use super::format::{LookUp, SqliteFormat};
use crate::board::{Board, Color, Move, Square};

pub const FORMAT: SqliteFormat = SqliteFormat {
    table: "book",
    columns: ["Key", "Move", "Score", "Win", "Draw", "Lost", "Valid"],
    key_list: "(?1)",
    look_ups: |board| {
        let is_flipped = board.side() == Color::Black;
        let codes = match is_flipped {
            true => codes(&board.flipped()),
            false => codes(board),
        };
        let mut image = codes;
        for row in &mut image {
            row.reverse();
        }
        vec![LookUp {
            keys: vec![Value::Blob(key(&codes.max(image)))],
            is_mirrored: image > codes,
            is_flipped,
        }]
    },
    read_move,
};

/// The codes of red's general, advisor, elephant, horse, rook, cannon and pawn.
const CODES: [u8; 7] = [5, 4, 3, 2, 1, 6, 7];

/// The code of the piece on each square, row by row from the top; 0 for no piece. Red is to move.
fn codes(board: &Board) -> [[u8; 9]; 10] {
    let mut codes = [[0; 9]; 10];
    for (piece, square) in board.all_pieces() {
        let of_black = 8 * u8::from(piece.color() == Color::Black);
        codes[usize::from(9 - square.rank())][usize::from(square.file())] =
            CODES[piece.kind().index()] + of_black;
    }
    codes
}

/// The key of the stored position, which has these codes.
fn key(codes: &[[u8; 9]; 10]) -> Vec<u8> {
    let mut bits: Vec<bool> = Vec::new();
    for &code in codes.as_flattened() {
        bits.push(code != 0);
        if code != 0 {
            bits.extend((0..4).rev().map(|bit| code >> bit & 1 == 1));
        }
    }
    let byte = |bits: &[bool]| {
        let set = bits.iter().enumerate().filter(|(_, bit)| **bit);
        set.fold(0, |byte, (place, _)| byte | 0x80 >> place)
    };
    bits.chunks(8).map(byte).collect()
}

/// Reads a move on the stored board.
fn read_move(word: i64) -> Option<Move> {
    let word = u16::try_from(word).ok()?;
    let square = |row: u16, file: u16| {
        (row < 10 && file < 9).then(|| Square::new(file as u8, 9 - row as u8))
    };
    let from = square(word >> 12, word >> 8 & 15)?;
    let to = square(word >> 4 & 15, word & 15)?;
    (from != to).then(|| Move::new(from, to))
}
