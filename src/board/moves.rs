//! Moves and lists of moves.

use std::fmt;
use std::num::NonZeroU16;
use std::str::FromStr;

use arrayvec::ArrayVec;
use thiserror::Error;

use super::Square;

/// A move: the square left and the square reached. It takes 16 bits, and so does `Option<Move>`.
///
/// ```
/// use chuhe::board::Move;
/// let mv: Move = "h2e2".parse().unwrap();
/// assert_eq!(mv.to_string(), "h2e2");
/// assert_eq!(size_of::<Option<Move>>(), 2);
/// ```
///
/// Invariant: the bits are `from | to << 7`, where both are indices of squares.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Move(NonZeroU16);

impl Move {
    /// The move between two different squares.
    ///
    /// # Panics
    /// When both are `a0`, and in debug builds when they are equal.
    #[inline]
    pub const fn new(from: Square, to: Square) -> Move {
        debug_assert!(from.index() != to.index());
        match NonZeroU16::new((from.index() | to.index() << 7) as u16) {
            Some(bits) => Move(bits),
            None => panic!("a move from a square to itself"),
        }
    }

    /// The square left.
    #[inline]
    pub const fn from(self) -> Square {
        // SAFETY: the invariant of the type.
        unsafe { Square::from_index_unchecked((self.0.get() & 0x7f) as u8) }
    }

    /// The square reached.
    #[inline]
    pub const fn to(self) -> Square {
        // SAFETY: the invariant of the type.
        unsafe { Square::from_index_unchecked((self.0.get() >> 7) as u8) }
    }

    /// The move mirrored left to right.
    ///
    /// ```
    /// use chuhe::board::Move;
    /// let mv: Move = "h2e2".parse()?;
    /// assert_eq!(mv.mirrored().to_string(), "b2e2");
    /// # Ok::<(), chuhe::board::ParseMoveError>(())
    /// ```
    pub const fn mirrored(self) -> Move {
        Move::new(self.from().mirrored(), self.to().mirrored())
    }

    /// The move as 14 bits, `from | to << 7`, never zero.
    #[inline]
    pub const fn bits(self) -> u16 {
        self.0.get()
    }

    /// The move of these [`bits`](Move::bits), or `None` if they encode none.
    #[inline]
    pub const fn from_bits(bits: u16) -> Option<Move> {
        let (from, to) = ((bits & 0x7f) as usize, (bits >> 7) as usize);
        match (Square::from_index(from), Square::from_index(to)) {
            (Some(from), Some(to)) if from.index() != to.index() => Some(Move::new(from, to)),
            _ => None,
        }
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.from(), self.to())
    }
}

impl fmt::Debug for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

/// The error for text that is not a move; holds the text.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("'{0}' is not a move: expected four characters such as h2e2")]
pub struct ParseMoveError(pub String);

impl FromStr for Move {
    type Err = ParseMoveError;

    /// Reads `h2e2` (ICCS letters in either case, and the `H2-E2` of game files).
    fn from_str(text: &str) -> Result<Move, ParseMoveError> {
        let squares = || {
            let (from, to) = text.split_once('-').or(text.split_at_checked(2))?;
            let (from, to): (Square, Square) = (from.parse().ok()?, to.parse().ok()?);
            (from != to).then(|| Move::new(from, to))
        };
        squares().ok_or_else(|| ParseMoveError(text.to_owned()))
    }
}

/// A list of moves on the stack.
///
/// A position has at most 119 pseudo-legal moves: 2 rooks and 2 cannons of 17, 2 horses of 8,
/// 5 pawns of 3, 2 elephants and 2 advisors of 4, a general of 4.
pub type MoveList = ArrayVec<Move, 128>;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_round_trips_and_nonsense_is_refused() {
        for text in ["h2e2", "a0a9", "i9a0"] {
            assert_eq!(text.parse::<Move>().unwrap().to_string(), text);
        }
        assert_eq!("H2-E2".parse::<Move>().unwrap().to_string(), "h2e2");
        for text in "h2 h2e h2e2x j2e2 h2h2 a0a0 炮二平五 é1a1 a\u{e9}b h2-e2- h2e-2".split(' ')
        {
            assert!(text.parse::<Move>().is_err(), "{text}");
        }
        assert!("".parse::<Move>().is_err());
    }

    #[test]
    fn bits_round_trip() {
        let mut moves = 0;
        for bits in 0..=u16::MAX {
            if let Some(mv) = Move::from_bits(bits) {
                assert_eq!(mv.bits(), bits);
                moves += 1;
            }
        }
        assert_eq!(moves, 90 * 89);
    }
}
