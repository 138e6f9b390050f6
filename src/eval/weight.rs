//! Weights: the numbers of the hand-crafted evaluation, by name and place.
//!
//! A term names its numbers instead of containing them: `ROOK_MOBILITY.at(7)` is a [`Weight`], an index
//! into [`super::weights::VALUES`]. So a [`Sink`](super::term::Sink) may add the values up, or record which weights were used
//! and how often, as a tuner needs. Weights that belong together are a [`Family`]; [`super::values`] contains
//! all families and nothing else.

use super::tapered::Tapered;

/// The index of a number, or pair of numbers, of the evaluation.
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

/// The numbers of a family.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A list of pairs, middlegame and endgame.
    Pairs(&'static [(i32, i32)]),
    /// A table of squares for each phase: ranks with files a to e, the top rank first.
    Board(&'static [[i32; 5]], &'static [[i32; 5]]),
    /// A list of numbers that are the same in every phase.
    Plain(&'static [i32]),
}

impl Shape {
    /// The number of weights.
    pub const fn count(self) -> usize {
        match self {
            Shape::Pairs(list) => list.len(),
            Shape::Board(mg, eg) => {
                assert!(mg.len() == eg.len(), "both phases have the same ranks");
                5 * mg.len()
            }
            Shape::Plain(list) => list.len(),
        }
    }

    /// The value at a place from 0. A plain number fills both halves of the pair.
    pub const fn value(self, place: usize) -> Tapered {
        match self {
            Shape::Pairs(list) => Tapered::new(list[place].0, list[place].1),
            Shape::Board(mg, eg) => {
                Tapered::new(mg[place / 5][place % 5], eg[place / 5][place % 5])
            }
            Shape::Plain(list) => Tapered::new(list[place], list[place]),
        }
    }
}

/// Weights that belong together.
#[derive(Clone, Copy, Debug)]
pub struct Family {
    /// Its name in the source.
    pub name: &'static str,
    /// The lines of its doc comment.
    pub doc: &'static [&'static str],
    pub shape: Shape,
    /// The index of its first weight.
    pub first: usize,
}

impl Family {
    /// The number of its weights.
    #[inline]
    pub const fn count(self) -> usize {
        self.shape.count()
    }

    /// The weight at a place from 0 to less than [`Family::count`].
    #[inline]
    pub const fn at(self, place: usize) -> Weight {
        debug_assert!(place < self.shape.count(), "no such place in the family");
        Weight::new(self.first + place)
    }

    /// The weight of a family of one.
    #[inline]
    pub const fn single(self) -> Weight {
        assert!(self.shape.count() == 1, "the family has several weights");
        Weight::new(self.first)
    }
}

/// Declares a constant for each family, and the list of all.
///
/// A family is a shape's name, its own name and its numbers: `pairs NAME = [(1, 2), (3, 4)];`,
/// `board NAME = [ranks of the middlegame] [ranks of the endgame];` or `plain NAME = [1, 2];`.
macro_rules! weights {
    ($($(#[doc = $doc:literal])+ $shape:ident $name:ident = [$($numbers:tt)+] $([$($more:tt)+])?;)+) => {
        /// All families' shapes, in order.
        const SHAPES: &[$crate::eval::weight::Shape] =
            &[$($crate::eval::weight::shape!($shape [$($numbers)+] $([$($more)+])?)),+];

        /// The families' places among their kind.
        #[expect(non_camel_case_types, clippy::upper_case_acronyms)]
        enum Place {
            $($name),+
        }

        $(
            $(#[doc = $doc])+
            pub const $name: $crate::eval::weight::Family = $crate::eval::weight::Family {
                name: stringify!($name),
                doc: &[$($doc),+],
                shape: SHAPES[Place::$name as usize],
                first: $crate::eval::weight::count(SHAPES, Place::$name as usize),
            };
        )+

        /// All families, in the order in which they are written down.
        pub const FAMILIES: &[$crate::eval::weight::Family] = &[$($name),+];
    };
}

/// The [`Shape`] that a family is written in.
macro_rules! shape {
    (pairs $list:tt) => {
        $crate::eval::weight::Shape::Pairs(&$list)
    };
    (board $mg:tt $eg:tt) => {
        $crate::eval::weight::Shape::Board(&$mg, &$eg)
    };
    (plain $list:tt) => {
        $crate::eval::weight::Shape::Plain(&$list)
    };
}

pub(crate) use {shape, weights};

/// The number of weights of the shapes before `end`.
pub const fn count(shapes: &[Shape], end: usize) -> usize {
    let (mut total, mut index) = (0, 0);
    while index < end {
        total += shapes[index].count();
        index += 1;
    }
    total
}
