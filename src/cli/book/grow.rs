//! `chuhe book grow`.

use clap::Args;
use tracing::info;

use super::output::OutputArgs;
use crate::book::grow::{Recipe, grow};
use crate::cli::Failure;
use crate::cli::numbers::number;
use crate::eval::Score;
use crate::search::request::LINES;

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

    /// Positions that are looked at.
    #[arg(long, value_name = "N", default_value_t = 1_000, allow_negative_numbers = true, value_parser = number::<usize>(1..=1_000_000))]
    positions: usize,

    /// Nodes of a look; a quarter of that where a move is only checked.
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = number::<u64>(100..=i64::MAX))]
    nodes: u64,

    /// Moves that are ranked in a position, up to 128.
    #[arg(long, value_name = "K", default_value_t = 6, allow_negative_numbers = true, value_parser = number::<usize>(LINES))]
    lines: usize,

    /// How much worse than the best a move may be, in hundredths of a pawn.
    #[arg(long, value_name = "CP", default_value_t = 60, allow_negative_numbers = true, value_parser = number::<Score>(0..=1_000))]
    margin: Score,

    /// The longest line, in plies.
    #[arg(long, value_name = "N", default_value_t = 16, allow_negative_numbers = true, value_parser = number::<u32>(1..=100))]
    plies: u32,

    /// What the random numbers begin with.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64>(0..=i64::MAX))]
    seed: u64,
}

const EXAMPLES: &str = "\
Examples:
  chuhe book grow -o own.dat --positions 100 --nodes 20000   a small one, in a minute
  CHUHE_LOG=info chuhe book grow -o own.dat             and see how far it is";

impl GrowArgs {
    pub fn run(&self) -> Result<(), Failure> {
        self.out.check()?;
        let recipe = Recipe {
            positions: self.positions,
            nodes: self.nodes,
            lines: self.lines,
            margin: self.margin,
            plies: self.plies,
            seed: self.seed,
        };
        let report = |positions| info!(positions, of = self.positions, "looked at");
        self.out.write(&grow(recipe, report))
    }
}
