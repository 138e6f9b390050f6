//! `chuhe book grow`.

use clap::Args;
use tracing::info;

use super::output::OutputArgs;
use crate::book::grow::{Recipe, grow};
use crate::cli::Failure;

/// Grow a book from the engine's own search.
///
/// The engine plays against itself from the start, ranks the moves of each position it comes to, keeps those
/// that are nearly the best, and plays one of them by lot. Moves that were kept and never played are
/// looked at too. In the end scores go back from the ends of the lines to the start, and decide what
/// stays and with what weight. The same command and the same build grow the same book.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct GrowArgs {
    #[command(flatten)]
    out: OutputArgs,

    #[command(flatten)]
    recipe: Recipe,
}

const EXAMPLES: &str = "\
Examples:
  chuhe book grow -o own.dat --positions 100 --nodes 20000   a small one, in a minute
  CHUHE_LOG=info chuhe book grow -o own.dat             and see how far it is";

impl GrowArgs {
    pub fn run(&self) -> Result<(), Failure> {
        self.out.check()?;
        let report = |positions| info!(positions, of = self.recipe.positions, "looked at");
        self.out.write(&grow(self.recipe, report))
    }
}
