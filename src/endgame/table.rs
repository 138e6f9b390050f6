//! The table of an endgame: the result of every position with its material, or less, and either side to move.

use std::fmt;

use super::bitboard::{Bitboard, ROW, bitboard};
use super::blocks::Blocks;
use super::material::{Material, counts};
use super::placement_index::PlacementIndex;
use super::result::EndgameResult;
use crate::board::{Board, Color, PieceKind, Square};

/// The results of all positions of an endgame.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::endgame::{EndgameResult, EndgameTable};
///
/// let material = "KRvKA".parse().unwrap();
/// let table = EndgameTable::make(material, &mut || Ok(()), &mut |_, _| {}).unwrap();
/// let board = Board::from_fen("4k4/4a4/9/9/9/9/9/9/4K4/R8 w").unwrap();
/// let result = table.probe(&board).expect("a position of the table");
/// assert!(matches!(result, EndgameResult::Mates(_)));
/// assert_eq!(table.probe(&board.flipped()), Some(result));
/// assert_eq!(EndgameTable::from_bytes(&table.to_bytes()).unwrap().probe(&board), Some(result));
/// ```
pub struct EndgameTable {
    pub(super) material: Material,
    pub(super) placements: PlacementIndex,
    /// The bytes of all results: for red to move, then for black to move, a row for each placement.
    pub(super) blocks: Blocks,
}

impl fmt::Debug for EndgameTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EndgameTable({})", self.material)
    }
}

impl EndgameTable {
    /// The table of a material with these results. `None` if its placements cannot be numbered.
    pub(super) fn new(material: Material, blocks: Blocks) -> Option<EndgameTable> {
        let placements = PlacementIndex::of_material(&material)?;
        Some(EndgameTable {
            material,
            placements,
            blocks,
        })
    }

    /// The material with all pieces on the board.
    pub fn material(&self) -> Material {
        self.material
    }

    /// The result of a position. `None` if it has other pieces, or the table is damaged at this entry.
    pub fn probe(&self, board: &Board) -> Option<EndgameResult> {
        let counts = counts(board);
        let (found, side) = if self.material.covers(counts) {
            (self.placements.find(board), board.side())
        } else if self.material.covers([counts[1], counts[0]]) {
            let general = |color: Color| board.general(!color).flipped();
            let set = |color, kind| flipped(board, color, kind);
            let generals = Color::ALL.map(general);
            (self.placements.find_sets(generals, set), !board.side())
        } else {
            return None;
        };
        let (number, bit) = found?;
        self.result(side, number, bit)
    }

    /// The result with a side to move, a placement and a bit of the bitboard piece.
    pub(super) fn result(&self, side: Color, number: usize, bit: usize) -> Option<EndgameResult> {
        let entry = entry(self.placements.len(), side, number) + bit;
        EndgameResult::of_byte(self.blocks.get(entry)?)
    }
}

/// The squares of the other side's pieces on the board with the colours exchanged.
fn flipped(board: &Board, color: Color, kind: PieceKind) -> Bitboard {
    bitboard(board.pieces(!color, kind).map(Square::flipped))
}

/// The number of results of a table.
pub(super) fn entries(placements: usize) -> usize {
    2 * placements * ROW
}

/// The first entry of the row of a placement, for so many placements.
pub(super) fn entry(placements: usize, side: Color, number: usize) -> usize {
    (side.index() * placements + number) * ROW
}
