//! Bitboards: sets of squares of one piece, the bitboard piece, for all of which moves are computed at once.
//!
//! A [`Bitboard`] has a bit for each square on which the piece may stand, and one for the captured piece.

use crate::board::{Color, PieceKind, Square, leapers};

/// A set of squares (bits 0-89) and [`CAPTURED`].
pub type Bitboard = u128;

/// The index of the bit for the captured piece.
pub const CAPTURED: usize = Square::COUNT;

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
pub fn squares(mut set: Bitboard) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(set.trailing_zeros() as usize)?;
        set &= set - 1;
        Some(square)
    })
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bitboard_moves_agree_with_moves_from_single_squares() {
        // Random sets of occupied squares and of destinations.
        let mut seed = 7_u128;
        for _ in 0..200 {
            seed = seed.wrapping_mul(0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645) ^ 0x5851_f42d;
            let occupied = seed & (seed >> 31) & (seed << 7) & BOARD;
            let empty = BOARD & !occupied;
            let to = (seed >> 13) & (seed >> 17) & empty;
            let passed = |from: Square, to: Square| {
                let is_line = (from.file() == to.file()) != (from.rank() == to.rank());
                is_line.then(|| (between(from, to) & occupied).count_ones())
            };
            use PieceKind::{Cannon, Horse, Pawn, Rook};
            for kind in [Rook, Cannon, Horse, Pawn] {
                for color in Color::ALL {
                    let attacks = |from: Square, to: Square| match kind {
                        Rook => passed(from, to) == Some(0),
                        Cannon => passed(from, to) == Some(1),
                        Horse => {
                            leapers::horse_leg(from, to).is_some_and(|leg| empty & bit(leg) != 0)
                        }
                        _ => leapers::pawn(color, from).contains(&to),
                    };
                    let allowed = squares(empty).filter(|&from| kind.may_stand(color, from));
                    let allowed = bitboard(allowed);
                    let mut all = 0;
                    for to in squares(to) {
                        let each = bitboard(squares(allowed).filter(|&from| attacks(from, to)));
                        assert_eq!(
                            attackers(kind, color, to, occupied) & allowed,
                            each,
                            "{kind:?} {to} {occupied:x}"
                        );
                        all |= each;
                    }
                    if kind != Cannon {
                        let found = sources(kind, color, to, empty) & allowed;
                        assert_eq!(found, all, "{kind:?} {to:x} {occupied:x}");
                    }
                }
            }
            let back = mirrored(to | 1 << CAPTURED);
            assert_eq!(mirrored(back), to | 1 << CAPTURED);
            assert!(squares(to).all(|square| back & bit(square.mirrored()) != 0));
        }
    }
}
