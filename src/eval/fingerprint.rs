//! What tells the terms of one program from those of another.
//!
//! A network may have been trained to mend what the terms say ([`super::network`]). With other terms below it, it would mend
//! what is no fault any more. So its file names the terms by what they say of hundreds of positions: any change in a weight or
//! in how a term is reckoned shows there.

use std::sync::OnceLock;

use super::hand_crafted::{HandCrafted, Knowledge};
use crate::board::Board;
use crate::fnv::Fnv;

/// Games that the positions are from.
const GAMES: u64 = 12;
/// Plies of each.
const PLIES: u32 = 60;

/// A number that changes with the terms, and is never 0.
///
/// ```
/// use chuhe::eval::fingerprint;
/// assert_eq!(fingerprint(), fingerprint());
/// assert_ne!(fingerprint(), 0);
/// ```
pub fn fingerprint() -> u64 {
    static KNOWN: OnceLock<u64> = OnceLock::new();
    *KNOWN.get_or_init(|| of(HandCrafted::new(Knowledge::Full)))
}

/// What an evaluator says of games of chance, as one number.
fn of(evaluator: HandCrafted) -> u64 {
    let mut said = Fnv::default();
    let mut chance: u64 = 1;
    for _ in 0..GAMES {
        let mut board = Board::startpos();
        for _ in 0..PLIES {
            let mut moves = board.legal_moves();
            if moves.is_empty() {
                break;
            }
            // Whatever order they are found in.
            moves.sort_unstable_by_key(|mv| mv.bits());
            // Knuth's generator: not good chance, but the same in every program.
            chance = chance.wrapping_mul(0x5851_f42d_4c95_7f2d).wrapping_add(1);
            let _ = board.make(moves[(chance >> 33) as usize % moves.len()]);
            let score = evaluator.evaluate(&board);
            said.add(&score.to_le_bytes());
        }
    }
    said.0.max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn those_who_know_less_say_something_else() {
        let knowing = |knowledge| of(HandCrafted::new(knowledge));
        let full = knowing(Knowledge::Full);
        assert_eq!(full, fingerprint());
        assert_ne!(full, knowing(Knowledge::Tables));
        assert_ne!(knowing(Knowledge::Material), knowing(Knowledge::Tables));
    }
}
