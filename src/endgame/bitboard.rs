//! Bitboards: sets of squares of one piece, the bitboard piece, for all of which moves are computed at once.
//!
//! A [`Bitboard`] has a bit for each square on which the piece may stand, and one for the captured piece.

use crate::board::{Color, PieceKind, Square, leapers};

/// A set of squares (bits 0-89) and [`CAPTURED`].
pub type Bitboard = u128;

/// The index of the bit for the captured piece.
pub const CAPTURED: usize = Square::COUNT;

/// The number of bits, and of entries of a placement in a table.
pub const ROW: usize = CAPTURED + 1;

/// All squares.
pub const BOARD: Bitboard = (1 << Square::COUNT) - 1;

/// The squares of file a.
const FILE: Bitboard = BOARD / 0x1ff;

/// The set of one square.
#[inline]
pub const fn bit(square: Square) -> Bitboard {
    1 << square.index()
}

/// The set of these squares.
pub fn bitboard(squares: impl Iterator<Item = Square>) -> Bitboard {
    squares.fold(0, |set, square| set | bit(square))
}

/// The squares of a set.
pub fn squares(set: Bitboard) -> impl Iterator<Item = Square> {
    bits(set).map_while(Square::from_index)
}

/// The bits of a set: the indices of its squares, and [`CAPTURED`].
pub fn bits(mut set: Bitboard) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        let bit = set.trailing_zeros() as usize;
        set &= set.wrapping_sub(1);
        (bit <= CAPTURED).then_some(bit)
    })
}

/// The squares strictly between two on one file or rank; none if they share neither.
#[inline]
pub fn between(a: Square, b: Square) -> Bitboard {
    let line = match (a.rank() == b.rank(), a.file() == b.file()) {
        (true, _) => BOARD,
        (_, true) => FILE << a.file(),
        _ => return 0,
    };
    let (low, high) = (bit(a.min(b)), bit(a.max(b)));
    (high - 1) & !(2 * low - 1) & line
}

/// The set with the board mirrored left to right. The bit of the captured piece is kept.
#[inline]
pub const fn mirrored(set: Bitboard) -> Bitboard {
    let mut out = set & (FILE << 4 | 1 << CAPTURED);
    let mut left = 0;
    while left < 4 {
        let by = 8 - 2 * left;
        out |= (set & FILE << left) << by | set >> by & FILE << left;
        left += 1;
    }
    out
}

#[inline]
fn shifted(set: Bitboard, by: i32) -> Bitboard {
    if by < 0 { set >> -by } else { set << by }
}

/// The squares of a set moved by files and ranks, without those that leave the board.
#[inline]
fn moved(set: Bitboard, (files, ranks): (i8, i8)) -> Bitboard {
    let stay = match files < 0 {
        true => 0x1ff << -files & 0x1ff,
        false => 0x1ff >> files,
    };
    shifted(set & (FILE * stay), i32::from(files + 9 * ranks)) & BOARD
}

/// The four directions: the shift of a step, and the squares that it can lead to without wrapping to another rank.
const LINES: [(i32, Bitboard); 4] = [
    (9, BOARD),
    (-9, BOARD),
    (1, BOARD & !FILE),
    (-1, BOARD & !(FILE << 8)),
];

/// The squares reached by sliding from a set in a direction over empty squares, up to and with the first occupied one.
#[inline]
fn slide(from: Bitboard, empty: Bitboard, (by, wrap): (i32, Bitboard)) -> Bitboard {
    // Each shift doubles the distance (Kogge-Stone); `open` are the squares that can be passed over the current distance.
    let (mut reached, mut open) = (from & BOARD, empty & wrap);
    for far in [1, 2, 4, 8] {
        reached |= shifted(reached, by * far) & open;
        open &= shifted(open, by * far);
    }
    shifted(reached, by) & wrap
}

/// The squares from which a piece of this kind has a quiet move to one of the squares `to`. `empty` are all empty squares.
#[inline]
pub fn sources(kind: PieceKind, color: Color, to: Bitboard, empty: Bitboard) -> Bitboard {
    match kind {
        PieceKind::Rook | PieceKind::Cannon => LINES
            .iter()
            .fold(0, |found, &line| found | slide(to, empty, line) & empty),
        PieceKind::Horse => leapers::HORSE_JUMPS
            .iter()
            .fold(0, |found, &((df, dr), (lf, lr))| {
                found | moved(to, (-df, -dr)) & moved(empty, (-lf, -lr))
            }),
        _ => {
            let (forward, crossed) = match color {
                Color::Red => (1, !(BOARD >> 45)),
                Color::Black => (-1, BOARD >> 45),
            };
            let sideways = moved(to, (1, 0)) | moved(to, (-1, 0));
            moved(to, (0, -forward)) | sideways & crossed
        }
    }
}

/// The empty squares from which a piece of this kind attacks `target`. `occupied` are the squares of all other pieces.
pub fn attackers(kind: PieceKind, color: Color, target: Square, occupied: Bitboard) -> Bitboard {
    let empty = BOARD & !occupied;
    let found = match kind {
        PieceKind::Cannon => LINES.iter().fold(0, |found, &line| {
            let screen = slide(bit(target), empty, line) & occupied;
            found | slide(screen, empty, line)
        }),
        _ => sources(kind, color, bit(target), empty),
    };
    found & empty
}
