//! Steps down a slope, each number with a step of its own size: Adam (Diederik Kingma and Jimmy Ba,
//! 2015).
//!
//! The plain rule, a step in proportion to the gradient, hardly moves weights that occur seldom. Adam
//! divides by how large a number's gradient usually is, so all move at about the same speed.

use super::Params;
use super::params::{Freedom, SIZE};

const KEEP_MEAN: f64 = 0.9;
const KEEP_SQUARE: f64 = 0.999;
/// Below this a gradient counts as none.
const FLOOR: f64 = 1e-8;

/// What is remembered from step to step.
#[derive(Clone, Debug)]
pub struct Adam {
    mean: Vec<f64>,
    square: Vec<f64>,
    steps: i32,
}

impl Default for Adam {
    fn default() -> Adam {
        Adam {
            mean: vec![0.0; SIZE],
            square: vec![0.0; SIZE],
            steps: 0,
        }
    }
}

impl Adam {
    /// Moves every number against its gradient, by about `rate` small steps at most.
    pub fn step(
        &mut self,
        params: &mut Params,
        gradient: &Params,
        freedoms: &[Freedom],
        rate: f64,
    ) {
        self.steps = self.steps.saturating_add(1);
        let unbias = |keep: f64| 1.0 / (1.0 - keep.powi(self.steps));
        let (unbias_mean, unbias_square) = (unbias(KEEP_MEAN), unbias(KEEP_SQUARE));
        for (place, freedom) in freedoms.iter().enumerate() {
            if freedom.step == 0.0 {
                continue;
            }
            // The slope by small steps rather than by units.
            let slope = gradient[place] * freedom.step;
            let (mean, square) = (&mut self.mean[place], &mut self.square[place]);
            *mean = KEEP_MEAN * *mean + (1.0 - KEEP_MEAN) * slope;
            *square = KEEP_SQUARE * *square + (1.0 - KEEP_SQUARE) * slope * slope;
            let size = (*square * unbias_square).sqrt() + FLOOR;
            let moved = params[place] - rate * freedom.step * *mean * unbias_mean / size;
            params[place] = moved.clamp(freedom.least, freedom.most);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::params::freedoms;
    use super::*;
    use crate::eval::values::{DANGER, TEMPO};

    #[test]
    fn it_finds_the_bottom_of_a_bowl() {
        let freedoms = freedoms();
        let (mut params, mut adam) = (Params::built_in(), Adam::default());
        let fixed = params[2 * DANGER.first];
        for step in 0..2_000 {
            let mut gradient = Params::zero();
            gradient[2 * TEMPO.first] = 2.0 * (params[2 * TEMPO.first] - 33.0);
            gradient[2 * DANGER.first] = 1.0;
            adam.step(&mut params, &gradient, &freedoms, 0.999_f64.powi(step));
        }
        assert!((params[2 * TEMPO.first] - 33.0).abs() < 0.01);
        assert_eq!(params[2 * DANGER.first], fixed);
    }
}
