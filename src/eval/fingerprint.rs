//! Fingerprint of the hand-crafted evaluation.
//!
//! A network that was trained to correct one hand-crafted evaluation ([`super::network`]) scores wrongly with another. So
//! its file contains the fingerprint, a checksum of the scores of hundreds of positions.

use std::sync::OnceLock;

use super::hand_crafted::{HandCrafted, Knowledge};
use crate::board::Board;
use crate::fnv::Fnv;

/// The number of random games whose positions are scored, and the plies of each.
const GAMES: u64 = 12;
const PLIES: u32 = 60;

/// Returns the checksum of the scores in fixed random games. It changes with the hand-crafted evaluation and is never 0.
pub fn fingerprint() -> u64 {
    static FINGERPRINT: OnceLock<u64> = OnceLock::new();
    *FINGERPRINT.get_or_init(|| of(HandCrafted::new(Knowledge::Full)))
}

fn of(evaluator: HandCrafted) -> u64 {
    let mut sum = Fnv::default();
    let mut random: u64 = 1;
    for _ in 0..GAMES {
        let mut board = Board::startpos();
        for _ in 0..PLIES {
            let mut moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Sorted, so that the fingerprint does not depend on the order of move generation.
            moves.sort_unstable_by_key(|mv| mv.bits());
            // Knuth's linear congruential generator.
            random = random.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let _ = board.make(moves[(random >> 33) as usize % moves.len()]);
            sum.add(&evaluator.evaluate(&board).to_le_bytes());
        }
    }
    sum.0.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fingerprint_changes_with_the_knowledge() {
        let [material, tables, full] = [Knowledge::Material, Knowledge::Tables, Knowledge::Full]
            .map(|k| of(HandCrafted::new(k)));
        assert_eq!(full, fingerprint());
        assert!(full != tables && material != tables && full != 0);
    }
}
