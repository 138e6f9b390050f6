//! Pieces: colours and kinds.

use std::fmt;

use super::{Color, Square};

/// The kind of a piece of either colour.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum PieceKind {
    /// 帅/将, stays in the palace.
    General = 0,
    /// 仕/士, diagonal steps in the palace.
    Advisor = 1,
    /// 相/象, two diagonal steps on its own side of the river, blocked at the eye.
    Elephant = 2,
    /// 马, blocked at the leg.
    Horse = 3,
    /// 车.
    Rook = 4,
    /// 炮, captures over exactly one screen.
    Cannon = 5,
    /// 兵/卒, sideways too once across the river.
    Pawn = 6,
}

impl PieceKind {
    /// All seven, in the order of the FEN letters K A B N R C P.
    pub const ALL: [PieceKind; 7] = {
        use PieceKind::*;
        [General, Advisor, Elephant, Horse, Rook, Cannon, Pawn]
    };

    /// The four that can cross the river.
    pub(crate) const ATTACKERS: [PieceKind; 4] = {
        use PieceKind::*;
        [Horse, Rook, Cannon, Pawn]
    };

    /// 0-6, in the order of [`PieceKind::ALL`].
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }

    /// How many pieces of the kind a side has at the start of a game, and at most.
    pub const fn max_count(self) -> usize {
        match self {
            PieceKind::General => 1,
            PieceKind::Pawn => 5,
            _ => 2,
        }
    }

    /// Returns true if a piece of this kind and colour can ever stand on the square.
    ///
    /// ```
    /// use chuhe::board::{Color, PieceKind, Square};
    /// let e2: Square = "e2".parse().unwrap();
    /// assert!(PieceKind::Elephant.may_stand(Color::Red, e2));
    /// assert!(!PieceKind::Advisor.may_stand(Color::Red, e2));
    /// ```
    pub const fn may_stand(self, color: Color, square: Square) -> bool {
        let (file, rank) = (square.file(), square.relative_rank(color));
        match self {
            PieceKind::General => square.is_in_palace(color),
            PieceKind::Advisor => square.is_in_palace(color) && (file + rank) % 2 == 1,
            PieceKind::Elephant => {
                rank <= 4 && rank % 2 == 0 && file % 2 == 0 && (file + rank) % 4 == 2
            }
            PieceKind::Pawn => rank >= 5 || (rank >= 3 && file % 2 == 0),
            PieceKind::Horse | PieceKind::Rook | PieceKind::Cannon => true,
        }
    }

    /// The upper-case FEN letter: K A B N R C P.
    pub const fn letter(self) -> char {
        ['K', 'A', 'B', 'N', 'R', 'C', 'P'][self as usize]
    }

    /// The English name in lower case.
    pub const fn name(self) -> &'static str {
        [
            "general", "advisor", "elephant", "horse", "rook", "cannon", "pawn",
        ][self as usize]
    }
}

impl fmt::Display for PieceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A piece: its colour and its kind.
///
/// ```
/// use chuhe::board::{Color, Piece, PieceKind};
/// let horse = Piece::from_letter('h').unwrap();
/// assert_eq!(horse, Piece::new(Color::Black, PieceKind::Horse));
/// assert_eq!(horse.letter(), 'n');
/// assert_eq!(horse.to_string(), "black horse");
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Piece(u8);

impl Piece {
    /// Number of different pieces.
    pub const COUNT: usize = 14;

    /// The piece of this colour and kind.
    #[inline]
    pub const fn new(color: Color, kind: PieceKind) -> Piece {
        Piece(color as u8 * 7 + kind as u8)
    }

    /// 0-13: red K A B N R C P, then black's.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The colour of the piece.
    #[inline]
    pub const fn color(self) -> Color {
        if self.0 < 7 { Color::Red } else { Color::Black }
    }

    /// The kind of the piece.
    #[inline]
    pub const fn kind(self) -> PieceKind {
        PieceKind::ALL[self.0 as usize % 7]
    }

    /// The FEN letter, upper case for red.
    pub const fn letter(self) -> char {
        match self.color() {
            Color::Red => self.kind().letter(),
            Color::Black => self.kind().letter().to_ascii_lowercase(),
        }
    }

    /// Reads a FEN letter. `E` and `H` are read as `B` (elephant) and `N` (horse).
    pub fn from_letter(letter: char) -> Option<Piece> {
        let upper = match letter.to_ascii_uppercase() {
            'E' => 'B',
            'H' => 'N',
            other => other,
        };
        let mut kinds = PieceKind::ALL.into_iter();
        let kind = kinds.find(|kind| kind.letter() == upper)?;
        let color = Color::ALL[usize::from(letter.is_ascii_lowercase())];
        Some(Piece::new(color, kind))
    }

    /// The character on the piece: 帅仕相马车炮兵 for red, 将士象马车炮卒 for black.
    pub const fn hanzi(self) -> char {
        [
            '帅', '仕', '相', '马', '车', '炮', '兵', '将', '士', '象', '马', '车', '炮', '卒',
        ][self.0 as usize]
    }

    /// All fourteen, by index.
    pub fn all() -> impl Iterator<Item = Piece> {
        (0..Piece::COUNT as u8).map(Piece)
    }
}

impl fmt::Display for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.color(), self.kind())
    }
}

impl fmt::Debug for Piece {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.letter())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_kind_may_stand_on_its_squares_only() {
        for color in Color::ALL {
            for (kind, count) in PieceKind::ALL.into_iter().zip([9, 5, 7, 90, 90, 90, 55]) {
                let squares = Square::all().filter(|&square| kind.may_stand(color, square));
                assert_eq!(squares.count(), count, "{color} {kind}");
            }
        }
    }
}
