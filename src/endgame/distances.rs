//! Distances to mate of all positions of an endgame, for one side as the attacker.

use super::bitboard::{ROW, bits};
use super::layers::Layers;
use super::placement_index::PlacementIndex;
use crate::board::{Board, Color};

/// The known mates of an endgame.
#[derive(Debug)]
pub(crate) struct DistanceTable {
    layers: Layers,
    /// For positions with the attacker to move, its moves to the mate; 0 if none is known.
    moves: Vec<u8>,
}

impl DistanceTable {
    /// Bytes for a placement, for all squares of the bitboard piece.
    pub const BYTES: usize = Layers::BYTES + ROW;

    /// Creates a table of the legal positions, without any known mate. `tick` is called for every placement, and its error ends
    /// the work.
    pub fn new<E>(
        placements: PlacementIndex,
        attacker: Color,
        tick: &mut impl FnMut() -> Result<(), E>,
    ) -> Result<DistanceTable, E> {
        let moves = vec![0; placements.len() * ROW];
        let layers = Layers::new(placements, attacker, tick)?;
        Ok(DistanceTable { layers, moves })
    }

    /// Adds the layer of one more move of the attacker. Returns whether it found a mate.
    pub fn add_layer<E>(&mut self, tick: &mut impl FnMut() -> Result<(), E>) -> Result<bool, E> {
        let (attacker, moves) = (self.layers.attacker, &mut self.moves);
        self.layers.add(tick, &mut |decided| {
            if decided.side == attacker {
                for bit in bits(decided.squares) {
                    moves[decided.number * ROW + bit] = decided.moves as u8;
                }
            }
        })
    }

    /// The attacker's moves to the mate, on a board with the attacker to move; `None` if no mate is known.
    pub fn mate_in(&self, board: &Board) -> Option<u32> {
        let (number, bit) = self.layers.placements.find(board)?;
        let moves = self.moves[number * ROW + bit];
        (moves != 0).then_some(u32::from(moves))
    }

    /// Returns true if the defender, to move on a legal board, is known to be lost.
    pub fn is_lost(&self, board: &Board) -> bool {
        let found = self.layers.placements.find(board);
        found.is_some_and(|(number, bit)| self.layers.open[number] >> bit & 1 == 0)
    }
}
