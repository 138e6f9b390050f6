//! Distances to mate for all placements, layer by layer.

use super::moves::{Moves, checked};
use super::space::{Placement, Space};
use super::words::{GONE, Word};
use crate::board::{Board, Color};
use crate::solve::budget::{Meter, Stopped};

/// Bits of a row of distances: the squares of the runner, and a captured one.
const ROW: usize = GONE + 1;

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
}

impl DistanceTable {
    /// Bytes for a placement without the runner, on all of its squares.
    pub const BYTES: usize = 3 * size_of::<Word>() + ROW;

    /// A table in which nothing is known but what is legal.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn new(space: Space, attacker: Color, meter: &mut Work) -> Result<DistanceTable, Stopped> {
        let count = space.len();
        let mut table = DistanceTable {
            attacker,
            undecided: vec![0; count],
            open: vec![0; count],
            fresh: vec![0; count],
            moves: vec![0; count * ROW],
            layers: 0,
            space,
        };
        let mut here = Placement::new();
        for number in 0..count {
            meter.count()?;
            if table.space.place(number, &mut here) {
                let free = table.space.runner.allowed & !here.occupied;
                let safe = |side| free & !checked(&table.space, &here, side);
                table.undecided[number] = safe(attacker.other());
                table.open[number] = safe(attacker);
            }
        }
        Ok(table)
    }

    /// Adds the layer of one more move of the attacker. Whether anything was found.
    ///
    /// # Errors
    /// When the budget is spent.
    pub fn add_layer(&mut self, meter: &mut Work) -> Result<bool, Stopped> {
        let lost = self.defender(meter)?;
        self.layers += 1;
        Ok(lost && self.attacker(meter)?)
    }

    /// Finds where the defender is lost: every move leads to a known mate.
    fn defender(&mut self, meter: &mut Work) -> Result<bool, Stopped> {
        let mut any = false;
        let mut here = Placement::new();
        for number in 0..self.open.len() {
            self.fresh[number] = 0;
            let mut lost = self.open[number];
            if lost == 0 {
                continue;
            }
            meter.count()?;
            self.space.place(number, &mut here);
            let moves = Moves {
                space: &self.space,
                here: &here,
                side: self.attacker.other(),
                targets: &self.undecided,
            };
            moves.for_each(|escapes| {
                lost &= !escapes;
                lost != 0
            });
            self.fresh[number] = lost;
            self.open[number] &= !lost;
            any |= lost != 0;
        }
        Ok(any)
    }

    /// Finds where the attacker wins: a move leads to where the defender was found to be lost.
    fn attacker(&mut self, meter: &mut Work) -> Result<bool, Stopped> {
        let mut any = false;
        let mut here = Placement::new();
        for number in 0..self.undecided.len() {
            let undecided = self.undecided[number];
            if undecided == 0 {
                continue;
            }
            meter.count()?;
            self.space.place(number, &mut here);
            let moves = Moves {
                space: &self.space,
                here: &here,
                side: self.attacker,
                targets: &self.fresh,
            };
            let mut won = 0;
            moves.for_each(|leads| {
                won |= leads;
                won & undecided != undecided
            });
            won &= undecided;
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

/// Counts placements against a budget of nodes.
#[derive(Debug)]
pub(super) struct Work<'w, 'm> {
    meter: &'w mut Meter<'m>,
    /// Placements since the last node.
    since: u32,
}

/// Placements, each on all squares of the runner, that take about the time of a node.
pub(super) const PER_NODE: u32 = 8;

impl<'w, 'm> Work<'w, 'm> {
    pub fn new(meter: &'w mut Meter<'m>) -> Work<'w, 'm> {
        Work { meter, since: 0 }
    }

    /// Counts a placement.
    ///
    /// # Errors
    /// When the work has to end.
    #[inline]
    pub fn count(&mut self) -> Result<(), Stopped> {
        self.since += 1;
        if self.since < PER_NODE {
            return Ok(());
        }
        self.since = 0;
        self.meter.count()
    }
}
