//! Weights that fit sixteen bits.

use super::Record;
use crate::board::Move;

/// Records of a position from weights of any size. They keep their proportions; where the greatest is
/// more than a record holds all are made smaller, and none that was something becomes nothing.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn proportions_are_kept_and_nothing_is_lost() {
        let weights = |weights: [u64; 3]| {
            let moves = ["h2e2", "b0c2", "c3c4"].map(|text| text.parse().unwrap());
            let moves: Vec<(Move, u64)> = moves.into_iter().zip(weights).collect();
            let records = records(0, &moves);
            records.map(|record| record.weight).collect::<Vec<_>>()
        };
        assert_eq!(weights([7, 0, 65_535]), [7, 0, 65_535]);
        assert_eq!(weights([131_070, 65_535, 1]), [65_535, 32_767, 1]);
        assert_eq!(weights([u64::MAX, 0, u64::MAX / 2]), [65_535, 0, 32_767]);
    }
}
