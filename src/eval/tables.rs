//! Piece-square tables: the value of each square for each piece.
//!
//! [`super::values`] contains the left half of each table, from red's side. They are expanded at compile time.

use super::tapered::Tapered;
use super::values::{
    PIECE_VALUES, TABLE_OF_ADVISOR, TABLE_OF_CANNON, TABLE_OF_ELEPHANT, TABLE_OF_GENERAL,
    TABLE_OF_HORSE, TABLE_OF_PAWN, TABLE_OF_ROOK,
};
use super::weight::{Family, Weight};
use super::weights::VALUES;
use crate::board::{Color, Piece, PieceKind, Square};

/// The table of each kind, K A B N R C P.
const TABLES: [Family; 7] = [
    TABLE_OF_GENERAL,
    TABLE_OF_ADVISOR,
    TABLE_OF_ELEPHANT,
    TABLE_OF_HORSE,
    TABLE_OF_ROOK,
    TABLE_OF_CANNON,
    TABLE_OF_PAWN,
];

/// Returns the weight of a square for a piece of this kind, or `None` if its table does not reach that rank.
///
/// ```
/// use chuhe::board::{Color, PieceKind};
/// use chuhe::eval::{tables::table_weight, weights::name};
/// let weight = |square: &str| table_weight(PieceKind::Horse, Color::Black, square.parse().unwrap());
/// assert_eq!(name(weight("g7").unwrap()), "TABLE_OF_HORSE c2");
/// assert_eq!(weight("c7"), weight("g7"));
/// ```
pub const fn table_weight(kind: PieceKind, color: Color, square: Square) -> Option<Weight> {
    let table = TABLES[kind as usize];
    let ranks = table.count() / 5;
    let (file, rank) = (square.file() as usize, square.relative_rank(color) as usize);
    if rank >= ranks {
        return None;
    }
    let column = if file > 4 { 8 - file } else { file };
    Some(table.at((ranks - 1 - rank) * 5 + column))
}

/// The table value of each piece on each square, from red's view: black's are negated.
static PLACED: [[Tapered; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[Tapered::ZERO; Square::COUNT]; Piece::COUNT];
    let mut index = 0;
    while index < 7 * Square::COUNT {
        let (kind, square) = (
            index / Square::COUNT,
            Square::from_valid_index(index % Square::COUNT),
        );
        if let Some(weight) = table_weight(PieceKind::ALL[kind], Color::Red, square) {
            let value = VALUES[weight.index()];
            table[kind][square.index()] = value;
            table[7 + kind][square.flipped().index()] = value.negated();
        }
        index += 1;
    }
    table
};

/// The value of each piece, from red's view: black's are negated.
static MATERIAL: [Tapered; Piece::COUNT] = {
    let mut table = [Tapered::ZERO; Piece::COUNT];
    let mut kind = 0;
    while kind < 7 {
        let value = VALUES[PIECE_VALUES.at(kind).index()];
        table[kind] = value;
        table[7 + kind] = value.negated();
        kind += 1;
    }
    table
};

/// Returns the table value of a piece on a square, from red's view: black's are negated.
#[inline]
pub fn placed(piece: Piece, square: Square) -> Tapered {
    PLACED[piece.index()][square.index()]
}

/// Returns the value of a piece wherever it stands, from red's view: black's are negated.
#[inline]
pub fn material(piece: Piece) -> Tapered {
    MATERIAL[piece.index()]
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The value of a piece on a square to its own side.
    fn worth(color: Color, kind: PieceKind, square: Square) -> Tapered {
        let piece = Piece::new(color, kind);
        (material(piece) + placed(piece, square)) * [1, -1][color.index()]
    }

    #[test]
    fn tables_are_symmetric_and_empty_where_a_piece_cannot_stand() {
        for kind in PieceKind::ALL {
            for square in Square::all() {
                let red = worth(Color::Red, kind, square);
                assert_eq!(red, worth(Color::Black, kind, square.flipped()));
                assert_eq!(red, worth(Color::Red, kind, square.mirrored()));
                if !kind.may_stand(Color::Red, square) {
                    let placed = placed(Piece::new(Color::Red, kind), square);
                    assert_eq!(placed, Tapered::ZERO, "{kind} on {square}");
                }
            }
        }
    }

    #[test]
    fn attackers_have_a_positive_value_on_every_square() {
        let pawn_on_e = |rank| worth(Color::Red, PieceKind::Pawn, Square::new(4, rank)).mg();
        assert!(pawn_on_e(6) > pawn_on_e(3));
        // Guards are left out: another term counts them when they are missing. So are pawns on the last rank, which attack little.
        for kind in &PieceKind::ALL[3..] {
            for square in Square::all() {
                let worth = worth(Color::Red, *kind, square);
                let is_on_last_rank = *kind == PieceKind::Pawn && square.rank() == 9;
                let is_positive = worth.mg() > 0 && worth.eg() > 0;
                assert!(is_positive || is_on_last_rank, "{kind} on {square}");
            }
        }
    }
}
