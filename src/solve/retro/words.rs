//! Sets of squares of one piece, worked on all at once.
//!
//! A [`Word`] has a bit for each square on which the runner may stand, and one for a runner that is captured. What is
//! true of it on every square is found with a few shifts.

use std::sync::LazyLock;

use crate::board::leapers;
use crate::board::{Color, PieceKind, Square, SquareSet};

/// Bit 0-89 for the runner on that square, bit [`GONE`] for a runner that is captured.
pub type Word = u128;

/// The bit of a captured runner.
pub const GONE: usize = Square::COUNT;

/// All squares.
pub const BOARD: Word = (1 << Square::COUNT) - 1;

/// The squares of one file.
const fn file(file: u32) -> Word {
    let mut word = 0;
    let mut rank = 0;
    while rank < 10 {
        word |= 1 << (9 * rank + file);
        rank += 1;
    }
    word
}

/// The squares of one rank.
const fn rank(rank: u32) -> Word {
    0b1_1111_1111 << (9 * rank)
}

/// The word of one square.
#[inline]
pub const fn bit(square: Square) -> Word {
    1 << square.index()
}

/// The squares strictly between two on a line, for all pairs; none where they share no line.
static BETWEEN: LazyLock<Vec<Word>> = LazyLock::new(|| {
    let mut words = vec![0; Square::COUNT * Square::COUNT];
    for from in Square::all() {
        for (files, ranks) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
            let (mut passed, mut at) = (0, from);
            while let Some(next) = at.offset(files, ranks) {
                words[from.index() * Square::COUNT + next.index()] = passed;
                passed |= bit(next);
                at = next;
            }
        }
    }
    words
});

/// The squares strictly between two on a line; none where they share no line.
#[inline]
pub fn between(a: Square, b: Square) -> Word {
    BETWEEN[a.index() * Square::COUNT + b.index()]
}

/// The word with the board mirrored left to right; a captured runner stays captured.
#[inline]
pub const fn mirrored(word: Word) -> Word {
    let mut out = word & (file(4) | 1 << GONE);
    let mut left = 0;
    while left < 4 {
        let by = 8 - 2 * left;
        out |= (word & file(left)) << by | word >> by & file(left);
        left += 1;
    }
    out
}

/// A step in each of the four directions.
#[inline]
const fn stepped(word: Word) -> [Word; 4] {
    [
        word << 9 & BOARD,
        (word & BOARD) >> 9,
        word << 1 & BOARD & !file(0),
        (word & BOARD & !file(0)) >> 1,
    ]
}

/// The empty squares from which something slides to one of these, each over empty squares alone.
#[inline]
pub fn slides(to: Word, empty: Word) -> Word {
    // Each shift doubles the way (Kogge & Stone); `open` are the squares that can be passed over as far. The last step
    // is taken from all that were reached and from where it began, so that nothing counts as sliding to itself.
    let mut found = 0;
    for (by, wrap) in [(9, BOARD), (1, BOARD & !file(0))] {
        let (mut up, mut open) = (to & BOARD, empty & wrap);
        for far in [1, 2, 4, 8] {
            up |= up << (by * far) & open;
            open &= open << (by * far);
        }
        found |= up << by & wrap;
    }
    for (by, wrap) in [(9, BOARD), (1, BOARD & !file(8))] {
        let (mut down, mut open) = (to & BOARD, empty & wrap);
        for far in [1, 2, 4, 8] {
            down |= down >> (by * far) & open;
            open &= open >> (by * far);
        }
        found |= down >> by & wrap;
    }
    found & empty
}

/// The word moved by files and ranks.
#[inline]
fn moved(word: Word, (files, ranks): (i8, i8)) -> Word {
    let stays = match files {
        -2 => !(file(0) | file(1)),
        -1 => !file(0),
        1 => !file(8),
        2 => !(file(7) | file(8)),
        _ => !0,
    };
    let by = i32::from(files) + 9 * i32::from(ranks);
    let word = word & BOARD & stays;
    if by >= 0 {
        word << by & BOARD
    } else {
        word >> -by
    }
}

/// The squares from which a runner of this kind makes a move that captures nothing to one of these.
#[inline]
pub fn sources(kind: PieceKind, color: Color, to: Word, empty: Word) -> Word {
    match kind {
        PieceKind::Rook | PieceKind::Cannon => slides(to, empty),
        PieceKind::Horse => leapers::HORSE
            .iter()
            .fold(0, |found, &((df, dr), (lf, lr))| {
                found | moved(to, (-df, -dr)) & moved(empty, (-lf, -lr))
            }),
        _ => {
            let [up, down, right, left] = stepped(to);
            let (back, crossed) = match color {
                Color::Red => (down, rank(5) | rank(6) | rank(7) | rank(8) | rank(9)),
                Color::Black => (up, rank(0) | rank(1) | rank(2) | rank(3) | rank(4)),
            };
            back | (right | left) & crossed
        }
    }
}

/// The empty squares from which a runner of this kind attacks a square, the others standing on `occupied`.
pub fn attackers(kind: PieceKind, color: Color, target: Square, occupied: Word) -> Word {
    let empty = BOARD & !occupied;
    match kind {
        PieceKind::Rook => rays(target, occupied, 0),
        PieceKind::Cannon => rays(target, occupied, 1),
        PieceKind::Horse => {
            let sources = leapers::horse_sources(target).iter();
            let open = sources.filter(|step| occupied & bit(step.block) == 0);
            open.fold(0, |found, step| found | bit(step.to)) & empty
        }
        PieceKind::Pawn => sources(kind, color, bit(target), empty) & empty,
        _ => 0,
    }
}

/// The empty squares on the lines through a square with so many pieces between.
fn rays(from: Square, occupied: Word, pieces: u32) -> Word {
    let mut found = 0;
    for (files, ranks) in [(0, 1), (1, 0), (0, -1), (-1, 0)] {
        let (mut at, mut passed) = (from, 0);
        while let Some(next) = at.offset(files, ranks) {
            at = next;
            if occupied & bit(at) != 0 {
                passed += 1;
            } else if passed == pieces {
                found |= bit(at);
            }
            if passed > pieces {
                break;
            }
        }
    }
    found
}

/// The squares of a set as a word.
pub fn word(set: SquareSet) -> Word {
    set.iter().fold(0, |word, square| word | bit(square))
}

/// The squares of a word.
pub fn squares(mut word: Word) -> impl Iterator<Item = Square> {
    std::iter::from_fn(move || {
        let square = Square::from_index(word.trailing_zeros() as usize)?;
        word &= word - 1;
        Some(square)
    })
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
            for kind in [PieceKind::Rook, PieceKind::Horse, PieceKind::Pawn] {
                for color in Color::ALL {
                    let all = sources(kind, color, to, empty) & empty;
                    // A horse's leg hangs on where it comes from, so what it attacks it can move to.
                    let each = squares(to)
                        .fold(0, |found, to| found | attackers(kind, color, to, occupied));
                    assert_eq!(all, each, "{kind:?} {to:x} {occupied:x}");
                }
            }
            let back = mirrored(to | 1 << GONE);
            assert_eq!(mirrored(back), to | 1 << GONE);
            assert!(squares(to).all(|square| back & bit(square.mirrored()) != 0));
        }
    }
}
