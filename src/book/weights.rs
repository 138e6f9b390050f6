//! Weights of book moves: scaling to 16 bits, and random selection by weight.

use super::BookRecord;
use crate::board::Move;

/// The records of a position with this key, from weights of any size. If the greatest does not fit 16 bits, all are scaled
/// down in proportion; a weight above 0 stays above 0.
#[cfg_attr(not(feature = "cli"), expect(dead_code))]
pub(super) fn fit_weights(key: u32, moves: &[(Move, u64)]) -> impl Iterator<Item = BookRecord> {
    let most = moves.iter().map(|&(_, weight)| weight).max().unwrap_or(0);
    let full = u64::from(u16::MAX);
    let fitted = move |weight: u64| match weight {
        weight if most <= full => weight,
        0 => 0,
        // The product of two weights may exceed 64 bits.
        weight => (u128::from(weight) * u128::from(full) / u128::from(most)).max(1) as u64,
    };
    moves.iter().map(move |&(mv, weight)| BookRecord {
        key,
        mv,
        weight: fitted(weight) as u16,
    })
}

/// Draws a random index with a probability in proportion to its weight; `None` if all weights are 0.
pub(super) fn draw_index(
    mut weights: impl Iterator<Item = u64> + Clone,
    random: &mut fastrand::Rng,
) -> Option<usize> {
    let total: u64 = weights.clone().sum();
    let mut left = random.u64(..total.max(1));
    weights.position(|weight| {
        let rest = left.checked_sub(weight);
        left = rest.unwrap_or(0);
        rest.is_none()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn large_weights_keep_their_proportions() {
        for (weights, expected) in [
            ([7, 0, 65_535], [7, 0, 65_535]),
            ([131_070, 65_535, 1], [65_535, 32_767, 1]),
            ([u64::MAX, 0, u64::MAX / 2], [65_535, 0, 32_767]),
        ] {
            let moves = ["h2e2", "b0c2", "c3c4"].map(|text| text.parse().unwrap());
            let moves: Vec<(Move, u64)> = moves.into_iter().zip(weights).collect();
            let found: Vec<u16> = fit_weights(0, &moves).map(|record| record.weight).collect();
            assert_eq!(found, expected);
        }
    }
}
