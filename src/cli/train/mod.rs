//! `chuhe tune` and `chuhe learn`: training data, Texel tuning, network training, SPSA and rounds of training.

pub mod bar;
pub mod data;
pub mod fit;
pub mod network;
pub mod rounds;
#[cfg(feature = "tuning")]
pub mod search;

use clap::{Args, Subcommand};

use super::Failure;

/// Learn the evaluation's numbers from games.
#[derive(Debug, Args)]
pub struct TuneArgs {
    #[command(subcommand)]
    command: TuneCommand,
}

#[derive(Debug, Subcommand)]
enum TuneCommand {
    Data(data::DataArgs),
    Stats(data::StatsArgs),
    Fit(fit::FitArgs),
    #[cfg(feature = "tuning")]
    Search(search::SearchArgs),
    /// Move numbers of the search by what games say: in a build with --features tuning
    #[cfg(not(feature = "tuning"))]
    #[command(disable_help_flag = true)]
    Search {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        _anything: Vec<std::ffi::OsString>,
    },
}

impl TuneArgs {
    /// Runs the subcommand.
    ///
    /// # Errors
    /// When a file cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        match &self.command {
            TuneCommand::Data(args) => args.run(),
            TuneCommand::Stats(args) => args.run(),
            TuneCommand::Fit(args) => args.run(),
            #[cfg(feature = "tuning")]
            TuneCommand::Search(args) => args.run(),
            #[cfg(not(feature = "tuning"))]
            TuneCommand::Search { .. } => Err(Failure::Input(
                "this build cannot move the numbers of the search: build with `cargo build --release --features tuning`"
                    .to_owned(),
            )),
        }
    }
}

/// Train a network from self-play, step by step or round after round.
#[derive(Debug, Args)]
pub struct LearnArgs {
    #[command(subcommand)]
    command: LearnCommand,
}

#[derive(Debug, Subcommand)]
enum LearnCommand {
    Data(data::DataArgs),
    Stats(data::StatsArgs),
    Train(network::TrainArgs),
    Run(rounds::RunArgs),
}

impl LearnArgs {
    /// Runs the subcommand.
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
