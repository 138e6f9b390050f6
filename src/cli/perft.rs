//! `chuhe perft`: counts the legal move tree.

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::atomic::AtomicBool;
use std::time::Instant;

use clap::Args;
use serde_json::json;
use tracing::info;

use super::Failure;
use super::args::PositionArgs;
use super::numbers::integer;
use super::output::print_json;
use crate::board::perft;
use crate::locale;
use crate::protocol::console::MAX_PERFT_DEPTH;
use crate::search::bench::Speed;
use crate::search::resources::{THREAD_RANGE, thread_count};

/// Count the positions at the end of all legal lines of DEPTH plies.
///
/// The count tests the rules of movement: compare it with published numbers or another engine's. It also measures
/// the speed of move generation. The last ply is counted without making its moves.
#[derive(Debug, Args)]
#[command(after_long_help = EXAMPLES)]
pub struct PerftArgs {
    /// Length of the lines, in plies.
    #[arg(value_name = "DEPTH", allow_negative_numbers = true, value_parser = integer::<u32>(0..=MAX_PERFT_DEPTH.into()))]
    depth: u32,

    #[command(flatten)]
    position: PositionArgs,

    /// Print the count of each move first, in alphabetical order.
    ///
    /// To find an error, compare with a correct engine, play the first move that differs, and repeat one ply
    /// shallower.
    #[arg(long)]
    divide: bool,

    /// Threads that share the moves of the position, up to 256; 0 for as many as the machine has.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u16>(THREAD_RANGE))]
    threads: u16,

    /// Print JSON, one object, for a program to read.
    #[arg(long)]
    json: bool,
}

const EXAMPLES: &str = "\
Examples:
  chuhe perft 5
      nodes    133312995
  chuhe perft 4 --divide
  chuhe perft 6 --threads 0
  chuhe perft 3 --fen \"r1ba1a3/4kn3/2n1b4/pNp1p1p1p/4c4/6P2/P1P2R2P/1CcC5/9/2BAKAB2 w - - 0 1\"

JSON:
  {\"depth\":2,\"fen\":\"...\",\"moves\":{\"a0a1\":44,...},\"nodes\":1920,\"nps\":19200000,\"time_ms\":0}

  moves is null without --divide.";

impl PerftArgs {
    pub fn run(&self) -> Result<(), Failure> {
        let mut board = self.position.board();
        let threads = thread_count(self.threads.into());
        info!(depth = self.depth, threads, fen = board.to_fen(), "perft");
        let start = Instant::now();
        let mut by_move = Vec::new();
        let nodes = if self.depth > 0 && (self.divide || threads > 1) {
            let stop = AtomicBool::new(false);
            by_move = perft::divide(&board, self.depth, threads, &stop).unwrap_or_default();
            by_move.iter().map(|(_, nodes)| nodes).sum()
        } else {
            perft::perft(&mut board, self.depth)
        };
        let elapsed = start.elapsed();
        let speed = Speed { nodes, elapsed };
        let mut out = io::stdout().lock();
        if self.json {
            let moves = by_move.iter().map(|(mv, nodes)| (mv.to_string(), *nodes));
            let record = json!({
                "depth": self.depth,
                "fen": board.to_fen(),
                "moves": self.divide.then(|| moves.collect::<BTreeMap<String, u64>>()),
                "nodes": nodes,
                "time_ms": elapsed.as_millis(),
                "nps": speed.per_second(),
            });
            return print_json(&mut out, &record);
        }
        if self.divide && !by_move.is_empty() {
            for line in perft::format_counts(&by_move) {
                writeln!(out, "{line}")?;
            }
            writeln!(out)?;
        }
        writeln!(out, "{}", locale::lines(&speed.to_string()))?;
        Ok(out.flush()?)
    }
}
