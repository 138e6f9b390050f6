//! OBK: the books of BHGUI (兵河五四) and of programs that read them.
//!
//! The key of a position is a 64-bit Zobrist key. Its random numbers are those of the function `rand` of Microsoft's C library with
//! the seed 0: five outputs of 15 bits for each, the first in the lowest bits. They are for each piece on each of the 256 squares
//! of a board with 16x16 squares, then for red to move. The squares are numbered as in a `BOOK.DAT`; a move is the origin times 256
//! plus the destination. Only one of a position and its mirror image need be stored.

use std::sync::LazyLock;

use rusqlite::types::Value;

use super::format::{LookUp, SqliteFormat};
use crate::board::{Board, Color, Move};
use crate::book::key::{square_number, square_of};

pub const FORMAT: SqliteFormat = SqliteFormat {
    table: "bhobk",
    columns: [
        "vkey", "vmove", "vscore", "vwin", "vdraw", "vlost", "vvalid",
    ],
    key_list: "(?1, ?2)",
    look_ups: |board| {
        vec![
            LookUp {
                keys: stored_keys(obk_key(board)),
                read_move: Box::new(read_move),
            },
            LookUp {
                keys: stored_keys(obk_key(&board.mirrored())),
                read_move: Box::new(|word| read_move(word).map(Move::mirrored)),
            },
        ]
    },
};

/// The values under which a key is stored: itself as a signed number, or by some programs a floating-point number of the same bits.
fn stored_keys(key: u64) -> Vec<Value> {
    vec![
        Value::Integer(key.cast_signed()),
        Value::Real(f64::from_bits(key)),
    ]
}

/// Reads a move.
fn read_move(word: i64) -> Option<Move> {
    let [from, to] = u16::try_from(word).ok()?.to_be_bytes();
    let (from, to) = square_of(from).zip(square_of(to))?;
    (from != to).then(|| Move::new(from, to))
}

/// The key of a position: its pieces and side to move.
pub fn obk_key(board: &Board) -> u64 {
    /// The numbers of each piece on each square, and that of red to move.
    static NUMBERS: LazyLock<(Vec<[u64; 256]>, u64)> = LazyLock::new(|| {
        let mut state = 0_u32;
        let mut rand = move || {
            state = state.wrapping_mul(214_013).wrapping_add(2_531_011);
            u64::from(state >> 16 & 0x7fff)
        };
        let mut number = move || (0..5).fold(0, |number, place| number ^ rand() << (15 * place));
        let pieces = (0..14).map(|_| std::array::from_fn(|_| number()));
        let pieces = pieces.collect();
        (pieces, number())
    });
    let side = match board.side() {
        Color::Red => NUMBERS.1,
        Color::Black => 0,
    };
    board.all_pieces().fold(side, |key, (piece, square)| {
        let place = piece.color().index() * 7 + piece.kind().index();
        key ^ NUMBERS.0[place][usize::from(square_number(square))]
    })
}
