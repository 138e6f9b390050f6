//! Distances to mate for all placements, layer by layer.

use super::bitboard::{Bitboard, CAPTURED};
use super::moves::{PlacementMoves, checked};
use super::placement_index::PlacementIndex;
use crate::board::{Board, Color};
use crate::solve::budget::{Meter, Stopped};

/// Distances of a placement: one for each bit of a bitboard.
const ROW: usize = CAPTURED + 1;
/// Placements, each for all squares of the bitboard piece, that take about as long as a node of the other provers.
pub(super) const PLACEMENTS_PER_NODE: u64 = 8;

/// The distances to mate of all positions. A bitboard for each placement holds the squares of the bitboard piece.
#[derive(Debug)]
pub(super) struct DistanceTable {
    placements: PlacementIndex,
    attacker: Color,
    /// Legal positions with the attacker to move and no known mate.
    undecided: Vec<Bitboard>,
    /// Legal positions with the defender to move that are not known to be lost.
    open: Vec<Bitboard>,
    /// Positions with the defender to move that were found to be lost in the last layer.
    newly_lost: Vec<Bitboard>,
    /// For positions with the attacker to move, its moves to the mate; 0 if none is known.
    moves: Vec<u8>,
    /// The number of layers, which is the length of the longest known mates.
    layers: u32,
    /// The number of placements processed.
    counted: u64,
}

impl DistanceTable {
    /// Bytes for a placement, for all squares of the bitboard piece.
    pub const BYTES: usize = 3 * size_of::<Bitboard>() + ROW;

    /// Creates a table of the legal positions, without any known mate.
    pub fn new(
        placements: PlacementIndex,
        attacker: Color,
        meter: &mut Meter,
    ) -> Result<Self, Stopped> {
        let count = placements.len();
        let mut table = DistanceTable {
            attacker,
            undecided: vec![0; count],
            open: vec![0; count],
            newly_lost: vec![0; count],
            moves: vec![0; count * ROW],
            layers: 0,
            counted: 0,
            placements,
        };
        for number in 0..count {
            table.count(meter)?;
            if let Some(here) = table.placements.placement(number) {
                let free = table.placements.bitboard_piece.allowed & !here.occupied;
                let safe = |side| free & !checked(&table.placements, &here, side);
                table.undecided[number] = safe(attacker.other());
                table.open[number] = safe(attacker);
            }
        }
        Ok(table)
    }

    fn count(&mut self, meter: &mut Meter) -> Result<(), Stopped> {
        self.counted += 1;
        match self.counted % PLACEMENTS_PER_NODE {
            0 => meter.count(),
            _ => Ok(()),
        }
    }

    /// Adds the layer of one more move of the attacker. Returns whether it found a mate.
    pub fn add_layer(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let found = self.find_lost(meter)?;
        self.layers += 1;
        Ok(found && self.find_won(meter)?)
    }

    /// The squares of the bitboard piece, among `candidates`, for which a move of `side` leads to a target.
    fn reaching(
        &self,
        number: usize,
        side: Color,
        candidates: Bitboard,
        targets: &[Bitboard],
    ) -> Bitboard {
        let here = self
            .placements
            .placement(number)
            .expect("a legal placement");
        let moves = PlacementMoves {
            placements: &self.placements,
            here: &here,
            side,
            targets,
        };
        let mut found = 0;
        moves.for_each(|more| {
            found |= more;
            candidates & !found != 0
        });
        found & candidates
    }

    /// Finds the positions that the defender loses: no move leads to a position without a known mate.
    fn find_lost(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let (mut any, defender) = (false, self.attacker.other());
        for number in 0..self.open.len() {
            let mut lost = self.open[number];
            if lost != 0 {
                self.count(meter)?;
                lost &= !self.reaching(number, defender, lost, &self.undecided);
            }
            self.newly_lost[number] = lost;
            self.open[number] &= !lost;
            any |= lost != 0;
        }
        Ok(any)
    }

    /// Finds the positions that the attacker wins: a move leads to a newly lost position.
    fn find_won(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let mut any = false;
        for number in 0..self.undecided.len() {
            let undecided = self.undecided[number];
            if undecided == 0 {
                continue;
            }
            self.count(meter)?;
            let mut won = self.reaching(number, self.attacker, undecided, &self.newly_lost);
            self.undecided[number] = undecided & !won;
            any |= won != 0;
            while won != 0 {
                let bit = won.trailing_zeros() as usize;
                self.moves[number * ROW + bit] = self.layers as u8;
                won &= won - 1;
            }
        }
        Ok(any)
    }

    /// The attacker's moves to the mate, on a board with the attacker to move; `None` if no mate is known.
    pub fn mate_in(&self, board: &Board) -> Option<u32> {
        let (number, bit) = self.placements.find(board)?;
        let moves = self.moves[number * ROW + bit];
        (moves != 0).then_some(u32::from(moves))
    }

    /// Returns true if the defender, to move on a legal board, is known to be lost.
    pub fn is_lost(&self, board: &Board) -> bool {
        let found = self.placements.find(board);
        found.is_some_and(|(number, bit)| self.open[number] >> bit & 1 == 0)
    }
}
