//! `chuhe openings`: openings to play matches with.

use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use tracing::info;

use super::Failure;
use super::numbers::integer;
use super::output::{ForceArg, Output, check_extension};
use crate::arena::openings::{self, OpeningSettings};
use crate::eval::Score;

/// Make openings for matches.
///
/// An opening is a few random plies from the start position, each nearly as good as the best move, to a
/// position that the engine scores as equal. No ply is a capture or gives check, and the best move of the
/// position is no capture. No two positions are equal or mirror images. The same command and build make
/// the same openings.
///
/// Each line has the position in FEN, its name, its score for the side to move, and the moves.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct OpeningsArgs {
    /// The number of openings.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<usize>(1..=100_000))]
    count: usize,

    /// The least and the greatest number of plies from the start position.
    #[arg(long, value_name = "FROM..TO", default_value = "6..10", value_parser = parse_plies)]
    plies: RangeInclusive<u32>,

    /// Nodes of the search that scores a position; the search for each random ply has a tenth of them.
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = integer::<u64>(100..=i64::MAX))]
    nodes: u64,

    /// The greatest loss of a random ply against the best move, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 40, allow_negative_numbers = true, value_parser = integer::<Score>(0..=1_000))]
    margin: Score,

    /// The greatest absolute score of a position, in centipawns.
    #[arg(long, value_name = "CP", default_value_t = 50, allow_negative_numbers = true, value_parser = integer::<Score>(0..=1_000))]
    window: Score,

    /// The seed of the random numbers.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u64>(0..=i64::MAX))]
    seed: u64,

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

const MOST_PLIES: u32 = 100;

fn parse_plies(text: &str) -> Result<RangeInclusive<u32>, String> {
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
            let text = format!(
                "only {made} openings were found; a greater --window or --margin allows more"
            );
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
        assert_eq!(parse_plies("6..10"), Ok(6..=10));
        assert_eq!(parse_plies("8..8"), Ok(8..=8));
        for text in ["", "6", "10..6", "0..4", "6..101", "a..b", "6..=10"] {
            let error = parse_plies(text).unwrap_err();
            assert!(error.starts_with("expected two numbers"), "{text}");
        }
    }
}
