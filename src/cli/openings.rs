//! `chuhe openings`: openings to play matches with.

use std::fs::File;
use std::io::{self, Write};
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::Args;
use tracing::info;

use super::Failure;
use super::numbers::number;
use crate::arena::openings::{self, Recipe};
use crate::eval::Score;

/// Make openings for matches.
///
/// From the start, random plies that the engine finds reasonable, until a position is reached that it
/// finds equal. Nothing has been taken in any of them, nobody is in check, and no capture is the best
/// move; no two are alike, nor mirror images of each other. The same command and the same build make
/// the same openings.
///
/// A line for each: the position in FEN, its name, its score for the side to move, the moves.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct OpeningsArgs {
    /// How many.
    #[arg(long, value_name = "N", default_value_t = 600, allow_negative_numbers = true, value_parser = number::<usize>(1..=100_000))]
    count: usize,

    /// Plies from the start, from least to most.
    #[arg(long, value_name = "FROM..TO", default_value = "6..10", value_parser = plies)]
    plies: RangeInclusive<u32>,

    /// Nodes of the search that judges an opening; a tenth of that for each ply on the way.
    #[arg(long, value_name = "N", default_value_t = 200_000, allow_negative_numbers = true, value_parser = number::<u64>(100..=i64::MAX))]
    nodes: u64,

    /// How much worse than the best a move on the way may be, in hundredths of a pawn.
    #[arg(long, value_name = "CP", default_value_t = 40, allow_negative_numbers = true, value_parser = number::<Score>(0..=1_000))]
    margin: Score,

    /// The score may be so far from 0, in hundredths of a pawn.
    #[arg(long, value_name = "CP", default_value_t = 50, allow_negative_numbers = true, value_parser = number::<Score>(0..=1_000))]
    window: Score,

    /// What the random numbers begin with.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u64>(0..=i64::MAX))]
    seed: u64,

    /// Write them to a new file, not to standard output.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
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
        format!("want two numbers from 1 to {MOST_PLIES}, the smaller one first, such as 6..10")
    })
}

impl OpeningsArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let mut out: Box<dyn Write> = match &self.out {
            None => Box::new(io::stdout().lock()),
            Some(path) => Box::new(File::create_new(path).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => Failure::file(
                    path,
                    "it exists already and is not written over; take it away, or give another name",
                ),
                _ => Failure::file(path, error),
            })?),
        };
        let recipe = Recipe {
            plies: self.plies.clone(),
            nodes: self.nodes,
            margin: self.margin,
            window: self.window,
            seed: self.seed,
        };
        let report = |made| info!(made, of = self.count, "opening");
        let made = openings::write(recipe, self.count, &mut out, report)?;
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
            assert!(error.starts_with("want two numbers"), "{text}");
        }
    }
}
