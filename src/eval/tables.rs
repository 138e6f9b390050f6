//! Piece-square tables: what it is worth to a piece to stand where it stands.
//!
//! The tables are written down in [`super::values`], half of each, from red's side. Here they are
//! unfolded, once for all, to what any piece on any square adds.

use super::tapered::Tapered;
use super::values::{
    PIECE_VALUES, TABLE_OF_ADVISOR, TABLE_OF_CANNON, TABLE_OF_ELEPHANT, TABLE_OF_GENERAL,
    TABLE_OF_HORSE, TABLE_OF_PAWN, TABLE_OF_ROOK,
};
use super::weight::{Family, Weight};
use super::weights::VALUES;
use crate::board::{Color, Piece, PieceKind, Square};

/// Each kind's table, K A B N R C P.
const TABLES: [Family; 7] = [
    TABLE_OF_GENERAL,
    TABLE_OF_ADVISOR,
    TABLE_OF_ELEPHANT,
    TABLE_OF_HORSE,
    TABLE_OF_ROOK,
    TABLE_OF_CANNON,
    TABLE_OF_PAWN,
];

/// The weight of the place where a piece of this kind stands; none where its table has no rank.
///
/// ```
/// use chuhe::board::{Color, PieceKind};
/// use chuhe::eval::{tables::table_weight, weights::name};
/// let weight = |square: &str| table_weight(PieceKind::Horse, Color::Black, square.parse().unwrap());
/// assert_eq!(name(weight("g7").unwrap()), "TABLE_OF_HORSE c2");
/// assert_eq!(weight("c7"), weight("g7"));
/// ```
pub const fn table_weight(kind: PieceKind, color: Color, square: Square) -> Option<Weight> {
    let square = match color {
        Color::Red => square,
        Color::Black => square.flipped(),
    };
    let table = TABLES[kind as usize];
    let ranks = table.count() / 5;
    let (file, rank) = (square.file() as usize, square.rank() as usize);
    if rank >= ranks {
        return None;
    }
    let column = if file > 4 { 8 - file } else { file };
    Some(table.at((ranks - 1 - rank) * 5 + column))
}

/// The tables unfolded for every piece and square, from red's view: black's are negative.
static PLACED: [[Tapered; Square::COUNT]; Piece::COUNT] = {
    let mut table = [[Tapered::ZERO; Square::COUNT]; Piece::COUNT];
    let mut kind = 0;
    while kind < 7 {
        let mut index = 0;
        while index < Square::COUNT {
            let square = Square::at(index);
            if let Some(weight) = table_weight(PieceKind::ALL[kind], Color::Red, square) {
                let value = VALUES[weight.index()];
                table[kind][index] = value;
                table[7 + kind][square.flipped().index()] = value.negated();
            }
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
        let value = VALUES[PIECE_VALUES.at(kind).index()];
        table[kind] = value;
        table[7 + kind] = value.negated();
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
/// assert!(pawn("e6").mg() > pawn("e3").mg());
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
    fn attackers_are_worth_something_everywhere() {
        // What a guard is worth is also that it is not missing, which is another term's; a pawn on the
        // last rank has arrived nowhere.
        for kind in [
            PieceKind::Horse,
            PieceKind::Rook,
            PieceKind::Cannon,
            PieceKind::Pawn,
        ] {
            for square in Square::all() {
                let worth = worth(Color::Red, kind, square);
                let arrived = kind == PieceKind::Pawn && square.rank() == 9;
                let good = worth.mg() > 0 && worth.eg() > 0;
                assert!(good || arrived, "{kind} on {square}");
            }
        }
    }
}
