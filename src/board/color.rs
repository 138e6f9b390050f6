//! The two sides.

use std::fmt;
use std::ops::Not;

/// A side of the board. Red moves first and is written in upper case.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Color {
    /// The side on ranks 0-4.
    Red = 0,
    /// The side on ranks 5-9.
    Black = 1,
}

impl Color {
    /// Red, then black.
    pub const ALL: [Color; 2] = [Color::Red, Color::Black];

    /// The number of the colour: 0 for red, 1 for black.
    #[inline]
    pub const fn index(self) -> usize {
        self as usize
    }
}

impl Not for Color {
    type Output = Color;

    /// The opponent.
    #[inline]
    fn not(self) -> Color {
        match self {
            Color::Red => Color::Black,
            Color::Black => Color::Red,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(["red", "black"][self.index()])
    }
}
