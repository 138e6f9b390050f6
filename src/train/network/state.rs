//! The state of a training that can be resumed.

use super::params::{Params, SIZE};
use crate::eval::network::Base;
use crate::train::adam::Adam;

/// A training after a whole epoch.
#[derive(Clone, Debug, PartialEq)]
pub struct State {
    /// The parameters.
    pub params: Params,
    /// The state of the optimizer.
    pub adam: Adam<f32>,
    /// Epochs done.
    pub epochs: u32,
    /// The steepness of the logistic curve, per centipawn.
    pub k: f64,
    /// What the network's score is added to.
    pub base: Base,
}

impl State {
    /// The state before the first epoch.
    pub fn of(params: Params, k: f64, base: Base) -> State {
        State {
            params,
            adam: Adam::new(SIZE),
            epochs: 0,
            k,
            base,
        }
    }
}
