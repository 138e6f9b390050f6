//! Adam (Diederik Kingma and Jimmy Ba, 2015): gradient descent with a step size of its own for each parameter.
//!
//! Steps in proportion to the gradient hardly move parameters that occur seldom. Adam divides the mean gradient of a
//! parameter by its root mean square, so that all parameters move at about the same speed.

/// Decay of the mean of the gradients (beta 1).
const KEEP_MEAN: f32 = 0.9;
/// Decay of the mean of their squares (beta 2).
const KEEP_SQUARE: f32 = 0.999;
/// Added to the root mean square of the gradients, against division by 0.
const EPSILON: f32 = 1e-8;

/// The state of the optimizer: running means for each parameter.
#[derive(Clone, Debug, PartialEq)]
pub struct Adam {
    /// Means of the gradients.
    pub mean: Vec<f32>,
    /// Means of their squares.
    pub square: Vec<f32>,
    /// The number of steps made.
    pub steps: u32,
}

/// The factors that correct the bias of the means, which begin at 0.
#[derive(Clone, Copy, Debug)]
pub struct Correction {
    mean: f32,
    square: f32,
}

impl Adam {
    /// The state before the first step.
    pub fn new(parameters: usize) -> Adam {
        Adam {
            mean: vec![0.0; parameters],
            square: vec![0.0; parameters],
            steps: 0,
        }
    }

    /// Begins a step.
    #[inline(always)]
    pub fn begin_step(&mut self) -> Correction {
        self.steps = self.steps.saturating_add(1);
        // Beyond so many steps the correction is 1.
        let exponent = self.steps.min(100_000) as i32;
        let correct = |keep: f32| 1.0 / (1.0 - keep.powi(exponent));
        Correction {
            mean: correct(KEEP_MEAN),
            square: correct(KEEP_SQUARE),
        }
    }
}

impl Correction {
    /// Updates the means of one parameter with its gradient, and returns the step to subtract from the parameter: about `rate`
    /// or less.
    #[inline(always)]
    pub fn step(self, mean: &mut f32, square: &mut f32, gradient: f32, rate: f32) -> f32 {
        *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * gradient;
        *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * gradient * gradient;
        let size = (*square * self.square).sqrt() + EPSILON;
        rate * *mean * self.mean / size
    }
}
