//! `chuhe openings`: openings to play matches with.

use std::path::PathBuf;
use std::sync::atomic::Ordering;

use clap::Args;
use tracing::info;

use super::Failure;
use super::interrupt::stop_flag;
use super::numbers::integer;
use super::output::{ForceArg, Output, check_extension};
use crate::arena::openings::{self, OpeningSettings};
use crate::columns::counted;

/// Make openings for matches.
///
/// An opening is a few random plies from the initial position, each nearly as good as the best move, to a
/// position that the engine scores as equal. No ply is a capture or gives check, and the best move of the
/// position is no capture. No two positions are equal, mirror images, or the same with the colours
/// exchanged. The same command and build make the same openings.
///
/// Each line has the position in FEN, its name, its score for the side to move, and the moves.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct OpeningsArgs {
    /// The number of openings.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<usize>(1..=100_000))]
    count: usize,

    #[command(flatten)]
    settings: OpeningSettings,

    /// Write the openings to a new file; `-` is standard output [default: -].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArg,
}

const EXAMPLES: &str = "\
Examples:
  chuhe openings --count 10 --nodes 10000
  chuhe openings --count 600 --plies 6..10 --seed 7 --out my.epd";

impl OpeningsArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let path = self.out.as_deref().unwrap_or("-".as_ref());
        check_extension("--out", path, &["epd"])?;
        self.force.check(path)?;
        // Before a file is created, so that Ctrl-C leaves none behind.
        let stop = stop_flag()?;
        let mut out = Output::create(path)?;
        let report = |made| info!(made, of = self.count, "opening");
        let made = openings::write(&self.settings, self.count, &mut out, stop, report)?;
        if made < self.count && stop.load(Ordering::Relaxed) {
            let made = counted(made as u64, "opening");
            return Err(Failure::Work(format!("stopped after {made}")));
        }
        out.commit()?;
        if made < self.count {
            let text = format!(
                "only {made} openings were found; a greater --window or --margin allows more"
            );
            return Err(Failure::Work(text));
        }
        Ok(())
    }
}
