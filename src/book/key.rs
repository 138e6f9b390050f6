//! Book keys: the 32-bit Zobrist keys of positions in a `BOOK.DAT`, *Zobrist locks* in ElephantEye.
//!
//! The random words come from the RC4 key stream for a key of four zero bytes. The stream is read in groups of three words
//! of 32 bits, of which a book uses the third. The first group is for black to move; the others are for each piece on each of
//! the 256 squares of the format's 16x16 board, which has the 9x10 squares of xiangqi in its middle.

use std::sync::LazyLock;

use crate::board::{Board, Color, Move, Piece, Square};

/// The key of a position: its pieces and side to move.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::book::book_key;
/// let start = Board::startpos();
/// assert_eq!(book_key(&start), 0x0526_56d5);
/// assert_eq!(book_key(&start), book_key(&start.mirrored()));
/// assert_ne!(book_key(&start), book_key(&start.flipped()));
/// ```
pub fn book_key(board: &Board) -> u32 {
    /// The word of black to move, and those of each piece on each square.
    static WORDS: LazyLock<(u32, Vec<[u32; 256]>)> = LazyLock::new(|| {
        let mut stream = Rc4::new();
        let black = stream.third_word();
        let piece = |_| std::array::from_fn(|_| stream.third_word());
        (black, (0..Piece::COUNT).map(piece).collect())
    });
    let side = match board.side() {
        Color::Red => 0,
        Color::Black => WORDS.0,
    };
    board.all_pieces().fold(side, |key, (piece, square)| {
        key ^ WORDS.1[piece.index()][usize::from(square_number(square))]
    })
}

/// A square's number on the format's board, 16 times the row plus the column; `a9` is in row 3 and column 3.
pub(super) fn square_number(square: Square) -> u8 {
    (12 - square.rank()) << 4 | (square.file() + 3)
}

/// The square with this number, `None` off the board.
fn square_of(number: u8) -> Option<Square> {
    let (row, column) = (number >> 4, number & 15);
    let is_on_board = (3..=12).contains(&row) && (3..=11).contains(&column);
    is_on_board.then(|| Square::new(column - 3, 12 - row))
}

/// The move between the squares with these numbers, if they encode one.
pub(super) fn move_of([from, to]: [u8; 2]) -> Option<Move> {
    let (from, to) = square_of(from).zip(square_of(to))?;
    (from != to).then(|| Move::new(from, to))
}

/// The key stream of RC4.
struct Rc4 {
    state: [u8; 256],
    i: u8,
    j: u8,
}

impl Rc4 {
    fn new() -> Rc4 {
        let mut state: [u8; 256] = std::array::from_fn(|index| index as u8);
        let mut j = 0_u8;
        for i in 0..256 {
            // The bytes of the key would be added here; they are zero.
            j = j.wrapping_add(state[i]);
            state.swap(i, j.into());
        }
        Rc4 { state, i: 0, j: 0 }
    }

    fn byte(&mut self) -> u8 {
        self.i = self.i.wrapping_add(1);
        let (i, here) = (usize::from(self.i), self.state[usize::from(self.i)]);
        self.j = self.j.wrapping_add(here);
        self.state.swap(i, self.j.into());
        let sum = self.state[i].wrapping_add(here);
        self.state[usize::from(sum)]
    }

    /// Reads a group of three words, and returns the third.
    fn third_word(&mut self) -> u32 {
        let bytes: [u8; 12] = std::array::from_fn(|_| self.byte());
        u32::from_le_bytes([bytes[8], bytes[9], bytes[10], bytes[11]])
    }
}
