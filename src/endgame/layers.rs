//! Retrograde analysis layer by layer: the positions that are decided by mate, for one side as the attacker.
//!
//! A bitboard for each placement holds the squares of the bitboard piece. A layer takes two passes: the first finds the positions
//! that the defender loses, the second those that the attacker wins. The very first pass examines all placements, each later one
//! only those from which a move may lead to a position that the pass before has decided.

use std::mem;

use super::bitboard::Bitboard;
use super::moves::{PlacementMoves, checked};
use super::placement_index::{Placement, PlacementIndex};
use super::predecessors::Predecessors;
use crate::board::Color;
use crate::host::{Stopped, Tick};

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
    /// For each side to move, the placements to examine in its next pass: at first all of the defender, because a position without
    /// a move is lost, and then those from which a move may lead to a newly decided position.
    marked: [Vec<bool>; 2],
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
    /// Bytes for a placement, for all squares of the bitboard piece: three sets of squares and two marks.
    pub const BYTES: usize = 3 * size_of::<Bitboard>() + 2;

    /// Finds the legal positions, without any known mate. `tick` is called for every placement, and its error ends the work.
    pub fn new(
        placements: PlacementIndex,
        attacker: Color,
        tick: &mut Tick,
    ) -> Result<Layers, Stopped> {
        let count = placements.len();
        let mut layers = Layers {
            attacker,
            undecided: vec![0; count],
            open: vec![0; count],
            newly_lost: vec![0; count],
            marked: Color::ALL.map(|side| vec![side != attacker; count]),
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
        tick: &mut Tick,
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
        tick: &mut Tick,
        found: &mut impl FnMut(Decided),
    ) -> Result<bool, Stopped> {
        let moves = self.count;
        for (number, (&won, &lost)) in won.iter().zip(&lost).enumerate() {
            self.undecided[number] &= !won;
            self.open[number] &= !lost;
            for (side, squares) in [(self.attacker, won), (!self.attacker, lost)] {
                if squares != 0 {
                    tick()?;
                    self.mark(&self.legal(number), !side, squares);
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
        self.reaching_from(&self.legal(number), side, candidates, targets)
    }

    /// The placement with this number, which must have legal positions.
    fn legal(&self, number: usize) -> Placement {
        let placement = self.placements.placement(number);
        placement.expect("a legal placement")
    }

    /// As [`Layers::reaching`], from a placement.
    fn reaching_from(
        &self,
        here: &Placement,
        side: Color,
        candidates: Bitboard,
        targets: &[Bitboard],
    ) -> Bitboard {
        let moves = PlacementMoves {
            placements: &self.placements,
            here,
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
        tick: &mut Tick,
        found: &mut impl FnMut(Decided),
    ) -> Result<bool, Stopped> {
        let (mut any, wins) = (false, side == self.attacker);
        for number in 0..self.placements.len() {
            if !wins {
                self.newly_lost[number] = 0;
            }
            let (candidates, targets) = match wins {
                true => (self.undecided[number], &self.newly_lost),
                false => (self.open[number], &self.undecided),
            };
            if candidates == 0 || !mem::take(&mut self.marked[side.index()][number]) {
                continue;
            }
            tick()?;
            let here = self.legal(number);
            let reaching = self.reaching_from(&here, side, candidates, targets);
            let squares = if wins {
                reaching
            } else {
                candidates & !reaching
            };
            if squares == 0 {
                continue;
            }
            any = true;
            if wins {
                self.undecided[number] &= !squares;
            } else {
                self.newly_lost[number] = squares;
                self.open[number] &= !squares;
            }
            self.mark(&here, !side, squares);
            found(Decided {
                side,
                number,
                squares,
                moves: self.count,
            });
        }
        Ok(any)
    }

    /// Marks the placements from which a move of `side` may lead to a position of these squares.
    fn mark(&mut self, here: &Placement, side: Color, squares: Bitboard) {
        let marked = &mut self.marked[side.index()];
        let predecessors = Predecessors::of(&self.placements, here, side);
        predecessors.for_each(squares, &mut |number| marked[number] = true);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;

    /// The positions that are decided in each layer.
    fn decided(
        fen: &str,
        attacker: Color,
        examine_all: bool,
    ) -> Vec<Vec<(Color, usize, Bitboard)>> {
        let board = Board::from_fen(fen).unwrap();
        let placements = PlacementIndex::of(&board, 200_000).expect("a small endgame");
        let mut layers = Layers::new(placements, attacker, &mut || Ok(())).unwrap();
        let mut decided = Vec::new();
        loop {
            if examine_all {
                layers.marked = [(); 2].map(|()| vec![true; layers.placements.len()]);
            }
            let mut layer = Vec::new();
            let mut found = |more: Decided| layer.push((more.side, more.number, more.squares));
            let more = layers.add(&mut || Ok(()), &mut found).unwrap();
            decided.push(layer);
            if !more {
                return decided;
            }
        }
    }

    #[test]
    fn all_positions_are_decided_although_few_placements_are_examined() {
        let mut layers = 0;
        for fen in [
            "4ka3/9/4b4/9/9/9/9/9/4K4/R8 w",
            "3k5/4P4/9/4p4/9/9/9/9/9/4KC3 w",
            "4k4/4a4/9/9/4n4/9/9/9/4A4/N3K4 w",
            "4k4/9/9/4c4/9/9/4P4/9/9/C3K4 w",
            "4k4/9/4b4/9/9/9/9/9/9/R3K3R w",
            "4k4/3P1P3/9/9/9/9/9/9/3p5/R4K3 w",
        ] {
            for attacker in Color::ALL {
                let expected = decided(fen, attacker, true);
                assert_eq!(decided(fen, attacker, false), expected, "{fen}");
                layers += expected.len();
            }
        }
        assert!(layers > 50, "{layers}");
    }
}
