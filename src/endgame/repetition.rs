//! Positions without a mate that the defender loses by perpetual check.
//!
//! Perpetual check loses under every rule of repetition unless the other side checks for ever, too. So the attacker also wins if
//! it can play on without end such that from some time on the defender gives check with every move, and the attacker plays moves
//! that give no check again and again. With mates this is a parity game with three priorities (`solve::repair::parity_game`
//! solves it for strategies): a move of the defender without check has three, a move of the attacker without check two, any other
//! move one. The attacker wins an infinite play in which two is the greatest priority that occurs infinitely often.
//!
//! The *region* is the largest set of positions, among those that are not decided yet, in which the attacker keeps the play for
//! ever in this way, or reaches a decided win. It is a greatest fixpoint with a least fixpoint inside it: after every move of the
//! attacker without check all replies must stay, and from each position such a move is reached by checks, all answered by check.

use super::bitboard::Bitboard;
use super::layers::Layers;
use super::moves::checked;
use crate::board::Color;
use crate::host::{Stopped, Tick};

/// The positions that the attacker wins by perpetual check of the defender.
#[derive(Debug)]
pub(super) struct Region {
    /// Positions with the attacker to move, by placement.
    pub won: Vec<Bitboard>,
    /// Positions with the defender to move.
    pub lost: Vec<Bitboard>,
}

/// Bytes for a placement, for all squares of the bitboard piece.
pub(super) const REGION_BYTES: usize = 7 * size_of::<Bitboard>();

/// The positions of some that are in check.
fn in_check(layers: &Layers, side: Color, positions: &[Bitboard]) -> Vec<Bitboard> {
    let in_check = |(number, &set): (usize, &Bitboard)| match set {
        0 => 0,
        _ => {
            let here = layers.placements.placement(number);
            set & here.map_or(0, |here| checked(&layers.placements, &here, side))
        }
    };
    positions.iter().enumerate().map(in_check).collect()
}

/// Some positions without others, by placement.
fn without(positions: &[Bitboard], others: &[Bitboard]) -> Vec<Bitboard> {
    let pairs = positions.iter().zip(others);
    pairs.map(|(&set, &other)| set & !other).collect()
}

/// Finds the region of the positions that the layers leave open, which must be complete; `None` if it is empty.
pub(super) fn find_region(layers: &Layers, tick: &mut Tick) -> Result<Option<Region>, Stopped> {
    let (attacker, defender) = (layers.attacker, !layers.attacker);
    let (undecided, count) = (&layers.undecided, layers.placements.len());
    // The candidates: positions in check with the attacker to move, and with the defender to move those in check and the others.
    let mut held = in_check(layers, attacker, undecided);
    let mut checking = in_check(layers, defender, &layers.open);
    let mut quiet = without(&layers.open, &checking);
    while held.iter().any(|&set| set != 0) {
        let mut outside = without(undecided, &held);
        // The defender stays in the region after these, and then after fewer.
        for (number, quiet) in quiet.iter_mut().enumerate() {
            if *quiet != 0 {
                tick()?;
                *quiet &= !layers.reaching(number, defender, *quiet, &outside);
            }
        }
        outside.clone_from(undecided);
        let mut newly_lost = quiet.clone();
        let mut lost = quiet.clone();
        let mut won = vec![0; count];
        loop {
            let mut any = false;
            for number in 0..count {
                let candidates = held[number] & !won[number];
                if candidates != 0 {
                    tick()?;
                    let more = layers.reaching(number, attacker, candidates, &newly_lost);
                    won[number] |= more;
                    outside[number] &= !more;
                    any |= more != 0;
                }
            }
            if !any {
                break;
            }
            for number in 0..count {
                let candidates = checking[number] & !lost[number];
                newly_lost[number] = 0;
                if candidates != 0 {
                    tick()?;
                    let escaping = layers.reaching(number, defender, candidates, &outside);
                    newly_lost[number] = candidates & !escaping;
                    lost[number] |= newly_lost[number];
                }
            }
        }
        for (checking, &lost) in checking.iter_mut().zip(&lost) {
            *checking &= lost;
        }
        if won == held {
            return Ok(Some(Region { won, lost }));
        }
        held = won;
    }
    Ok(None)
}
