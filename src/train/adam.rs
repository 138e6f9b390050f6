//! Adam (Diederik Kingma and Jimmy Ba, 2015): gradient descent with a step size of its own for each parameter.
//!
//! Steps in proportion to the gradient hardly move parameters that occur seldom. Adam divides the mean gradient of a
//! parameter by its root mean square, so that all parameters move at about the same speed.

use std::ops::{Add, Div, Mul, Sub};

/// The number types that [`Adam`] supports.
pub trait Float:
    Copy + Default + Add<Output = Self> + Sub<Output = Self> + Mul<Output = Self> + Div<Output = Self>
{
    const ONE: Self;
    /// Decay of the mean of the gradients (beta 1).
    const KEEP_MEAN: Self;
    /// Decay of the mean of their squares (beta 2).
    const KEEP_SQUARE: Self;
    /// Added to the root mean square of the gradients, against division by 0.
    const EPSILON: Self;
    fn sqrt(self) -> Self;
    fn powi(self, exponent: i32) -> Self;
}

macro_rules! float {
    ($($float:ident)*) => {$(
        impl Float for $float {
            const ONE: Self = 1.0;
            const KEEP_MEAN: Self = 0.9;
            const KEEP_SQUARE: Self = 0.999;
            const EPSILON: Self = 1e-8;
            #[inline(always)]
            fn sqrt(self) -> Self {
                $float::sqrt(self)
            }
            #[inline(always)]
            fn powi(self, exponent: i32) -> Self {
                $float::powi(self, exponent)
            }
        }
    )*};
}
float!(f32 f64);

/// The state of the optimizer: running means for each parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam<T> {
    /// Means of the gradients.
    pub mean: Vec<T>,
    /// Means of their squares.
    pub square: Vec<T>,
    /// The number of steps made.
    pub steps: u32,
}

/// The factors that correct the bias of the means, which begin at 0.
#[derive(Clone, Copy, Debug)]
pub struct Correction<T> {
    mean: T,
    square: T,
}

impl<T: Float> Adam<T> {
    /// The state before the first step.
    pub fn new(parameters: usize) -> Adam<T> {
        Adam {
            mean: vec![T::default(); parameters],
            square: vec![T::default(); parameters],
            steps: 0,
        }
    }

    /// Begins a step.
    #[inline(always)]
    pub fn begin_step(&mut self) -> Correction<T> {
        self.steps = self.steps.saturating_add(1);
        // Beyond so many steps the correction is 1.
        let exponent = self.steps.min(100_000) as i32;
        let correct = |keep: T| T::ONE / (T::ONE - keep.powi(exponent));
        Correction {
            mean: correct(T::KEEP_MEAN),
            square: correct(T::KEEP_SQUARE),
        }
    }
}

impl<T: Float> Correction<T> {
    /// Updates the means of one parameter with its gradient, and returns the step to subtract from the parameter: about `rate`
    /// or less.
    #[inline(always)]
    pub fn step(self, mean: &mut T, square: &mut T, gradient: T, rate: T) -> T {
        *mean = T::KEEP_MEAN * *mean + (T::ONE - T::KEEP_MEAN) * gradient;
        *square = T::KEEP_SQUARE * *square + (T::ONE - T::KEEP_SQUARE) * gradient * gradient;
        let size = (*square * self.square).sqrt() + T::EPSILON;
        rate * *mean * self.mean / size
    }
}
