//! `chuhe tune search`: move numbers of the search by what games say. In a tuning build only.

use std::fs::{File, OpenOptions};
use std::io::{self, BufRead, BufReader, Write};
use std::path::PathBuf;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::board::Board;
use crate::cli::numbers::{number, real};
use crate::cli::output::print_json;
use crate::cli::progress::bar;
use crate::cli::{Failure, positions};
use crate::search::params;
use crate::search::resources::HASH_MIB;
use crate::train::duel::{Duel, Terms};
use crate::train::spsa::Spsa;

/// What the progress bar shows.
const BAR: &str = "{wide_bar} {human_pos}/{human_len} pairs, {eta} left";

/// Move numbers of the search by what games say (SPSA).
///
/// In each pair of games all the numbers are pushed up or down by lot, and the set plays against the one
/// pushed the other way. The log gets a line a pair, so that a run that was cut off goes on with
/// --resume; in the end, or when the log is complete, a table tells where the numbers stand. They are a
/// proposal: a match against the old ones says whether it is kept.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe tune search --out run.jsonl --pairs 4000 --param lmr_base --param lmr_slope
  chuhe tune search --out run.jsonl --pairs 4000 --param lmr_base --param lmr_slope --resume")]
pub struct SearchArgs {
    /// A number to be moved (src/search/params.rs); may be given again.
    #[arg(long, value_name = "NAME", required = true)]
    param: Vec<String>,

    /// The log of the run, JSON lines.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    /// Go on with a log that is there.
    #[arg(long)]
    resume: bool,

    /// Pairs of games in all.
    #[arg(long, value_name = "N", default_value_t = 4_000, allow_negative_numbers = true, value_parser = number::<u64>(1..=1_000_000_000))]
    pairs: u64,

    /// Nodes a move.
    #[arg(long, value_name = "N", default_value_t = Terms::default().nodes, allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    nodes: u64,

    /// What part of its push a number moves for a game won, at the end of the run.
    #[arg(long, value_name = "X", default_value_t = 0.01, allow_negative_numbers = true, value_parser = real(0.0001..=1.0))]
    rate: f64,

    /// The openings.
    #[arg(long, value_name = "FILE", default_value = "positions/openings.epd")]
    openings: PathBuf,

    /// Hash table of each side, MiB.
    #[arg(long, value_name = "MB", default_value_t = 4, allow_negative_numbers = true, value_parser = number::<u32>(HASH_MIB))]
    hash: u32,

    /// What the pushes come from: another seed, another run.
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
}

/// A line of the log.
#[derive(Debug, Serialize, Deserialize)]
struct Record {
    /// Pairs played, this one with them.
    pair: u64,
    /// The first side's wins less its losses.
    balance: i32,
    /// Where the numbers stand, in the order in which they were named.
    values: Vec<f64>,
}

impl SearchArgs {
    /// Plays the pairs that are left, and prints where the numbers stand.
    ///
    /// # Errors
    /// When a number is unknown, a file cannot be read or written, or a log is of another run.
    pub fn run(&self) -> Result<(), Failure> {
        let mut places = Vec::new();
        for name in &self.param {
            let known = params::find(name);
            let (place, _) = known.ok_or_else(|| {
                Failure::Input(format!("--param {name}: the search has no such number"))
            })?;
            places.push(place);
        }
        let openings = self.read_openings()?;
        let mut run = Spsa::new(places, self.pairs, self.rate, self.seed);
        let wrong = |error: &dyn std::fmt::Display| {
            Failure::Input(format!("{}: {error}", self.out.display()))
        };
        let mut options = OpenOptions::new();
        options.read(true).append(true).create_new(!self.resume);
        let mut log = options
            .open(&self.out)
            .map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    wrong(&"it exists already; --resume goes on with it")
                }
                io::ErrorKind::NotFound if self.resume => {
                    wrong(&format!("{error}; there is nothing to --resume"))
                }
                _ => wrong(&error),
            })?;
        let mut played = 0;
        if let Some(last) = last_record(&log).map_err(|error| wrong(&error))? {
            if !run.resume(&last.values) {
                return Err(wrong(&"the log is of a run with other numbers"));
            }
            played = last.pair;
        }
        let terms = Terms {
            nodes: self.nodes,
            ..Terms::default()
        };
        let mut duel = Duel::new(self.hash as usize, terms);
        let bar = bar(self.pairs, BAR, 2);
        for pair in played..self.pairs {
            bar.set_position(pair);
            let trial = run.trial(pair);
            let opening = &openings[(pair % openings.len() as u64) as usize];
            let balance = duel.pair(opening, [&trial.sides[0], &trial.sides[1]]);
            run.learn(pair, &trial, balance);
            let record = Record {
                pair: pair + 1,
                balance,
                values: run.values().to_vec(),
            };
            print_json(&mut log, &record)?;
        }
        bar.finish_and_clear();
        let mut out = io::stdout().lock();
        writeln!(out, "{:<26} {:>7} {:>9}", "number", "was", "proposed")?;
        for (param, value) in run.params().zip(run.values()) {
            writeln!(out, "{:<26} {:>7} {value:>9.1}", param.name, param.value)?;
        }
        Ok(())
    }

    fn read_openings(&self) -> Result<Vec<Board>, Failure> {
        let path = self.openings.display();
        let text = std::fs::read_to_string(&self.openings)
            .map_err(|error| Failure::Input(format!("{path}: {error}")))?;
        let entries =
            positions::read(&text).map_err(|error| Failure::Input(format!("{path}: {error}")))?;
        Ok(entries.into_iter().map(|entry| entry.board).collect())
    }
}

/// The last whole line of a log. What a kill has left of another is cut off.
fn last_record(log: &File) -> io::Result<Option<Record>> {
    let (mut last, mut whole) = (None, 0);
    let mut lines = BufReader::new(log);
    let mut line = String::new();
    while lines.read_line(&mut line)? > 0 {
        let Ok(record) = serde_json::from_str(&line) else {
            break;
        };
        last = Some(record);
        whole += line.len() as u64;
        line.clear();
    }
    log.set_len(whole)?;
    Ok(last)
}
