//! `chuhe openings`: openings to play matches with.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use tracing::info;

use super::Failure;
use super::numbers::number;
use super::output::{ForceArg, Output, check_extension};
use crate::arena::openings::{self, OpeningSettings};
use crate::eval::Score;

/// Make openings for matches.
///
/// From the start position, random plies close to the engine's best moves lead to a position that it scores as
/// equal. No opening has a capture or a check, or a capture as its best move. No two are equal or mirror
/// images. The same command and the same build make the same openings.
///
/// Each line has the position in FEN, its name, its score for the side to move, and the moves.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct OpeningsArgs {
    /// How many openings.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<usize>(1..=100_000))]
    count: usize,

    /// Plies from the start position, the fewest and the most.
    #[arg(long, value_name = "FROM..TO", default_value = "6..10", value_parser = plies)]
    plies: RangeInclusive<u32>,

    /// Nodes of the search that scores an opening; each ply before it has a tenth of them.
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = number::<u64>(100..=i64::MAX))]
    nodes: u64,

    /// How much worse than the best move a random move may be, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 40, allow_negative_numbers = true, value_parser = number::<Score>(0..=1_000))]
    margin: Score,

    /// The greatest distance of the score from 0, in hundredths of a pawn.
    #[arg(long, value_name = "CP", default_value_t = 50, allow_negative_numbers = true, value_parser = number::<Score>(0..=1_000))]
    window: Score,

    /// The seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64>(0..=i64::MAX))]
    seed: u64,

    /// Write them to a new file; `-` is standard output [default: -].
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,

    #[command(flatten)]
    force: ForceArg,
}

const EXAMPLES: &str = "\
Examples:
  chuhe openings --count 10 --nodes 10000
  chuhe openings --count 600 --plies 6..10 --seed 7 --out my.epd";

const MOST_PLIES: u32 = 100;

fn plies(text: &str) -> Result<RangeInclusive<u32>, String> {
    let range = text.split_once("..").and_then(|(least, most)| {
        let (least, most) = (least.parse().ok()?, most.parse().ok()?);
        (1 <= least && least <= most && most <= MOST_PLIES).then_some(least..=most)
    });
    range.ok_or_else(|| {
        format!("expected two numbers from 1 to {MOST_PLIES}, the smaller one first, such as 6..10")
    })
}

impl OpeningsArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let path = self.out.as_deref().unwrap_or("-".as_ref());
        check_extension("--out", path, &["epd"])?;
        self.force.check(path)?;
        let mut out = Output::create(path)?;
        let settings = OpeningSettings {
            plies: self.plies.clone(),
            nodes: self.nodes,
            max_loss: self.margin,
            max_score: self.window,
            seed: self.seed,
        };
        let report = |made| info!(made, of = self.count, "opening");
        let made = openings::write(settings, self.count, &mut out, report)?;
        out.commit()?;
        if made < self.count {
            let text = format!("no more than {made} openings were found");
            return Err(Failure::Work(text));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn plies_are_a_range() {
        assert_eq!(plies("6..10"), Ok(6..=10));
        assert_eq!(plies("8..8"), Ok(8..=8));
        for text in ["", "6", "10..6", "0..4", "6..101", "a..b", "6..=10"] {
            let error = plies(text).unwrap_err();
            assert!(error.starts_with("expected two numbers"), "{text}");
        }
    }
}
