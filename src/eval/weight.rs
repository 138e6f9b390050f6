//! Weights of the hand-crafted evaluation: indices into the table of values, grouped in families.
//!
//! A term refers to its values by weights: `ROOK_MOBILITY.at(7)` is a [`Weight`], an index into [`super::weights::VALUES`]. So
//! a [`TermSink`](super::term::TermSink) can either add the values up or record which weights were used and how often, as
//! the tuner needs. Weights that belong together are a [`Family`]. [`super::values`] contains all families and nothing else.

use super::tapered::Tapered;

/// The index of a value of the hand-crafted evaluation: a number, or a middlegame and an endgame number.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u16);

impl Weight {
    /// The weight with this index, below [`super::weights::COUNT`].
    #[inline]
    pub const fn new(index: usize) -> Weight {
        Weight(index as u16)
    }

    /// The index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The values of a family, in one of three forms.
#[derive(Clone, Copy, Debug)]
pub enum Numbers {
    /// A list of pairs, middlegame and endgame.
    Pairs(&'static [(i32, i32)]),
    /// A table of squares for the middlegame and one for the endgame: ranks with files a to e, the top rank first.
    Board(&'static [[i32; 5]], &'static [[i32; 5]]),
    /// A list of numbers that are the same in every phase.
    Plain(&'static [i32]),
}

impl Numbers {
    /// The number of weights.
    pub const fn count(self) -> usize {
        match self {
            Numbers::Pairs(list) => list.len(),
            Numbers::Board(mg, eg) => {
                assert!(mg.len() == eg.len(), "both phases have the same ranks");
                5 * mg.len()
            }
            Numbers::Plain(list) => list.len(),
        }
    }

    /// The value at a place from 0. A plain number is both the middlegame and the endgame value.
    pub const fn value(self, place: usize) -> Tapered {
        match self {
            Numbers::Pairs(list) => Tapered::new(list[place].0, list[place].1),
            Numbers::Board(mg, eg) => {
                Tapered::new(mg[place / 5][place % 5], eg[place / 5][place % 5])
            }
            Numbers::Plain(list) => Tapered::new(list[place], list[place]),
        }
    }
}

/// Weights that belong together, such as the mobility of a rook by number of squares.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// The name of its constant in [`super::values`].
    pub name: &'static str,
    /// The lines of the constant's doc comment.
    pub doc: &'static [&'static str],
    pub numbers: Numbers,
    /// The index of its first weight.
    pub first: usize,
}

impl Family {
    /// The number of its weights.
    #[inline]
    pub const fn count(self) -> usize {
        self.numbers.count()
    }

    /// The weight at a place from 0 to less than [`Family::count`].
    #[inline]
    pub const fn at(self, place: usize) -> Weight {
        debug_assert!(place < self.numbers.count(), "no such place in the family");
        Weight::new(self.first + place)
    }

    /// The weight of a family that has only one.
    #[inline]
    pub const fn single(self) -> Weight {
        assert!(self.numbers.count() == 1, "the family has several weights");
        Weight::new(self.first)
    }
}

/// Declares a constant for each family, and the list of all.
///
/// A family is declared by its form, its name and its values: `pairs NAME = [(1, 2), (3, 4)];`,
/// `board NAME = [ranks of the middlegame] [ranks of the endgame];` or `plain NAME = [1, 2];`.
macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $shape:ident $name:ident = [$($numbers:tt)+] $([$($more:tt)+])?;)+) => {
        /// The values of all families, in order.
        const NUMBERS: &[$crate::eval::weight::Numbers] =
            &[$($crate::eval::weight::numbers!($shape [$($numbers)+] $([$($more)+])?)),+];

        /// The index of each family.
        #[expect(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Index {
            $($name),+
        }

        $(
            $(#[doc = $doc])+
            pub const $name: $crate::eval::weight::Family = $crate::eval::weight::Family {
                name: stringify!($name),
                doc: &[$($doc),+],
                numbers: NUMBERS[Index::$name as usize],
                first: $crate::eval::weight::count(NUMBERS, Index::$name as usize),
            };
        )+

        /// All families, in the order of the source.
        pub const FAMILIES: &[$crate::eval::weight::Family] = &[$($name),+];
    };
}

/// The [`Numbers`] of a declared family.
macro_rules! numbers {
    (pairs $list:tt) => {
        $crate::eval::weight::Numbers::Pairs(&$list)
    };
    (board $mg:tt $eg:tt) => {
        $crate::eval::weight::Numbers::Board(&$mg, &$eg)
    };
    (plain $list:tt) => {
        $crate::eval::weight::Numbers::Plain(&$list)
    };
}

pub(crate) use {numbers, weights};

/// The number of weights in the families before the index `end`.
pub const fn count(families: &[Numbers], end: usize) -> usize {
    let (mut total, mut index) = (0, 0);
    while index < end {
        total += families[index].count();
        index += 1;
    }
    total
}
