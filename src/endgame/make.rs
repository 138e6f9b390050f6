//! Makes the table of an endgame by retrograde analysis, with either side as the attacker.

use thiserror::Error;

use super::bitboard::bits;
use super::blocks::Blocks;
use super::layers::{Decided, Layers};
use super::material::Material;
use super::placement_index::PlacementIndex;
use super::repetition::{REGION_BYTES, find_region};
use super::result::{EndgameResult, MAX_STORED_PLIES};
use super::table::{EndgameTable, entries, entry};
use crate::board::Color;
use crate::host::{Stopped, Tick};

/// The reason why a table was not made.
#[derive(Debug, Error)]
pub enum MakeError {
    /// The caller ended the work.
    #[error("stopped")]
    Stopped(#[from] Stopped),
    /// There are more states of the pieces of one kind, more kinds, or more placements than can be numbered.
    #[error("too many pieces; leave some out")]
    TooMany,
    /// A mate is too long for the format.
    #[error("there are mates of more than {moves} moves, which the format cannot store", moves = MAX_STORED_PLIES / 2)]
    TooLong,
}

impl EndgameTable {
    /// The memory that [`EndgameTable::make`] takes, in bytes, roughly; `None` if the table cannot be made.
    pub fn bytes_to_make(material: &Material) -> Option<u64> {
        let (placements, index) = PlacementIndex::size_of_material(material)?;
        let each = entries(1) + Layers::BYTES + REGION_BYTES;
        let placements = (placements as u64).saturating_mul(each as u64);
        Some(placements.saturating_add(index as u64))
    }

    /// Makes the table of a material. `tick` is called often, and its error ends the work. `report` is called after each layer, with
    /// the attacker and the number of its moves to the mates found so far.
    ///
    /// # Errors
    /// If `tick` ended the work, there are too many pieces of a kind, or a mate is longer than 125 moves.
    pub fn make(
        material: Material,
        tick: &mut Tick,
        report: &mut impl FnMut(Color, u32),
    ) -> Result<EndgameTable, MakeError> {
        let mut placements = PlacementIndex::of_material(&material).ok_or(MakeError::TooMany)?;
        let mut results = vec![EndgameResult::Draw.byte(); entries(placements.len())];
        for attacker in Color::ALL {
            let mut layers = Layers::new(placements, attacker, tick)?;
            add_mates(&mut layers, &mut results, tick, report)?;
            add_wins_by_rule(&mut layers, &mut results, tick)?;
            placements = layers.placements;
        }
        clear_unused(&placements, &mut results);
        let blocks = Blocks::compress(&results);
        Ok(EndgameTable {
            material,
            placements,
            blocks,
        })
    }
}

/// Finds all mates of the attacker.
fn add_mates(
    layers: &mut Layers,
    results: &mut [u8],
    tick: &mut Tick,
    report: &mut impl FnMut(Color, u32),
) -> Result<(), MakeError> {
    let (attacker, count) = (layers.attacker, layers.placements.len());
    loop {
        let is_too_long = 2 * layers.count + 1 > MAX_STORED_PLIES;
        let mut store = |decided: Decided| {
            let result = match decided.side == attacker {
                true => EndgameResult::Mates(2 * decided.moves - 1),
                false => EndgameResult::Mated(2 * decided.moves),
            };
            set(results, count, decided, result);
        };
        if !layers.add(tick, &mut store)? {
            return Ok(());
        }
        if is_too_long {
            return Err(MakeError::TooLong);
        }
        report(attacker, layers.count);
    }
}

/// Finds all positions that the attacker wins by perpetual check of the defender. All mates are known.
fn add_wins_by_rule(
    layers: &mut Layers,
    results: &mut [u8],
    tick: &mut Tick,
) -> Result<(), Stopped> {
    let (attacker, count) = (layers.attacker, layers.placements.len());
    while let Some(region) = find_region(layers, tick)? {
        let mut store = |decided: Decided| {
            let result = match decided.side == attacker {
                true => EndgameResult::WinsByRule,
                false => EndgameResult::LosesByRule,
            };
            set(results, count, decided, result);
        };
        let mut more = layers.add_decided(&region.won, region.lost, tick, &mut store)?;
        while more {
            more = layers.add(tick, &mut store)?;
        }
    }
    Ok(())
}

/// Sets the result of positions, for so many placements.
fn set(results: &mut [u8], placements: usize, decided: Decided, result: EndgameResult) {
    let row = entry(placements, decided.side, decided.number);
    for bit in bits(decided.squares) {
        results[row + bit] = result.byte();
    }
}

/// Clears the entries that no probe reads, so that the file is smaller.
fn clear_unused(placements: &PlacementIndex, results: &mut [u8]) {
    for number in 0..placements.len() {
        let Some(here) = placements.placement(number) else {
            continue;
        };
        let unused = !placements.found_squares(&here);
        for side in Color::ALL {
            let row = entry(placements.len(), side, number);
            for bit in bits(unused) {
                results[row + bit] = EndgameResult::Draw.byte();
            }
        }
    }
}
