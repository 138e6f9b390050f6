//! Lock: the 32-bit Zobrist key of a position in a `BOOK.DAT`.
//!
//! The keys come from the RC4 key stream under a key of four zero bytes. The stream gives words of 32
//! bits in threes, of which a book uses the third. The first is for the side to move; then come those of each piece on each of
//! the 256 squares of the format's board, in the middle of which lie the 9 by 10 of xiangqi.

use std::sync::LazyLock;

use crate::board::{Board, Color, Square};

/// The lock of a position: pieces and side to move.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::book::lock;
/// let start = Board::startpos();
/// assert_eq!(lock(&start), 0x0526_56d5);
/// assert_eq!(lock(&start), lock(&start.mirrored()));
/// assert_ne!(lock(&start), lock(&start.flipped()));
/// ```
pub fn lock(board: &Board) -> u32 {
    /// The key of black to move, and those of each kind of piece on each square.
    static KEYS: LazyLock<(u32, Vec<[u32; 256]>)> = LazyLock::new(|| {
        let mut stream = Stream::new();
        let black = stream.third_word();
        let piece = |_| std::array::from_fn(|_| stream.third_word());
        (black, (0..14).map(piece).collect())
    });
    let side = match board.side() {
        Color::Red => 0,
        Color::Black => KEYS.0,
    };
    board.all_pieces().fold(side, |lock, (piece, square)| {
        let place = piece.color().index() * 7 + piece.kind().index();
        lock ^ KEYS.1[place][usize::from(number(square))]
    })
}

/// A square's number on the format's board: `a9` is row 3, column 3.
pub(super) fn number(square: Square) -> u8 {
    (12 - square.rank()) << 4 | (square.file() + 3)
}

/// The square with this number, `None` off the board.
pub(super) fn square(number: u8) -> Option<Square> {
    let (row, column) = (number >> 4, number & 15);
    let on_board = (3..=12).contains(&row) && (3..=11).contains(&column);
    on_board.then(|| Square::new(column - 3, 12 - row))
}

/// The key stream of RC4.
struct Stream {
    state: [u8; 256],
    i: u8,
    j: u8,
}

impl Stream {
    fn new() -> Stream {
        let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
        let mut j = 0_u8;
        for i in 0..256 {
            // A key of zeros adds nothing.
            j = j.wrapping_add(state[i]);
            state.swap(i, j.into());
        }
        Stream { state, i: 0, j: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        let (i, here) = (usize::from(self.i), self.state[usize::from(self.i)]);
        self.j = self.j.wrapping_add(here);
        self.state.swap(i, self.j.into());
        let sum = self.state[i].wrapping_add(here);
        self.state[usize::from(sum)]
    }

    fn third_word(&mut self) -> u32 {
        let bytes: [u8; 12] = std::array::from_fn(|_| self.byte());
        u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The expected bytes are in every description of RC4.
    #[test]
    fn stream_is_that_of_rc4() {
        let mut stream = Stream::new();
        let bytes: [u8; 8] = std::array::from_fn(|_| stream.byte());
        assert_eq!(bytes, [0xde, 0x18, 0x89, 0x41, 0xa3, 0x37, 0x5d, 0x3a]);
    }

    #[test]
    fn square_numbers_round_trip() {
        for (text, expected) in [("a9", 0x33), ("i9", 0x3b), ("a0", 0xc3), ("i0", 0xcb)] {
            assert_eq!(number(text.parse().unwrap()), expected);
        }
        let found = (0..=255).filter(|&number| square(number).is_some());
        assert_eq!(found.count(), Square::COUNT);
        for on_board in Square::all() {
            assert_eq!(square(number(on_board)), Some(on_board));
        }
    }
}
