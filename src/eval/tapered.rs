//! Tapered evaluation: a middlegame and an endgame value packed in one integer.
//!
//! A position's score interpolates between the two by its *phase*: 32 with all pieces on the board, 0 without rooks, horses and
//! cannons. One addition adds both values, because the endgame's is in the upper 16 bits and the middlegame's in the lower.

use std::fmt;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use super::score::Score;

/// The phase of a position with all its pieces.
pub const FULL_PHASE: i32 = 32;

/// A middlegame and an endgame value, each of 16 bits.
///
/// ```
/// use chuhe::eval::Tapered;
/// let sum = Tapered::new(40, -8) + Tapered::new(-50, 16);
/// assert_eq!((sum.mg(), sum.eg()), (-10, 8));
/// assert_eq!(sum.at_phase(32), -10);
/// assert_eq!(sum.at_phase(16), -1);
/// assert_eq!(sum.at_phase(0), 8);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Default)]
pub struct Tapered(i32);

impl Tapered {
    /// Zero in both phases.
    pub const ZERO: Tapered = Tapered(0);

    /// Packs two values, each between -32,000 and 32,000.
    #[inline]
    pub const fn new(mg: i32, eg: i32) -> Tapered {
        Tapered((eg << 16) + mg)
    }

    /// The middlegame value.
    #[inline]
    pub const fn mg(self) -> Score {
        self.0 as i16 as i32
    }

    /// The endgame value. The rounding makes up for the carry that a negative middlegame value takes from the upper half.
    #[inline]
    pub const fn eg(self) -> Score {
        (self.0 + 0x8000) >> 16
    }

    /// The value interpolated at a phase of 0 (endgame) to [`FULL_PHASE`] (middlegame), rounded towards zero.
    #[inline]
    pub const fn at_phase(self, phase: i32) -> Score {
        (self.mg() * phase + self.eg() * (FULL_PHASE - phase)) / FULL_PHASE
    }

    /// The negated pair; unlike `-` it can be used in constants.
    #[inline]
    pub const fn negated(self) -> Tapered {
        Tapered(-self.0)
    }
}

impl Add for Tapered {
    type Output = Tapered;
    #[inline]
    fn add(self, other: Tapered) -> Tapered {
        Tapered(self.0 + other.0)
    }
}

impl AddAssign for Tapered {
    #[inline]
    fn add_assign(&mut self, other: Tapered) {
        self.0 += other.0;
    }
}

impl Sub for Tapered {
    type Output = Tapered;
    #[inline]
    fn sub(self, other: Tapered) -> Tapered {
        Tapered(self.0 - other.0)
    }
}

impl Neg for Tapered {
    type Output = Tapered;
    #[inline]
    fn neg(self) -> Tapered {
        self.negated()
    }
}

impl Mul<i32> for Tapered {
    type Output = Tapered;
    #[inline]
    fn mul(self, times: i32) -> Tapered {
        Tapered(self.0 * times)
    }
}

impl fmt::Debug for Tapered {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "({}, {})", self.mg(), self.eg())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn phases_are_independent_and_interpolation_is_symmetric() {
        let values = [-9_000, -77, -1, 0, 1, 131, 255, 8_999];
        for mg in values {
            for eg in values {
                let pair = Tapered::new(mg, eg);
                assert_eq!((pair.mg(), pair.eg()), (mg, eg));
                assert_eq!(-pair, Tapered::new(-mg, -eg));
                for phase in 0..=FULL_PHASE {
                    assert_eq!(pair.at_phase(phase), -(-pair).at_phase(phase));
                }
                let other = Tapered::new(-77, 1_234);
                assert_eq!((pair + other - pair), other);
                assert_eq!((pair * 3), Tapered::new(3 * mg, 3 * eg));
            }
        }
    }
}
