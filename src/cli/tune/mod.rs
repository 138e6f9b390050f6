//! `chuhe tune`: make positions to learn from, and learn from them.

pub mod data;
pub mod fit;
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
    /// Does what was asked.
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
