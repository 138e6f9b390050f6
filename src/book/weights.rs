//! Weights of book moves: fitted to sixteen bits, and drawn from.

use super::Record;
use crate::board::Move;

/// Records of a position from weights of any size. Where the greatest does not fit a record, all are scaled down in proportion,
/// none of them to 0.
pub(super) fn records(lock: u32, moves: &[(Move, u64)]) -> impl Iterator<Item = Record> {
    let most = moves.iter().map(|&(_, weight)| weight).max().unwrap_or(0);
    let full = u64::from(u16::MAX);
    let fitted = move |weight: u64| match weight {
        weight if most <= full => weight,
        0 => 0,
        // The product of two weights may not fit 64 bits.
        weight => (u128::from(weight) * u128::from(full) / u128::from(most)).max(1) as u64,
    };
    moves.iter().map(move |&(mv, weight)| Record {
        lock,
        mv,
        weight: u16::try_from(fitted(weight)).unwrap_or(u16::MAX),
    })
}

/// Draws an index with a probability in proportion to its weight; `None` if all weights are 0.
pub(super) fn draw(
    weights: impl Iterator<Item = u64> + Clone,
    random: &mut fastrand::Rng,
) -> Option<usize> {
    let total: u64 = weights.clone().sum();
    let mut left = random.u64(..total.max(1));
    let mut weights = weights.into_iter();
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
            let found: Vec<u16> = records(0, &moves).map(|record| record.weight).collect();
            assert_eq!(found, expected);
        }
    }
}
