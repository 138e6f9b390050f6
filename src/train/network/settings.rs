//! The settings of network training: options of `chuhe learn train`, and the table `[train]` of a pipeline.

use clap::Args;
use serde::Serialize;

use crate::config::numbers::{number, real};
use crate::eval::network::Base;
use crate::search::resources::THREADS;

/// How a network is trained.
#[derive(Args, Clone, Debug, PartialEq, Serialize)]
pub struct TrainingSettings {
    /// How often every position is seen.
    #[arg(long, value_name = "N", default_value_t = 20, allow_negative_numbers = true, value_parser = number::<u32>(1..=10_000))]
    pub epochs: u32,

    /// Positions between two steps.
    #[arg(long, value_name = "N", default_value_t = 4_096, allow_negative_numbers = true, value_parser = number::<usize>(1..=10_000_000))]
    pub batch: usize,

    /// The size of the first steps; the last are a hundredth of it.
    #[arg(long, value_name = "R", default_value_t = 0.001, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    pub rate: f64,

    /// How fast weights fade that nothing holds: by so much of a step; 0 for not at all.
    #[arg(long, value_name = "D", default_value_t = 1.0, allow_negative_numbers = true, value_parser = real(0.0..=100.0))]
    pub decay: f64,

    /// How much of the target is the game's result; the rest is what the search said.
    #[arg(long, value_name = "SHARE", default_value_t = 0.15, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    pub lambda: f64,

    /// How steep the sigmoid is, by hundredth of a pawn; fitted first when not given.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = real(0.0001..=0.1))]
    pub k: Option<f64>,

    /// Let the network score alone; as a rule its score is added to that of the terms.
    #[arg(long)]
    pub alone: bool,

    /// What the first numbers and the order of the positions come from.
    #[arg(long, value_name = "N", default_value_t = 1)]
    pub seed: u64,

    /// Threads, up to 256; 0 for as many as the machine has processors.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    #[serde(skip)]
    pub threads: u16,
}

impl TrainingSettings {
    /// What the network's score is added to.
    pub fn base(&self) -> Base {
        match self.alone {
            true => Base::Nothing,
            false => Base::Terms,
        }
    }
}
