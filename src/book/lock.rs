//! The 32-bit key by which a `BOOK.DAT` knows a position.
//!
//! Zobrist keys from the key stream of RC4 under a key of four zero bytes. The stream gives words of 32
//! bits in threes, of which a book uses the third; the other two are XQWizard's own. The first three
//! are for the side to move, then come those of each piece on each of 256 squares: the format's
//! board is 16 by 16, and the 9 by 10 of xiangqi lie in the middle of it.

use std::sync::LazyLock;

use crate::board::{Board, Color, Piece, Square};

/// Squares of the format's board, a row of 16 after the other.
const SQUARES: usize = 256;

/// Kinds of pieces, both colours.
const PIECES: usize = 14;

/// The lock of a position: pieces and side to move, nothing of the game before.
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
    static LOCKS: LazyLock<Locks> = LazyLock::new(Locks::new);
    let side = match board.side() {
        Color::Red => 0,
        Color::Black => LOCKS.black_to_move,
    };
    board
        .all_pieces()
        .fold(side, |lock, (piece, square)| lock ^ LOCKS.of(piece, square))
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

/// All the keys.
struct Locks {
    black_to_move: u32,
    pieces: Vec<[u32; SQUARES]>,
}

impl Locks {
    fn new() -> Locks {
        let mut stream = Stream::new();
        let black_to_move = stream.third_word();
        let table = |_| std::array::from_fn(|_| stream.third_word());
        Locks {
            black_to_move,
            pieces: (0..PIECES).map(table).collect(),
        }
    }

    fn of(&self, piece: Piece, square: Square) -> u32 {
        let kinds = PIECES / 2;
        let place = piece.color().index() * kinds + piece.kind().index();
        self.pieces[place][usize::from(number(square))]
    }
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
            // The key is all zeros, and adds nothing.
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

    fn word(&mut self) -> u32 {
        u32::from_le_bytes([self.byte(), self.byte(), self.byte(), self.byte()])
    }

    fn third_word(&mut self) -> u32 {
        self.word();
        self.word();
        self.word()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first bytes of the stream under a key of zeros are in every text on RC4.
    #[test]
    fn the_stream_is_that_of_rc4() {
        let mut stream = Stream::new();
        let bytes: [u8; 8] = std::array::from_fn(|_| stream.byte());
        assert_eq!(bytes, [0xde, 0x18, 0x89, 0x41, 0xa3, 0x37, 0x5d, 0x3a]);
    }

    #[test]
    fn squares_have_numbers_and_back() {
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
