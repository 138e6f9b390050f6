//! Distances to mate for all placements, layer by layer.

use super::moves::{Moves, checked};
use super::space::Space;
use super::words::{GONE, Word};
use crate::board::{Board, Color};
use crate::solve::budget::{Meter, Stopped};

/// Bits of a row of distances: the squares of the runner, and a captured one.
const ROW: usize = GONE + 1;
/// Placements, each on all squares of the runner, that take about the time of a node.
pub(super) const PER_NODE: u64 = 8;

/// What is known of all placements.
#[derive(Debug)]
pub(super) struct DistanceTable {
    space: Space,
    attacker: Color,
    /// Legal, the attacker to move, and no mate known.
    undecided: Vec<Word>,
    /// Legal, the defender to move, and not known to be lost.
    open: Vec<Word>,
    /// The defender to move, and found to be lost in the last layer.
    fresh: Vec<Word>,
    /// The attacker to move: its moves to the mate; 0 where none is known.
    moves: Vec<u8>,
    /// The number of layers: longer mates are not known yet.
    layers: u32,
    /// The placements that were worked on.
    counted: u64,
}

impl DistanceTable {
    /// Bytes for a placement without the runner, on all of its squares.
    pub const BYTES: usize = 3 * size_of::<Word>() + ROW;

    /// A table in which nothing is known but what is legal.
    pub fn new(space: Space, attacker: Color, meter: &mut Meter) -> Result<Self, Stopped> {
        let count = space.len();
        let mut table = DistanceTable {
            attacker,
            undecided: vec![0; count],
            open: vec![0; count],
            fresh: vec![0; count],
            moves: vec![0; count * ROW],
            layers: 0,
            counted: 0,
            space,
        };
        for number in 0..count {
            table.count(meter)?;
            if let Some(here) = table.space.place(number) {
                let free = table.space.runner.allowed & !here.occupied;
                let safe = |side| free & !checked(&table.space, &here, side);
                table.undecided[number] = safe(attacker.other());
                table.open[number] = safe(attacker);
            }
        }
        Ok(table)
    }

    fn count(&mut self, meter: &mut Meter) -> Result<(), Stopped> {
        self.counted += 1;
        match self.counted % PER_NODE {
            0 => meter.count(),
            _ => Ok(()),
        }
    }

    /// Adds the layer of one more move of the attacker. Whether anything was found.
    pub fn add_layer(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let lost = self.defender(meter)?;
        self.layers += 1;
        Ok(lost && self.attacker(meter)?)
    }

    /// The squares of the runner, among `asked`, for which a move of `side` leads to a target.
    fn leads(&self, number: usize, side: Color, asked: Word, targets: &[Word]) -> Word {
        let here = self.space.place(number).expect("a legal placement");
        let moves = Moves {
            space: &self.space,
            here: &here,
            side,
            targets,
        };
        let mut found = 0;
        moves.for_each(|leads| {
            found |= leads;
            asked & !found != 0
        });
        found & asked
    }

    /// Finds where the defender is lost: no move leads to a position without a known mate.
    fn defender(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let (mut any, defender) = (false, self.attacker.other());
        for number in 0..self.open.len() {
            let mut lost = self.open[number];
            if lost != 0 {
                self.count(meter)?;
                lost &= !self.leads(number, defender, lost, &self.undecided);
            }
            self.fresh[number] = lost;
            self.open[number] &= !lost;
            any |= lost != 0;
        }
        Ok(any)
    }

    /// Finds where the attacker wins: a move leads to where the defender was found to be lost.
    fn attacker(&mut self, meter: &mut Meter) -> Result<bool, Stopped> {
        let mut any = false;
        for number in 0..self.undecided.len() {
            let undecided = self.undecided[number];
            if undecided == 0 {
                continue;
            }
            self.count(meter)?;
            let mut won = self.leads(number, self.attacker, undecided, &self.fresh);
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

    /// The attacker's moves to the mate, from a board with the attacker to move; `None` where no mate is known.
    pub fn mate_in(&self, board: &Board) -> Option<u32> {
        let (number, bit) = self.space.find(board)?;
        let moves = self.moves[number * ROW + bit];
        (moves != 0).then_some(u32::from(moves))
    }

    /// Whether the defender, to move on a legal board, is known to be lost.
    pub fn is_lost(&self, board: &Board) -> bool {
        let found = self.space.find(board);
        found.is_some_and(|(number, bit)| self.open[number] >> bit & 1 == 0)
    }
}
