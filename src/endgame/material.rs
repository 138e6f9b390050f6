//! Material: how many pieces of each kind the two sides have, and its name, such as `KRvKAABB`.

use std::cmp::Reverse;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use crate::board::{Board, Color, Piece, PieceKind};

/// The order of the letters in a name.
const ORDER: [PieceKind; 7] = {
    use PieceKind::*;
    [General, Rook, Cannon, Horse, Pawn, Advisor, Elephant]
};

/// The material of an endgame. The stronger side is the first: the one with more rooks, else with more cannons, horses, pawns,
/// advisors or elephants. Material with the colours exchanged is equal.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::endgame::Material;
///
/// let material: Material = "KAABBvKR".parse()?;
/// assert_eq!(material.to_string(), "KRvKAABB");
/// let board = Board::from_fen("4k1b2/4a4/4b4/9/9/9/9/9/4K4/R8 w").unwrap();
/// assert_eq!(Material::of(&board).to_string(), "KRvKABB");
/// assert_eq!(Material::of(&board.flipped()), Material::of(&board));
/// # Ok::<(), chuhe::endgame::MaterialError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Material {
    /// The number of pieces of each kind, by [`PieceKind::index`], for each side.
    counts: [[u8; 7]; 2],
}

/// What is wrong with the name of a material.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum MaterialError {
    /// A character that is not a piece.
    #[error(
        "'{0}' is not a piece; write the pieces of both sides, as in KRvKAABB, with K R C N P A B"
    )]
    Letter(char),
    /// A side does not begin with its general, or there are not two sides.
    #[error("each of the two sides begins with its general K, as in KRvKAABB")]
    Generals,
    /// More pieces of a kind than a side has at the start of a game.
    #[error("{0} of kind {letter}: a side has at most {max}", letter = .1.letter(), max = .1.max_count())]
    TooMany(u8, PieceKind),
    /// Only generals, advisors and elephants.
    #[error("no rook, cannon, horse or pawn: nobody can mate")]
    NoAttacker,
}

impl Material {
    /// The material of a board.
    pub fn of(board: &Board) -> Material {
        Material::new(counts(board))
    }

    /// The material of two sides in any order.
    fn new(mut counts: [[u8; 7]; 2]) -> Material {
        counts.sort_by_key(|side| Reverse(ORDER.map(|kind| side[kind.index()])));
        Material { counts }
    }

    /// The material with the counts in a file, if they are valid and in order.
    pub(super) fn from_bytes(counts: [[u8; 7]; 2]) -> Option<Material> {
        let material = Material::new(counts);
        (material.checked().is_ok() && material.counts == counts).then_some(material)
    }

    /// The number of pieces of each kind, for the first side and for the second.
    pub(super) fn counts(&self) -> [[u8; 7]; 2] {
        self.counts
    }

    /// The number of pieces of a kind; the first side is red.
    pub(super) fn count(&self, color: Color, kind: PieceKind) -> usize {
        usize::from(self.counts[color.index()][kind.index()])
    }

    /// The number of all pieces.
    pub fn pieces(&self) -> u32 {
        let counts = self.counts.iter().flatten();
        counts.map(|&count| u32::from(count)).sum()
    }

    /// Returns true if no side has more pieces of a kind than here.
    pub(super) fn covers(&self, counts: [[u8; 7]; 2]) -> bool {
        let pairs = self.counts.iter().flatten().zip(counts.iter().flatten());
        pairs.into_iter().all(|(most, count)| count <= most)
    }

    /// The material, if a table of it has a mate.
    ///
    /// # Errors
    /// If a side has too many pieces of a kind, or nobody has a rook, cannon, horse or pawn.
    pub fn checked(self) -> Result<Material, MaterialError> {
        for side in &self.counts {
            if side[PieceKind::General.index()] != 1 {
                return Err(MaterialError::Generals);
            }
            for kind in PieceKind::ALL {
                let count = side[kind.index()];
                if usize::from(count) > kind.max_count() {
                    return Err(MaterialError::TooMany(count, kind));
                }
            }
        }
        let has = |kind: &PieceKind| self.counts.iter().any(|side| side[kind.index()] > 0);
        match PieceKind::ATTACKERS.iter().any(has) {
            true => Ok(self),
            false => Err(MaterialError::NoAttacker),
        }
    }
}

impl fmt::Display for Material {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [first, second] = self.counts.map(|side| {
            let letters = |kind: PieceKind| {
                let count = usize::from(side[kind.index()]);
                kind.letter().to_string().repeat(count)
            };
            ORDER.map(letters).concat()
        });
        f.pad(&format!("{first}v{second}"))
    }
}

impl FromStr for Material {
    type Err = MaterialError;

    /// Reads a name: the pieces of one side, then those of the other, each beginning with K, in either case; `v` between them may
    /// be missing. `H` is a horse and `E` an elephant.
    fn from_str(name: &str) -> Result<Material, MaterialError> {
        let mut sides: Vec<[u8; 7]> = Vec::new();
        let mut letters = name.chars().peekable();
        while let Some(found) = letters.next() {
            let is_before_general = matches!(letters.peek(), Some('k' | 'K'));
            if matches!(found, 'v' | 'V') && is_before_general && !sides.is_empty() {
                continue;
            }
            let piece = Piece::from_letter(found);
            let kind = piece.ok_or(MaterialError::Letter(found))?.kind();
            if kind == PieceKind::General {
                sides.push([0; 7]);
            }
            let side = sides.last_mut().ok_or(MaterialError::Generals)?;
            side[kind.index()] = side[kind.index()].saturating_add(1);
        }
        let counts: [[u8; 7]; 2] = sides.try_into().map_err(|_| MaterialError::Generals)?;
        Material::new(counts).checked()
    }
}

/// The number of pieces of each kind on a board, for red and for black.
pub(super) fn counts(board: &Board) -> [[u8; 7]; 2] {
    let count = |color| PieceKind::ALL.map(|kind| board.count(color, kind) as u8);
    Color::ALL.map(count)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_read_in_any_order_and_written_in_one() {
        for (text, name) in [
            ("KRKAABB", "KRvKAABB"),
            ("kavkehr", "KRNBvKA"),
            ("KPKP", "KPvKP"),
            ("KBAvKPCN", "KCNPvKAB"),
        ] {
            let material: Material = text.parse().unwrap();
            assert_eq!(material.to_string(), name);
            assert_eq!(name.parse(), Ok(material));
        }
    }

    #[test]
    fn errors_say_what_is_wrong() {
        let error = |text: &str| text.parse::<Material>().unwrap_err().to_string();
        for text in ["", "K", "RvK", "KRvKvK"] {
            assert!(
                error(text).starts_with("each of the two sides begins"),
                "{text}"
            );
        }
        assert!(error("KQvK").starts_with("'Q' is not a piece"));
        for text in ["KRvPK", "KRvvK", "vKRK", "KRKv"] {
            assert!(error(text).starts_with("'v' is not a piece"), "{text}");
        }
        assert_eq!(error("KRRRvK"), "3 of kind R: a side has at most 2");
        assert!(error("KAvKBB").starts_with("no rook, cannon, horse or pawn"));
    }
}
