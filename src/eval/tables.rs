//! Material and piece-square tables: the value of each piece on each square.
//!
//! **Idea** (as old as chess programs). A piece has a value, and a table of squares says how much better or worse than that it
//! stands. The sum of both over the pieces is updated at each move by a subtraction and an addition. **Drawback**: no piece is
//! seen in relation to another.
//!
//! The unit is about a hundredth of a pawn before the river. The numbers lie between the middlegame and endgame values of a
//! fit to the results of Chuhe's own games (Texel tuning, commit 24e4001).

use super::score::Score;
use crate::board::{Board, Color, Piece, Square};

/// The value of each piece on each square from red's view: black's are negative.
pub(super) type PieceSquareTable = [[Score; Square::COUNT]; Piece::COUNT];

/// The values of the pieces, K A B N R C P. A pawn's is that of one before the river.
const PIECE_VALUES: [Score; 7] = [0, 68, 120, 445, 1065, 430, 74];

/// A table of squares as seen from red's side: ranks 9 to 0, files a to e; the other half is its mirror image.
type HalfBoard = [[Score; 5]; 10];

/// The table of each kind, K A B N R C P; its numbers are added to the piece's value.
const SQUARES: [HalfBoard; 7] = [
    // Safest on the back rank.
    guard_table([
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -94, -64],
        [0, 0, 0, -39, -3],
        [0, 0, 0, 9, 37],
    ]),
    // Best in the middle of the palace and on the back rank.
    guard_table([
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, -80, 0],
        [0, 0, 0, 0, -13],
        [0, 0, 0, -49, 0],
    ]),
    // Worst on the edge and at the river.
    guard_table([
        [0, 0, -48, 0, 0],
        [0, 0, 0, 0, 0],
        [-54, 0, 0, 0, -10],
        [0, 0, 0, 0, 0],
        [0, 0, -30, 0, 0],
    ]),
    // Best across the river towards the middle; c8, g8, d7 and f7 check a general at home.
    [
        [-3, -12, 8, 7, -13],
        [-19, 10, 79, 29, -5],
        [27, 29, 21, 51, 90],
        [17, 57, 32, 65, 18],
        [23, 22, 35, 43, 47],
        [3, 2, 68, 34, 21],
        [-15, -27, -14, 11, 33],
        [-26, -9, -10, 18, -18],
        [-50, -30, -34, -35, -44],
        [-46, -48, -68, -2, -27],
    ],
    // Worst in the corner.
    [
        [-16, 1, -3, 29, 35],
        [-12, 8, -3, 41, 41],
        [-9, 11, 17, 39, 42],
        [22, 29, 41, 36, 36],
        [10, 21, 44, 21, 35],
        [6, 33, 37, 36, 27],
        [13, 26, 40, 33, 19],
        [-19, -7, 7, 15, 17],
        [-33, -10, -15, -13, -37],
        [-50, -26, -21, -8, 7],
    ],
    // Low near the enemy's palace, which has no room for a screen; at home its guards are screens.
    [
        [37, 11, -24, -44, -50],
        [22, -20, -17, -29, -20],
        [6, -24, -10, -6, -38],
        [30, -2, 13, -11, -7],
        [8, -9, -1, -30, 16],
        [23, -3, 18, 9, 23],
        [22, -15, 8, -2, -13],
        [19, -10, 12, 26, 24],
        [23, 2, 26, 19, 9],
        [-8, -38, -22, 18, 0],
    ],
    // Best across the river near the palace; on the last rank it only moves sideways.
    [
        [-2, 26, 41, 23, -14],
        [46, 74, 88, 141, 72],
        [44, 83, 80, 135, 108],
        [7, 46, 78, 88, 85],
        [19, 32, 50, 66, 75],
        [-7, 0, 15, 0, 34],
        [-13, 0, -8, 0, 35],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 0, 0, 0],
    ],
];

/// A table for a piece that cannot cross the river, from its ranks 4 to 0.
const fn guard_table(ranks: [[Score; 5]; 5]) -> HalfBoard {
    let mut table = [[0; 5]; 10];
    let mut rank = 0;
    while rank < 5 {
        table[5 + rank] = ranks[rank];
        rank += 1;
    }
    table
}

/// The values of the pieces, on whichever square.
pub(crate) static MATERIAL: PieceSquareTable = expanded(false);

/// The values of the pieces, and those of their squares.
pub(super) static TABLES: PieceSquareTable = expanded(true);

/// Expands the values to all pieces and squares; `squares` adds the tables of squares to the values of the pieces.
const fn expanded(squares: bool) -> PieceSquareTable {
    let mut table = [[0; Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < 7 * Square::COUNT {
        let kind = index / Square::COUNT;
        let square = Square::from_valid_index(index % Square::COUNT);
        let (file, rank) = (square.file() as usize, square.rank() as usize);
        let column = if file > 4 { 8 - file } else { file };
        let mut value = PIECE_VALUES[kind];
        if squares {
            value += SQUARES[kind][9 - rank][column];
        }
        table[kind][square.index()] = value;
        table[7 + kind][square.flipped().index()] = -value;
        index += 1;
    }
    table
}

/// Returns the sum of a table over the pieces of a position, from red's view.
pub(crate) fn sum(table: &PieceSquareTable, board: &Board) -> Score {
    let pieces = board.all_pieces();
    pieces
        .map(|(piece, square)| table[piece.index()][square.index()])
        .sum()
}

/// Returns the score of a position by a table, for the side to move.
pub(super) fn score(table: &PieceSquareTable, board: &Board) -> Score {
    for_side(board.side(), sum(table, board))
}

/// Converts a score between the view of red and that of `side`.
#[inline]
pub(crate) fn for_side(side: Color, score: Score) -> Score {
    match side {
        Color::Red => score,
        Color::Black => -score,
    }
}

/// Returns the value of a piece on a square to its own side, in about hundredths of a pawn.
///
/// ```
/// use chuhe::board::{Color, Piece, PieceKind};
/// use chuhe::eval::tables::value;
/// let horse = |square: &str| value(Piece::new(Color::Black, PieceKind::Horse), square.parse().unwrap());
/// assert_eq!(horse("c7"), horse("g7"));
/// assert!(horse("c7") > horse("a9"));
/// ```
pub fn value(piece: Piece, square: Square) -> Score {
    for_side(piece.color(), TABLES[piece.index()][square.index()])
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::PieceKind;

    #[test]
    fn tables_are_symmetric_and_give_nothing_where_a_piece_cannot_stand() {
        for kind in PieceKind::ALL {
            let [red, black] = Color::ALL.map(|color| Piece::new(color, kind));
            for square in Square::all() {
                let worth = value(red, square);
                assert_eq!(worth, value(black, square.flipped()));
                assert_eq!(worth, value(red, square.mirrored()));
                if !kind.may_stand(Color::Red, square) {
                    assert_eq!(worth, PIECE_VALUES[kind.index()], "{kind} on {square}");
                }
            }
        }
    }

    #[test]
    fn every_piece_but_general_and_advisor_has_a_positive_value_wherever_it_can_stand() {
        let red = |kind| Piece::new(Color::Red, kind);
        let pawn_on_e = |rank| value(red(PieceKind::Pawn), Square::new(4, rank));
        assert!(pawn_on_e(6) > pawn_on_e(3));
        for &kind in &PieceKind::ALL[2..] {
            for square in Square::all().filter(|&square| kind.may_stand(Color::Red, square)) {
                assert!(value(red(kind), square) > 0, "{kind} on {square}");
            }
        }
    }
}
