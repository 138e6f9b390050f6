//! A set of squares in one machine word and a half.

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
    /// No square.
    pub const EMPTY: SquareSet = SquareSet(0);

    /// The set of just this square.
    #[inline]
    pub const fn of(square: Square) -> SquareSet {
        SquareSet(1 << square.index())
    }

    /// Whether the square is in the set.
    #[inline]
    pub const fn contains(self, square: Square) -> bool {
        self.0 & (1 << square.index()) != 0
    }

    /// Adds a square.
    #[inline]
    pub const fn insert(&mut self, square: Square) {
        self.0 |= 1 << square.index();
    }

    /// Whether no square is in the set.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Number of squares, 0-90.
    #[inline]
    pub const fn len(self) -> u32 {
        self.0.count_ones()
    }

    /// The squares of both sets.
    #[inline]
    pub const fn union(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 | other.0)
    }

    /// The squares in both sets.
    #[inline]
    pub const fn intersection(self, other: SquareSet) -> SquareSet {
        SquareSet(self.0 & other.0)
    }

    /// The square with the lowest index.
    #[inline]
    pub const fn first(self) -> Option<Square> {
        if self.0 == 0 {
            None
        } else {
            Some(Square::at(self.0.trailing_zeros() as usize))
        }
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

impl FromIterator<Square> for SquareSet {
    fn from_iter<I: IntoIterator<Item = Square>>(squares: I) -> SquareSet {
        let mut set = SquareSet::EMPTY;
        for square in squares {
            set.insert(square);
        }
        set
    }
}

impl fmt::Debug for SquareSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter()).finish()
    }
}
