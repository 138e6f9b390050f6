//! Retrograde analysis layer by layer: the positions that are decided by mate, for one side as the attacker.
//!
//! A bitboard for each placement holds the squares of the bitboard piece. A layer takes two passes over all placements: the first
//! finds the positions that the defender loses, the second those that the attacker wins.

use super::bitboard::Bitboard;
use super::moves::{PlacementMoves, checked};
use super::placement_index::PlacementIndex;
use crate::board::Color;
use crate::host::Stopped;

/// The positions that are not decided yet, with the attacker and with the defender to move.
#[derive(Debug)]
pub(crate) struct Layers {
    pub placements: PlacementIndex,
    pub attacker: Color,
    /// Legal positions with the attacker to move and no known mate.
    pub undecided: Vec<Bitboard>,
    /// Legal positions with the defender to move that are not known to be lost.
    pub open: Vec<Bitboard>,
    /// Positions with the defender to move that were found to be lost in the last layer.
    newly_lost: Vec<Bitboard>,
    /// The number of layers, which is the length of the longest known mates.
    pub count: u32,
}

/// Positions of one placement that a layer decides.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Decided {
    /// The side to move, which wins if it is the attacker.
    pub side: Color,
    /// The number of the placement.
    pub number: usize,
    /// The squares of the bitboard piece.
    pub squares: Bitboard,
    /// The attacker's moves to the mate.
    pub moves: u32,
}

impl Layers {
    /// Bytes for a placement, for all squares of the bitboard piece.
    pub const BYTES: usize = 3 * size_of::<Bitboard>();

    /// Finds the legal positions, without any known mate. `tick` is called for every placement, and its error ends the work.
    pub fn new(
        placements: PlacementIndex,
        attacker: Color,
        tick: &mut impl FnMut() -> Result<(), Stopped>,
    ) -> Result<Layers, Stopped> {
        let count = placements.len();
        let mut layers = Layers {
            attacker,
            undecided: vec![0; count],
            open: vec![0; count],
            newly_lost: vec![0; count],
            count: 0,
            placements,
        };
        for number in 0..count {
            tick()?;
            if let Some(here) = layers.placements.placement(number) {
                let free = layers.placements.bitboard_piece.allowed & !here.occupied;
                let safe = |side| free & !checked(&layers.placements, &here, side);
                layers.undecided[number] = safe(!attacker);
                layers.open[number] = safe(attacker);
            }
        }
        Ok(layers)
    }

    /// Adds the layer of one more move of the attacker. Calls `found` for what it decides. Returns whether it found a mate.
    pub fn add(
        &mut self,
        tick: &mut impl FnMut() -> Result<(), Stopped>,
        found: &mut impl FnMut(Decided),
    ) -> Result<bool, Stopped> {
        let any = self.decide(!self.attacker, tick, found)?;
        self.count += 1;
        Ok(any && self.decide(self.attacker, tick, found)?)
    }

    /// Decides positions without a mate: with the attacker to move as won, with the defender to move as lost. Then adds those from
    /// which the attacker has a move to one of the lost. Returns whether there are any.
    pub fn add_decided(
        &mut self,
        won: &[Bitboard],
        lost: Vec<Bitboard>,
        tick: &mut impl FnMut() -> Result<(), Stopped>,
        found: &mut impl FnMut(Decided),
    ) -> Result<bool, Stopped> {
        let moves = self.count;
        for (number, (&won, &lost)) in won.iter().zip(&lost).enumerate() {
            self.undecided[number] &= !won;
            self.open[number] &= !lost;
            for (side, squares) in [(self.attacker, won), (!self.attacker, lost)] {
                if squares != 0 {
                    found(Decided {
                        side,
                        number,
                        squares,
                        moves,
                    });
                }
            }
        }
        self.newly_lost = lost;
        self.decide(self.attacker, tick, found)
    }

    /// The squares of the bitboard piece, among `candidates`, for which a move of `side` leads to a target.
    pub fn reaching(
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

    /// Decides positions with `side` to move. The defender loses if no move leads to a position without a known mate. The attacker
    /// wins if a move leads to a newly lost position. Returns whether there are any.
    fn decide(
        &mut self,
        side: Color,
        tick: &mut impl FnMut() -> Result<(), Stopped>,
        found: &mut impl FnMut(Decided),
    ) -> Result<bool, Stopped> {
        let (mut any, wins) = (false, side == self.attacker);
        for number in 0..self.placements.len() {
            let (mut squares, targets) = match wins {
                true => (self.undecided[number], &self.newly_lost),
                false => (self.open[number], &self.undecided),
            };
            if squares != 0 {
                tick()?;
                let reaching = self.reaching(number, side, squares, targets);
                squares &= if wins { reaching } else { !reaching };
            }
            if wins {
                self.undecided[number] &= !squares;
            } else {
                self.newly_lost[number] = squares;
                self.open[number] &= !squares;
            }
            if squares != 0 {
                any = true;
                found(Decided {
                    side,
                    number,
                    squares,
                    moves: self.count,
                });
            }
        }
        Ok(any)
    }
}
