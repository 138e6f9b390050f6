//! The settings of a training.

use clap::Args;
use serde::Serialize;

use crate::config::numbers::{integer, real};
use crate::train::steepness::K_RANGE;

/// How a network is trained: options of `chuhe learn train`, and the table `[train]` of a pipeline.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct TrainingSettings {
    /// The number of epochs, each of which uses every position once.
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = integer::<u32>(1..=10_000))]
    pub epochs: u32,

    /// Positions per step.
    #[arg(long, value_name = "N", default_value_t = 4_096, allow_negative_numbers = true, value_parser = integer::<usize>(1..=10_000_000))]
    pub batch: usize,

    /// The learning rate at the beginning; it falls to a hundredth.
    #[arg(long, value_name = "R", default_value_t = 0.001, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    pub rate: f64,

    /// The weight decay of the first layer per step, as a multiple of the learning rate; 0 for none.
    #[arg(long, value_name = "D", default_value_t = 1.0, allow_negative_numbers = true, value_parser = real(0.0..=100.0))]
    pub decay: f64,

    /// The share of the game's result in the target; the rest is the search score.
    #[arg(long, value_name = "SHARE", default_value_t = 0.0, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    pub lambda: f64,

    /// The steepness of the sigmoid per centipawn; fitted first if not given.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = real(K_RANGE))]
    pub k: Option<f64>,

    /// The seed of the first parameters and of the order of the positions.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u64>(0..=i64::MAX))]
    pub seed: u64,
}
