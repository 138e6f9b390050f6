//! `chuhe book grow`.

use clap::Args;
use tracing::info;

use super::output::OutputArgs;
use crate::book::grow::{GrowSettings, grow};
use crate::cli::Failure;

/// Grow a book from the engine's own search.
///
/// The engine plays against itself from the initial position. In each position it ranks the moves, keeps those
/// close to the best, and plays one of them at random. Moves that were kept but not played are searched too.
/// Then scores are backed up from the ends of the lines to the start, and decide which moves stay and with
/// what weight. The same command and the same build grow the same book.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct GrowArgs {
    #[command(flatten)]
    out: OutputArgs,

    #[command(flatten)]
    settings: GrowSettings,
}

const EXAMPLES: &str = "\
Examples:
  chuhe book grow -o own.dat --positions 100 --nodes 20000   a small book, in a minute
  CHUHE_LOG=info chuhe book grow -o own.dat             with its progress";

impl GrowArgs {
    pub fn run(&self) -> Result<(), Failure> {
        self.out.check_new()?;
        let report = |positions| info!(positions, of = self.settings.positions, "positions ranked");
        self.out.write(&grow(self.settings, report))
    }
}
