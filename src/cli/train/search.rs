//! `chuhe tune search`: tunes search parameters by SPSA, in a tuning build only.

use std::fmt::Display;
use std::fs;
use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;

use crate::arena::control::LimitArgs;
use crate::arena::{TimeControl, read_openings};
use crate::cli::Failure;
use crate::cli::numbers::{integer, real};
use crate::cli::progress::bar;
use crate::config::difference::differences;
use crate::config::paths::file;
use crate::locale;
use crate::rules::RuleSet;
use crate::search::params;
use crate::search::resources::HASH_MIB_RANGE;
use crate::storage::{Journal, JournalReader, line_error};
use crate::train::spsa::Spsa;
use crate::train::tuning_run::{PairRecord, PairSettings, TuningRun};

/// Tune parameters of the search by games (SPSA).
///
/// In each pair of games all the parameters are perturbed up or down at random, and play against the
/// opposite perturbation. The log gets a line for each pair, so that --resume continues a run
/// that was cut off. A table at the end has the values. They are a proposal, which should win a match against
/// the old values. The table also has the Elo between each parameter perturbed up and down, with its 95 %
/// interval; with --rate 0 the values stay as they are, and a run measures this only. Without a time control
/// a move has 4,000 nodes. No game is lost on time.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe tune search --out run.jsonl --pairs 4000 --param lmr_base --param lmr_slope
  chuhe tune search --out run.jsonl --pairs 4000 --param lmr_base --param lmr_slope --resume")]
pub struct SearchArgs {
    /// A parameter to be tuned (src/search/params.rs); may be repeated.
    #[arg(long, value_name = "NAME", required = true)]
    param: Vec<String>,

    /// The log of the run, JSON lines.
    #[arg(long, value_name = "FILE", value_parser = file())]
    out: PathBuf,

    /// Continue an existing log.
    #[arg(long)]
    resume: bool,

    /// Overwrite an existing log.
    #[arg(long, conflicts_with = "resume")]
    force: bool,

    /// Pairs of games in total.
    #[arg(long, value_name = "N", default_value_t = 4_000, allow_negative_numbers = true, value_parser = integer::<u64>(1..=1_000_000_000))]
    pairs: u64,

    #[command(flatten)]
    limit: LimitArgs,

    /// The fraction of its perturbation by which a parameter moves for a game won, at the end of the run.
    #[arg(long, value_name = "X", default_value_t = 0.01, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    rate: f64,

    /// Pairs played at once, each in a thread. With more than one, the result depends on which pair ends first.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u16>(1..=256))]
    concurrency: u16,

    /// The openings.
    #[arg(long, value_name = "FILE", default_value = "positions/openings.epd")]
    openings: PathBuf,

    /// Hash table of each side, MiB.
    #[arg(long, value_name = "MIB", default_value_t = 4, allow_negative_numbers = true, value_parser = integer::<u32>(HASH_MIB_RANGE))]
    hash: u32,

    /// The seed of the perturbations.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = integer::<u64>(0..=i64::MAX))]
    seed: u64,
}

impl SearchArgs {
    /// Plays the missing pairs, and prints the values.
    pub fn run(&self) -> Result<(), Failure> {
        let indices = self.param.iter().enumerate().map(|(place, name)| {
            let wrong = |what| Failure::Input(format!("--param {name}: {what}"));
            match params::find(name) {
                Some(_) if self.param[..place].contains(name) => Err(wrong("given twice")),
                Some((index, _)) => Ok(index),
                None => Err(wrong("the search has no such parameter")),
            }
        });
        let indices = indices.collect::<Result<Vec<_>, _>>()?;
        let openings = read_openings(Some(&self.openings), &RuleSet::default())
            .map_err(|error| Failure::file(&self.openings, error))?;
        let mut run = Spsa::new(indices, self.pairs, self.rate, self.seed);
        let (mut log, played) = self.open_log(&mut run)?;
        let cannot_write = |error| Failure::cannot_write(&self.out, &error);
        if log.is_empty() {
            log.append_json(&self.settings()).map_err(cannot_write)?;
        }
        let shown = "{wide_bar} {human_pos}/{human_len} pairs, {eta} left";
        let bar = bar(self.pairs, shown);
        let settings = PairSettings {
            hash: self.hash as usize,
            control: self.control(),
            concurrency: self.concurrency,
        };
        let run = TuningRun::new(run, log, played)
            .play(&openings, settings, |played| bar.set_position(played))
            .map_err(cannot_write)?;
        bar.finish_and_clear();
        let mut out = io::stdout().lock();
        let heading = "parameter                      old  proposed   Elo up";
        writeln!(out, "{}", locale::text(heading))?;
        for ((param, value), (elo, error)) in run.params().zip(&run.values).zip(run.effects()) {
            write!(out, "{:<26} {:>7} ", param.name, param.value)?;
            writeln!(out, "{value:>9.1} {elo:>+8.1} +-{error:.1}")?;
        }
        Ok(())
    }

