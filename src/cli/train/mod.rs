//! `chuhe tune` and `chuhe learn`: training data, network training, SPSA and rounds of training.

mod data;
mod network;
mod rounds;
#[cfg(feature = "tuning")]
mod search;
mod wdl;

use clap::Subcommand;

use super::Failure;

/// The subcommands of `chuhe tune`.
#[derive(Debug, Subcommand)]
pub enum TuneCommand {
    #[cfg(feature = "tuning")]
    Search(search::SearchArgs),
    /// Tune parameters of the search by games: in a build with --features tuning
    #[cfg(not(feature = "tuning"))]
    #[command(disable_help_flag = true)]
    Search {
        #[arg(trailing_var_arg = true, allow_hyphen_values = true, hide = true)]
        _anything: Vec<std::ffi::OsString>,
    },
}

impl TuneCommand {
    pub fn run(&self) -> Result<(), Failure> {
        match self {
            #[cfg(feature = "tuning")]
            TuneCommand::Search(args) => args.run(),
            #[cfg(not(feature = "tuning"))]
            TuneCommand::Search { .. } => Err(Failure::Input(
                "this build cannot tune the parameters of the search: build with `cargo build --release --features tuning`"
                    .to_owned(),
            )),
        }
    }
}

/// The subcommands of `chuhe learn`.
#[derive(Debug, Subcommand)]
pub enum LearnCommand {
    Data(data::DataArgs),
    Stats(data::StatsArgs),
    Train(network::TrainArgs),
    Run(rounds::RunArgs),
    Wdl(wdl::WdlArgs),
}

impl LearnCommand {
    pub fn run(&self) -> Result<(), Failure> {
        match self {
            LearnCommand::Data(args) => args.run(),
            LearnCommand::Stats(args) => args.run(),
            LearnCommand::Train(args) => args.run(),
            LearnCommand::Run(args) => args.run(),
            LearnCommand::Wdl(args) => args.run(),
        }
    }
}
