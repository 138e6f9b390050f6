//! Distances to mate of all positions of an endgame, for one side as the attacker.

use super::bitboard::{ROW, bits};
use super::layers::Layers;
use super::placement_index::PlacementIndex;
use crate::board::{Board, Color};
use crate::host::{Stopped, Tick};

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
    pub fn new(
        placements: PlacementIndex,
        attacker: Color,
        tick: &mut Tick,
    ) -> Result<DistanceTable, Stopped> {
        let moves = vec![0; placements.len() * ROW];
        let layers = Layers::new(placements, attacker, tick)?;
        Ok(DistanceTable { layers, moves })
    }

    /// Adds the layer of one more move of the attacker. Returns whether it found a mate.
    pub fn add_layer(&mut self, tick: &mut Tick) -> Result<bool, Stopped> {
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
}
