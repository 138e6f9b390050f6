//! OBK: the books of BHGUI (兵河五四) and of programs that read them.
//!
//! The key of a position is a 64-bit Zobrist key. Its random numbers are those of the function `rand` of Microsoft's C library with
//! the seed 0: five outputs of 15 bits for each, the first in the lowest bits. They are for each piece on each of the 256 squares
//! of a board with 16x16 squares, then for red to move. The squares are numbered as in a `BOOK.DAT`; a move is the origin times 256
//! plus the destination. Only one of a position and its mirror image need be stored.

use std::sync::LazyLock;

use rusqlite::types::Value;

use super::format::{LookUp, SqliteFormat};
use crate::board::{Board, Color, Piece};
use crate::book::key::{move_of, square_number};

pub const FORMAT: SqliteFormat = SqliteFormat {
    table: "bhobk",
    columns: [
        "vkey", "vmove", "vscore", "vwin", "vdraw", "vlost", "vvalid",
    ],
    key_list: "(?1, ?2)",
    look_ups: |board| {
        let look_up = |key, is_mirrored| LookUp {
            keys: stored_keys(key),
            is_mirrored,
            is_flipped: false,
        };
        vec![
            look_up(obk_key(board), false),
            look_up(obk_key(&board.mirrored()), true),
        ]
    },
    read_move: |word| move_of(u16::try_from(word).ok()?.to_be_bytes()),
};

/// The values under which a key is stored: itself as a signed number, or by some programs a floating-point number of the same bits.
fn stored_keys(key: u64) -> Vec<Value> {
    vec![
        Value::Integer(key.cast_signed()),
        Value::Real(f64::from_bits(key)),
    ]
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
        let pieces = (0..Piece::COUNT).map(|_| std::array::from_fn(|_| number()));
        let pieces = pieces.collect();
        (pieces, number())
    });
    let side = match board.side() {
        Color::Red => NUMBERS.1,
        Color::Black => 0,
    };
    board.all_pieces().fold(side, |key, (piece, square)| {
        key ^ NUMBERS.0[piece.index()][usize::from(square_number(square))]
    })
}
