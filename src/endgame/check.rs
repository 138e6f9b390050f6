//! Checks a table: each entry against the entries of its successors, with the ordinary move generator.
//!
//! The check shares the numbering of the placements with the code that made the table, but none of its moves. It covers
//! mates completely, because each distance follows from those after one move. A result by rule is compared with its successors,
//! too, but that the defender's checks never end does not follow from these.

use thiserror::Error;

use super::bitboard::{CAPTURED, bits};
use super::placement_index::Placement;
use super::result::EndgameResult;
use super::table::EndgameTable;
use crate::board::{Board, BoardBuilder, Color, Piece, PieceKind, Square};
use crate::host::{Stopped, Tick};

/// The positions of a table, counted by their results for the side to move. The names in JSON do not change between versions.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[cfg_attr(feature = "cli", derive(serde::Serialize))]
pub struct Counts {
    /// All positions. A position and its mirror image are one, unless both generals are on the middle file.
    pub positions: u64,
    /// Positions in which the side to move mates.
    #[cfg_attr(feature = "cli", serde(rename = "mate"))]
    pub mates: u64,
    /// Positions in which the side to move is mated.
    pub mated: u64,
    /// Positions that the side to move wins by perpetual check of the opponent.
    pub wins_by_rule: u64,
    /// Positions that the side to move loses by its own perpetual check.
    pub loses_by_rule: u64,
    /// The other positions.
    #[cfg_attr(feature = "cli", serde(rename = "draw"))]
    pub draws: u64,
    /// The longest mate, in moves of the winner.
    pub longest: u32,
}

impl Counts {
    fn add(&mut self, result: EndgameResult) {
        self.positions += 1;
        *match result {
            EndgameResult::Mates(_) => &mut self.mates,
            EndgameResult::Mated(_) => &mut self.mated,
            EndgameResult::WinsByRule => &mut self.wins_by_rule,
            EndgameResult::LosesByRule => &mut self.loses_by_rule,
            EndgameResult::Draw => &mut self.draws,
        } += 1;
        self.longest = self.longest.max(result.moves().unwrap_or(0));
    }
}

/// The reason why a check failed.
#[derive(Debug, Error)]
pub enum CheckError {
    /// The caller ended the work.
    #[error("stopped")]
    Stopped(#[from] Stopped),
    /// An entry that does not follow from its successors, or no entry at all.
    #[error("the entry of {fen} is '{}', its successors give '{}'; make the table again", text(*.stated), text(*.computed))]
    Inconsistent {
        /// The position.
        fen: String,
        /// The entry.
        stated: Option<EndgameResult>,
        /// The result that follows from the entries after each legal move; `None` if one of them is missing.
        computed: Option<EndgameResult>,
    },
}

fn text(result: Option<EndgameResult>) -> String {
    result.map_or("missing".to_owned(), |result| result.to_string())
}

impl EndgameTable {
    /// The number of placements, which is the number of calls of `tick` of [`EndgameTable::check`].
    pub fn placement_count(&self) -> u64 {
        self.placements.len() as u64
    }

    /// Checks each entry against those after each legal move. `tick` is called for each placement, and its error ends the work.
    ///
    /// # Errors
    /// If an entry does not follow from its successors, or `tick` ended the work.
    pub fn check(&self, tick: &mut Tick) -> Result<Counts, CheckError> {
        let mut counts = Counts::default();
        for number in 0..self.placements.len() {
            tick()?;
            let Some(here) = self.placements.placement(number) else {
                continue;
            };
            let allowed = self.placements.bitboard_piece.allowed & !here.occupied;
            for bit in bits(allowed & self.placements.found_squares(&here)) {
                for side in Color::ALL {
                    let Some(mut board) = self.board(&here, bit, side) else {
                        continue;
                    };
                    let stated = self.result(side, number, bit);
                    let computed = self.computed(&mut board);
                    let Some(result) = stated.filter(|_| stated == computed) else {
                        let fen = board.to_fen();
                        return Err(CheckError::Inconsistent {
                            fen,
                            stated,
                            computed,
                        });
                    };
                    counts.add(result);
                }
            }
        }
        Ok(counts)
    }

    /// The board of a placement; `None` if it is not legal.
    fn board(&self, here: &Placement, bit: usize, side: Color) -> Option<Board> {
        let mut builder = BoardBuilder::default();
        let mut place = |color, kind, square| builder.place(Piece::new(color, kind), square).ok();
        for color in Color::ALL {
            place(color, PieceKind::General, here.generals[color.index()])?;
        }
        for piece in &here.pieces {
            let group = &self.placements.groups[usize::from(piece.group)];
            place(group.color, group.kind, piece.square)?;
        }
        if bit != CAPTURED {
            let piece = &self.placements.bitboard_piece;
            place(piece.color, piece.kind, Square::from_index(bit)?)?;
        }
        builder.side(side);
        builder.build().ok()
    }

    /// The result of a position by those after each legal move.
    fn computed(&self, board: &mut Board) -> Option<EndgameResult> {
        let moves = board.legal_moves().into_iter();
        let after: Option<Vec<EndgameResult>> = moves
            .map(|mv| board.after(mv, |board| self.probe(board)))
            .collect();
        Some(EndgameResult::best(after?.into_iter()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::endgame::blocks::Blocks;
    use crate::endgame::table::{entries, entry};

    #[test]
    fn first_inconsistent_entry_is_reported() {
        let material = "KPvK".parse().unwrap();
        let table = EndgameTable::make(material, &mut || Ok(()), &mut |_, _| {}).unwrap();
        let board = Board::from_fen("3k5/9/3P5/9/9/9/9/9/9/4K4 b").unwrap();
        let result = table.probe(&board).unwrap();
        let is_mated = EndgameResult::Mated(2);
        assert_ne!(result, is_mated);
        let (number, bit) = table.placements.find(&board).unwrap();
        let changed = entry(table.placements.len(), board.side(), number) + bit;
        let count = entries(table.placements.len());
        let mut bytes: Vec<u8> = (0..count).map(|at| table.blocks.get(at).unwrap()).collect();
        bytes[changed] = is_mated.byte();
        let changed = EndgameTable::new(material, Blocks::compress(&bytes)).unwrap();
        let Err(CheckError::Inconsistent {
            stated, computed, ..
        }) = changed.check(&mut || Ok(()))
        else {
            panic!("a changed entry is consistent");
        };
        assert_ne!(stated, computed);
    }
}