    fn control(&self) -> TimeControl {
        self.limit.control().unwrap_or(TimeControl::Nodes(4_000))
    }

    /// The settings that a resumed run may not change: the first line of the log.
    fn settings(&self) -> Vec<(String, String)> {
        [
            ("--param", self.param.join(", ")),
            ("thinking", self.control().to_string()),
            ("--rate", self.rate.to_string()),
            ("--openings", self.openings.display().to_string()),
            ("--hash", self.hash.to_string()),
            ("--seed", self.seed.to_string()),
        ]
        .map(|(name, value)| (name.to_owned(), value))
        .into()
    }

    /// Begins the log, or resumes the run from it. Returns the log and the number of pairs played.
    fn open_log(&self, run: &mut Spsa) -> Result<(Journal, u64), Failure> {
        let wrong = |error: &dyn Display| Failure::file(&self.out, error);
        let cannot_write = |error| Failure::cannot_write(&self.out, &error);
        if !self.resume {
            let log = match self.force {
                true => Journal::replace(&self.out),
                false => Journal::create(&self.out),
            };
            let log = log.map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => {
                    wrong(&"it exists already; --resume continues it, --force overwrites it")
                }
                _ => cannot_write(error),
            });
            return Ok((log?, 0));
        }
        fs::metadata(&self.out)
            .map_err(|error| wrong(&format!("{error}; there is nothing to --resume")))?;
        let mut lines = JournalReader::open(&self.out).map_err(cannot_write)?;
        let mut played = 0;
        if let Some((_, line)) = lines.next_line().map_err(|error| wrong(&error))? {
            let before: Vec<(String, String)> = serde_json::from_slice(line)
                .map_err(|error| wrong(&format!("the log lacks its settings: {error}")))?;
            let different = differences(&before, &self.settings()).join("; ");
            if !different.is_empty() {
                let error = format!("it was begun with other settings: {different}");
                return Err(wrong(&error));
            }
        } else if !lines.torn_line_begins(b"[[\"--param\"") {
            return Err(wrong(
                &"it is not a log of `tune search`; --force overwrites it",
            ));
        }
        while let Some((number, _)) = lines.next_line().map_err(|error| wrong(&error))? {
            let record = lines.parse_or_skip::<PairRecord>().map_err(|error| {
                let (column, what) = (error.column(), line_error(&error));
                wrong(&format!("line {number}, column {column}: {what}"))
            })?;
            let Some(record) = record else { continue };
            let count = run.indices.len();
            if record.values.len() != count || record.signs.len() != count {
                return Err(wrong(&"the log is of a run with other parameters"));
            }
            // Damaged lines before it may have been skipped.
            if record.pair <= played || !(-2..=2).contains(&record.balance) {
                let problem = "a pair of games played after the last, with a balance from -2 to 2, was expected";
                return Err(wrong(&format!("line {number}: {problem}")));
            }
            run.count(&record.signs, record.balance);
            (played, run.values) = (record.pair, record.values);
        }
        let log = lines.resume().map_err(cannot_write)?;
        Ok((log, played))
    }
}
