//! Square sets: bitboards of 90 bits.

use std::fmt;

use super::Square;

/// A set of squares, one bit each, bit 0 for `a0`.
///
/// ```
/// use chuhe::board::{Square, SquareSet};
/// let mut set = SquareSet::EMPTY;
/// set.insert(Square::new(4, 0));
/// assert!(set.contains(Square::new(4, 0)));
/// assert_eq!(set.iter().map(|s| s.to_string()).collect::<Vec<_>>(), ["e0"]);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct SquareSet(u128);

impl SquareSet {
    /// The empty set.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// All 90 squares.
    pub const ALL: SquareSet = SquareSet((1 << Square::COUNT) - 1);

    /// The set that contains only `square`.
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }

    /// The squares of `rank` (0 to 9) whose files are set in the occupancy word `word`: bits 0 to 8 for files `a` to `i`.
    #[inline]
    pub const fn of_rank(rank: u8, word: u16) -> SquareSet {
        SquareSet((word as u128) << (rank * Square::FILES))
    }

    /// The squares of `file` (0 to 8) whose ranks are set in the occupancy word `word`: bits 0 to 9 for ranks 0 to 9.
    #[inline]
    pub const fn of_file(file: u8, word: u16) -> SquareSet {
        let low = FIVE_RANKS_OF_FILE_A[(word & 31) as usize] << file;
        let high = FIVE_RANKS_OF_FILE_A[(word >> 5 & 31) as usize] << file;
        SquareSet(low as u128 | (high as u128) << (5 * Square::FILES))
    }

    /// Returns true if the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.index()) != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Returns true if no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares, 0-90.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares in either set or in both.
    #[inline]
    pub const fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// The squares in this set but not in `other`.
    #[inline]
    pub const fn difference(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & !other.0)
    }

    /// Returns true if the two sets have a square in common.
    #[inline]
    pub const fn intersects(self, other: SquareSet) -> bool {
        self.0 & other.0 != 0
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        // The empty set has 128 trailing zeros.
        Square::from_index(self.0.trailing_zeros() as usize)
    }

    /// The squares, lowest index first.
    pub fn iter(self) -> impl Iterator<Item = Square> {
        let mut rest = self;
        std::iter::from_fn(move || {
            let square = rest.first()?;
            rest.0 &= rest.0 - 1;
            Some(square)
        })
    }
}

/// For each word of five bits the squares of file a on the ranks whose bits are set.
static FIVE_RANKS_OF_FILE_A: [u64; 32] = {
    let mut table = [0; 32];
    let mut word = 0;
    while word < 32 {
        let mut bit = 0;
        while bit < 5 {
            if word & 1 << bit != 0 {
                table[word] |= 1 << (bit * Square::FILES as usize);
            }
            bit += 1;
        }
        word += 1;
    }
    table
};

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let squares = squares.into_iter().map(SquareSet::of);
        squares.fold(SquareSet::EMPTY, SquareSet::union)
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::sliders;

    #[test]
    fn occupancy_words_of_ranks_and_files_become_sets() {
        for word in 0_u16..1 << Square::RANKS {
            for file in 0..Square::FILES {
                let squares = sliders::bits(word).map(|rank| Square::new(file, rank));
                assert_eq!(SquareSet::of_file(file, word), squares.collect());
            }
            for rank in (0..Square::RANKS).filter(|_| word < 1 << Square::FILES) {
                let squares = sliders::bits(word).map(|file| Square::new(file, rank));
                assert_eq!(SquareSet::of_rank(rank, word), squares.collect());
            }
        }
    }
}
