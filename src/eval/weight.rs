//! What a weight is: a place in one flat table, with a name.
//!
//! A term does not hold its numbers, it names them: `ROOK_MOBILITY.at(7)` is a [`Weight`], an index
//! into [`super::weights::VALUES`]. So whoever listens to the terms (see [`super::term::Sink`])
//! may add the numbers up, or may note which of them were used and how often, which is what a tuner
//! needs. Weights that belong together are a [`Family`]; the families are written down in
//! [`super::values`], a file that contains only them.

use super::tapered::Tapered;

/// One number of the evaluation, or one pair of numbers: its index in the flat table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Weight(u16);

impl Weight {
    /// The weight with this index; [`super::weights::COUNT`] of them exist.
    #[inline]
    pub const fn new(index: usize) -> Weight {
        Weight(index as u16)
    }

    /// Its index, from 0.
    #[inline]
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// The numbers of a family as they are written down.
#[derive(Clone, Copy, Debug)]
pub enum Shape {
    /// A list of pairs, middlegame and endgame.
    Pairs(&'static [(i32, i32)]),
    /// A table of squares for each phase: ranks of files a to e, the top rank first.
    Board(&'static [[i32; 5]], &'static [[i32; 5]]),
    /// A list of numbers that are the same in every phase.
    Plain(&'static [i32]),
}

impl Shape {
    /// How many weights these are.
    pub const fn len(self) -> usize {
        match self {
            Shape::Pairs(list) => list.len(),
            Shape::Board(mg, eg) => {
                assert!(mg.len() == eg.len(), "both phases have the same ranks");
                5 * mg.len()
            }
            Shape::Plain(list) => list.len(),
        }
    }

    /// Whether there are none; no family is empty.
    pub const fn is_empty(self) -> bool {
        self.len() == 0
    }

    /// The value at a place from 0. A plain number stands in both halves of the pair.
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
    /// What is written above it, a line each, as after the `///`.
    pub doc: &'static [&'static str],
    /// Its numbers.
    pub shape: Shape,
    /// The index of its first weight.
    pub first: usize,
}

impl Family {
    /// How many weights it has.
    #[inline]
    pub const fn count(self) -> usize {
        self.shape.len()
    }

    /// The weight at a place from 0 to less than [`Family::count`].
    #[inline]
    pub const fn at(self, place: usize) -> Weight {
        debug_assert!(place < self.shape.len(), "no such place in the family");
        Weight::new(self.first + place)
    }

    /// The weight of a family of one.
    #[inline]
    pub const fn single(self) -> Weight {
        assert!(self.shape.len() == 1, "the family has several weights");
        Weight::new(self.first)
    }

    /// The place of a weight in this family, if it is one of it.
    pub fn place(self, weight: Weight) -> Option<usize> {
        let place = weight.index().checked_sub(self.first)?;
        (place < self.count()).then_some(place)
    }
}

/// Turns families as they are written down into a constant each and the list of all.
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

/// How many weights the first so many shapes have together.
pub const fn count(shapes: &[Shape], first: usize) -> usize {
    let (mut total, mut index) = (0, 0);
    while index < first {
        total += shapes[index].len();
        index += 1;
    }
    total
}
