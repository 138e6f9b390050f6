//! Piece-square tables: what it is worth to a piece to stand where it stands.
//!
//! Each table is drawn from red's side, rank 9 on top, and shows files a to e; the other half is
//! its mirror image, as the board is. Numbers are added to the piece's value, so a table is
//! about zero where such a piece usually stands.

use super::Tapered;
use super::weights::PIECE_VALUES;
use crate::board::{Color, Piece, PieceKind, Square};

/// Ten ranks of files a-e, the top rank first.
type Half = [[i32; 5]; 10];

/// At home behind its guards, best on the middle file, or one step aside behind an advisor. Every
/// step forward exposes it. In the endgame it may come up, and holds the middle file for its side.
#[rustfmt::skip]
const GENERAL: [Half; 2] = [
    palace([[0, 0, 0, -44, -56],
            [0, 0, 0, -26, -34],
            [0, 0, 0,  -4,   0]]),
    palace([[0, 0, 0, -12,  -6],
            [0, 0, 0,  -4,   2],
            [0, 0, 0,  -2,   6]]),
];

/// The middle of the palace holds both advisors together; the upper corners leave the general bare.
#[rustfmt::skip]
const ADVISOR: [Half; 2] = [
    palace([[0, 0, 0, -12, 0],
            [0, 0, 0,   0, 6],
            [0, 0, 0,   0, 0]]),
    palace([[0, 0, 0, -4, 0],
            [0, 0, 0,  0, 4],
            [0, 0, 0,  0, 0]]),
];

/// The middle elephant guards its fellow on either side; on the edge it is out of the game, on
/// the river it can be cut off.
#[rustfmt::skip]
const ELEPHANT: [Half; 2] = [
    home([[  0, 0, -6, 0,  0],
          [  0, 0,  0, 0,  0],
          [-14, 0,  0, 0, 12],
          [  0, 0,  0, 0,  0],
          [  0, 0,  0, 0,  0]]),
    home([[  0, 0,  0, 0,  0],
          [  0, 0,  0, 0,  0],
          [ -8, 0,  0, 0,  8],
          [  0, 0,  0, 0,  0],
          [  0, 0,  0, 0,  0]]),
];

/// Home squares are undeveloped and the centre of the palace traps it (and its general). It wants
/// posts across the river towards the middle; c8 and g8 check a general at home from beside the
/// palace, d7 and f7 from its corner, c7 and g7 are a step from both.
#[rustfmt::skip]
const HORSE: [Half; 2] = [
    [[-20, -12,  -4,  -4, -12],
     [-10,   2,  24,   6, -10],
     [ -2,  10,  22,  26,  12],
     [  2,  16,  18,  22,  20],
     [ -2,  14,  14,  20,  18],
     [ -4,   8,  12,  12,  14],
     [ -6,   3,   4,  10,   6],
     [-10,   0,   8,   6,   0],
     [-16,  -6,   0,  -4, -30],
     [-20, -10, -10,  -8, -18]],
    [[-18, -10,  -4,  -2,  -6],
     [ -8,   2,  16,  10,   0],
     [ -2,   8,  16,  22,  14],
     [  0,  10,  16,  18,  18],
     [ -2,   8,  12,  16,  16],
     [ -4,   4,   8,  10,  12],
     [ -6,   0,   4,   6,   6],
     [-10,  -4,   0,   2,   2],
     [-14,  -8,  -4,  -4,  -8],
     [-18, -12, -10,  -8, -10]],
];

/// The corner is where it sleeps. Files d and f look into the palace, the river ranks (4 and 5)
/// sweep the middle of the board, rank 6 is the line of the enemy's pawns, rank 8 cuts his palace.
#[rustfmt::skip]
const ROOK: [Half; 2] = [
    [[  4,   6,   4,  12,   8],
     [  8,  10,   8,  15,  18],
     [  6,   9,   7,  14,  14],
     [  8,  15,  12,  16,  16],
     [  6,  12,  10,  14,  14],
     [  4,  12,   9,  13,  13],
     [  0,   8,   4,  11,  10],
     [ -6,   6,   2,  10,   5],
     [ -4,   4,   4,  11,  -2],
     [-16,   5,   1,  10,  -8]],
    [[  4,   6,   6,  10,   8],
     [  8,  10,  10,  14,  16],
     [  6,   8,   8,  12,  12],
     [  4,   7,   7,   9,   9],
     [  3,   6,   6,   8,   8],
     [  2,   4,   4,   6,   6],
     [  0,   2,   2,   4,   4],
     [ -2,   0,   0,   2,   2],
     [ -4,  -2,  -2,   2,   0],
     [ -8,  -4,  -2,   0,  -4]],
];

/// The middle cannon (e2) binds the general's file; on the enemy's back rank, away from the
/// palace, it attacks along the rank. Close to his palace it has no room for a screen. In the
/// endgame it is best at home, where its own guards are its screens.
#[rustfmt::skip]
const CANNON: [Half; 2] = [
    [[ 14,  12,   5,  -8, -12],
     [  6,   5,   0,  -8, -12],
     [  3,   2,   0,  -6,  -8],
     [  0,   3,   2,   2,   6],
     [  0,   2,   2,   2,  12],
     [  0,   2,   6,   3,  12],
     [  0,   0,   2,   3,  10],
     [  0,   2,   4,   8,  16],
     [  0,   2,   2,   4,   4],
     [ -2,   0,   2,   2,   2]],
    [[  4,   4,   0,  -4,  -6],
     [  0,   0,  -2,  -6,  -6],
     [  0,   0,  -2,  -4,  -2],
     [  0,   0,   0,   0,   2],
     [  0,   0,   0,   0,   2],
     [  0,   0,   2,   2,   4],
     [  0,   0,   2,   2,   4],
     [  2,   2,   4,   6,   8],
     [  4,   4,   4,   6,   7],
     [  4,   4,   4,   8,   9]],
];

