//! `chuhe learn`: train the network.
//!
//! | room | idea |
//! |---|---|
//! | [`train`] | the arguments of a training, and what is told of it |
//! | [`job`] | a training with its files |
//! | [`run`] | data, training and a match, round after round |
//! | [`curve`] | its course as a table and a picture |

pub mod curve;
pub mod job;
pub mod run;
pub mod train;

use clap::{Args, Subcommand};

use super::Failure;
use super::tune::data::{DataArgs, StatsArgs};

/// Train a network from self-play, step by step or round after round.
#[derive(Debug, Args)]
pub struct LearnArgs {
    #[command(subcommand)]
    command: LearnCommand,
}

#[derive(Debug, Subcommand)]
enum LearnCommand {
    Data(DataArgs),
    Stats(StatsArgs),
    Train(train::TrainArgs),
    Run(run::RunArgs),
}

impl LearnArgs {
    /// Does what was asked.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.command {
            LearnCommand::Data(args) => args.run(),
            LearnCommand::Stats(args) => args.run(),
            LearnCommand::Train(args) => args.run(),
            LearnCommand::Run(args) => args.run(),
        }
    }
}
