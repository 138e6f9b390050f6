//! Sets of squares of one piece, worked on all at once.
//!
//! A [`Word`] has a bit for each square on which the runner may stand, and one for a captured runner.

use crate::board::{Color, PieceKind, Square, leapers};

/// Bits 0-89 for the runner on that square, bit [`GONE`] for a captured runner.
pub type Word = u128;

/// The bit of a captured runner.
pub const GONE: usize = Square::COUNT;

/// All squares.
pub const BOARD: Word = (1 << Square::COUNT) - 1;

/// The squares of file a.
const FILE: Word = BOARD / 0x1ff;

/// The word of one square.
#[inline]
pub const fn bit(square: Square) -> Word {
    1 << square.index()
}

/// The word of some squares.
pub fn word(squares: impl Iterator<Item = Square>) -> Word {
    squares.fold(0, |word, square| word | bit(square))
}

/// The squares of a word.
pub fn squares(mut word: Word) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(square)
    })
}

/// The squares strictly between two on a line; none where they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Word {
    let line = match (a.rank() == b.rank(), a.file() == b.file()) {
        (true, _) => BOARD,
        (_, true) => FILE << a.file(),
        _ => return 0,
    };
    let (low, high) = (bit(a.min(b)), bit(a.max(b)));
    (high - 1) & !(2 * low - 1) & line
}

/// The word with the board mirrored left to right; a captured runner stays captured.
#[inline]
pub const fn mirrored(word: Word) -> Word {
    let mut out = word & (FILE << 4 | 1 << GONE);
    let mut left = 0;
    while left < 4 {
        let by = 8 - 2 * left;
        out |= (word & FILE << left) << by | word >> by & FILE << left;
        left += 1;
    }
    out
}

#[inline]
fn shifted(word: Word, by: i32) -> Word {
    if by < 0 { word >> -by } else { word << by }
}

/// The word moved by files and ranks; what leaves the board is gone.
#[inline]
fn moved(word: Word, (files, ranks): (i8, i8)) -> Word {
    let stay = match files < 0 {
        true => 0x1ff << -files & 0x1ff,
        false => 0x1ff >> files,
    };
    shifted(word & (FILE * stay), i32::from(files + 9 * ranks)) & BOARD
}

/// The four directions: the shift of a step, and the squares that it may lead to.
const LINES: [(i32, Word); 4] = [
    (9, BOARD),
    (-9, BOARD),
    (1, BOARD & !FILE),
    (-1, BOARD & !(FILE << 8)),
];

/// The squares that some slide to in a direction over empty squares, up to the first that is not empty.
#[inline]
fn slide(from: Word, empty: Word, (by, wrap): (i32, Word)) -> Word {
    // Each shift doubles the distance (Kogge & Stone); `open` are the squares that can be passed over as far.
    let (mut reached, mut open) = (from & BOARD, empty & wrap);
    for far in [1, 2, 4, 8] {
        reached |= shifted(reached, by * far) & open;
        open &= shifted(open, by * far);
    }
    shifted(reached, by) & wrap
}

/// The squares from which a runner of this kind makes a move that captures nothing to one of these.
#[inline]
pub fn sources(kind: PieceKind, color: Color, to: Word, empty: Word) -> Word {
    match kind {
        PieceKind::Rook | PieceKind::Cannon => LINES
            .iter()
            .fold(0, |found, &line| found | slide(to, empty, line) & empty),
        PieceKind::Horse => leapers::HORSE
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

/// The empty squares from which a runner of this kind attacks a square, the others standing on `occupied`.
pub fn attackers(kind: PieceKind, color: Color, target: Square, occupied: Word) -> Word {
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
    fn words_agree_with_one_square_after_the_other() {
        // A board with some pieces on it, and some squares to go to.
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
                    let stand = word(squares(empty).filter(|&from| kind.may_stand(color, from)));
                    let mut all = 0;
                    for to in squares(to) {
                        let each = word(squares(stand).filter(|&from| attacks(from, to)));
                        assert_eq!(
                            attackers(kind, color, to, occupied) & stand,
                            each,
                            "{kind:?} {to} {occupied:x}"
                        );
                        all |= each;
                    }
                    if kind != Cannon {
                        let found = sources(kind, color, to, empty) & stand;
                        assert_eq!(found, all, "{kind:?} {to:x} {occupied:x}");
                    }
                }
            }
            let back = mirrored(to | 1 << GONE);
            assert_eq!(mirrored(back), to | 1 << GONE);
            assert!(squares(to).all(|square| back & bit(square.mirrored()) != 0));
        }
    }
}