/// Crossing the river more than doubles a pawn; beside and in the palace it is worth half a horse
/// in an attack; on the last rank it only moves sideways and is worth little more than at home. In
/// the endgame a pawn that has not yet gone too far is worth most.
#[rustfmt::skip]
const PAWN: [Half; 2] = [
    [[-10,  -6,   0,  14,  20],
     [ 36,  58,  82, 110, 122],
     [ 42,  64,  90, 112, 116],
     [ 44,  60,  76,  88,  92],
     [ 34,  44,  54,  60,  66],
     [ -2,   0,   9,   0,  14],
     [ -4,   0,  -2,   0,   6],
     [  0,   0,   0,   0,   0],
     [  0,   0,   0,   0,   0],
     [  0,   0,   0,   0,   0]],
    [[-25, -20, -10,   0,   6],
     [ 20,  44,  66,  90,  96],
     [ 42,  66,  88, 102, 102],
     [ 50,  66,  80,  88,  86],
     [ 46,  56,  64,  68,  68],
     [  4,   0,   8,   0,  10],
     [ -4,   0,  -2,   0,   2],
     [  0,   0,   0,   0,   0],
     [  0,   0,   0,   0,   0],
     [  0,   0,   0,   0,   0]],
];

/// A table that is empty above the palace.
const fn palace(ranks: [[i32; 5]; 3]) -> Half {
    let mut half = [[0; 5]; 10];
    (half[7], half[8], half[9]) = (ranks[0], ranks[1], ranks[2]);
    half
}

/// A table that is empty across the river.
const fn home(ranks: [[i32; 5]; 5]) -> Half {
    let mut half = [[0; 5]; 10];
    let mut row = 0;
    while row < 5 {
        half[row + 5] = ranks[row];
        row += 1;
    }
    half
}

/// Middlegame and endgame tables by kind, K A B N R C P.
const HALVES: [&[Half; 2]; 7] = [&GENERAL, &ADVISOR, &ELEPHANT, &HORSE, &ROOK, &CANNON, &PAWN];

/// Both tables unfolded for every piece and square, from red's view: black's are negative.
static PLACED: [[Tapered; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[Tapered::ZERO; Square::COUNT]; Piece::COUNT];
    let mut kind = 0;
    while kind < 7 {
        let [mg, eg] = HALVES[kind];
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::at(index);
            let file = square.file() as usize;
            let column = if file > 4 { 8 - file } else { file };
            let row = 9 - square.rank() as usize;
            let value = Tapered::new(mg[row][column], eg[row][column]);
            table[kind][index] = value;
            table[7 + kind][square.flipped().index()] = value.negated();
            index += 1;
        }
        kind += 1;
    }
    table
};

static MATERIAL: [Tapered; Piece::COUNT] = {
    let mut table = [Tapered::ZERO; Piece::COUNT];
    let mut kind = 0;
    while kind < 7 {
        table[kind] = PIECE_VALUES[kind];
        table[7 + kind] = PIECE_VALUES[kind].negated();
        kind += 1;
    }
    table
};

/// What a piece adds to red's sum by where it stands, its own value not counted.
#[inline]
pub fn placed(piece: Piece, square: Square) -> Tapered {
    PLACED[piece.index()][square.index()]
}

/// What a piece adds to red's sum by being there: negative for black's.
#[inline]
pub fn material(piece: Piece) -> Tapered {
    MATERIAL[piece.index()]
}

/// What a piece of this kind is worth to its side on this square, table included.
///
/// ```
/// use chuhe::board::{Color, PieceKind, Square};
/// use chuhe::eval::tables::worth;
/// let pawn = |square: &str| worth(Color::Red, PieceKind::Pawn, square.parse().unwrap());
/// assert!(pawn("e6").mg() > 2 * pawn("e3").mg());
/// ```
pub fn worth(color: Color, kind: PieceKind, square: Square) -> Tapered {
    let piece = Piece::new(color, kind);
    let sum = material(piece) + placed(piece, square);
    match color {
        Color::Red => sum,
        Color::Black => -sum,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables_are_the_same_for_both_sides_and_both_wings() {
        for kind in PieceKind::ALL {
            for square in Square::all() {
                let red = worth(Color::Red, kind, square);
                assert_eq!(red, worth(Color::Black, kind, square.flipped()));
                assert_eq!(red, worth(Color::Red, kind, square.mirrored()));
            }
        }
    }

    #[test]
    fn tables_are_empty_where_a_piece_cannot_stand() {
        for piece in Piece::all() {
            for square in Square::all() {
                if !piece.kind().may_stand(piece.color(), square) {
                    assert_eq!(placed(piece, square), Tapered::ZERO, "{piece} on {square}");
                }
            }
        }
    }

    #[test]
    fn pieces_are_worth_something_everywhere() {
        for kind in PieceKind::ALL {
            for square in Square::all() {
                if kind != PieceKind::General {
                    let worth = worth(Color::Red, kind, square);
                    assert!(worth.mg() > 0 && worth.eg() > 0, "{kind} on {square}");
                }
            }
        }
    }
}
