//! `chuhe tune data` and `chuhe tune stats`: positions from self-play, and what a file of them holds.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tracing::info;

use crate::cli::Failure;
use crate::cli::args::read_network;
use crate::cli::interrupt::{SecondPress, stop_flag};
use crate::cli::progress::bar;
use crate::train::data::{DataFile, DataSettings, End, generate};
use crate::train::error::TrainError;
use crate::train::packed::GameResult;
use crate::train::reader::Reader;
use crate::train::summary::{SCORES, Summary};

/// What the progress bar shows.
const BAR: &str = "{wide_bar} {human_pos}/{human_len} positions, {msg}, {per_sec:0}, {eta} left";

/// Let the engine play itself, and keep the quiet positions with their games' results.
///
/// Each game is written when it ends. Ctrl-C or a kill loses the games under way and nothing else;
/// the same command with --resume goes on; other --nodes, --trace, --seed, --hash or --evalfile than the file was
/// begun with are refused. When the file holds what was asked for, it is shuffled.
/// No position, nor its mirror image, is in a file twice. The format is told in docs/tuning.md.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe learn data --out first.bin --positions 1000000 --threads 2
  chuhe learn data --out first.bin --positions 2000000 --threads 2 --resume
  chuhe learn stats first.bin
`chuhe tune data` and `chuhe tune stats` are the same commands.")]
pub struct DataArgs {
    /// The file to write.
    #[arg(long, value_name = "FILE")]
    out: PathBuf,

    #[command(flatten)]
    settings: DataSettings,

    /// Let this network play; the terms do when not given.
    #[arg(long, value_name = "NET")]
    evalfile: Option<PathBuf>,

    /// Go on with a file that is there.
    #[arg(long)]
    resume: bool,
}

impl DataArgs {
    /// Plays, writes and prints what the file holds.
    ///
    /// # Errors
    /// When the file cannot be read or written.
    pub fn run(&self) -> Result<(), Failure> {
        let network = match &self.evalfile {
            Some(path) => Some(read_network(path)?),
            None => None,
        };
        let data = DataFile {
            path: self.out.clone(),
            resume: self.resume,
            settings: self.settings.clone(),
            network,
        };
        let stop = stop_flag(SecondPress::Ignored)?;
        let (positions, nodes) = (data.settings.positions, data.settings.nodes);
        info!(positions, nodes, "data");
        let bar = bar(positions, BAR, 2);
        let mut warned = false;
        let made = generate(&data, stop, |progress| {
            if progress.lacks_settings && !warned {
                warned = true;
                bar.suspend(|| warn_of_unknown(&self.out));
            }
            bar.set_position(progress.positions);
            bar.set_message(format!("{} games", progress.games));
        });
        bar.finish_and_clear();
        let (end, progress) = made?;
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "games      {} ({} positions seen before left out)",
            progress.games, progress.known
        )?;
        print(&mut out, &summary(&self.out)?)?;
        match end {
            End::Stopped => Err(Failure::Work("stopped; --resume goes on".to_owned())),
            End::Complete => Ok(()),
        }
    }
}

/// Warns that a file may have been begun with other settings than it is resumed with.
fn warn_of_unknown(path: &Path) {
    // Standard error may be closed.
    let _ = writeln!(
        io::stderr(),
        "warning: {} is of an older version and does not say with which --nodes, --trace, --seed, --hash and --evalfile it was begun; \
         it goes on with those given now",
        path.display()
    );
}

/// What a file of positions holds.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// The files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl StatsArgs {
    /// Counts and prints.
    ///
    /// # Errors
    /// When a file cannot be read.
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        for file in &self.files {
            let summary = summary(file)?;
            writeln!(out, "file       {}", file.display())?;
            let reader = Reader::open(file).map_err(|error| TrainError::wrong(file, &error))?;
            if let Some(made) = reader.header().made {
                writeln!(
                    out,
                    "made       by {}, {} nodes a move, trace {} %, seed {}, hash {} MiB",
                    made.player(),
                    made.nodes,
                    made.trace,
                    made.seed,
                    made.hash_mib
                )?;
            }
            print(&mut out, &summary)?;
        }
        Ok(())
    }
}

fn summary(path: &Path) -> Result<Summary, Failure> {
    let wrong = |error| TrainError::wrong(path, &error);
    let mut summary = Summary::default();
    for sample in Reader::open(path).map_err(wrong)? {
        summary.add(&sample.map_err(wrong)?);
    }
    Ok(summary)
}

fn print(out: &mut impl Write, summary: &Summary) -> Result<(), Failure> {
    let of_all = |count: u64| 100.0 * count as f64 / summary.positions.max(1) as f64;
    writeln!(out, "positions  {}", summary.positions)?;
    writeln!(
        out,
        "results    red won {:.1} %, drawn {:.1} %, lost {:.1} %",
        of_all(summary.ended(GameResult::Win)),
        of_all(summary.ended(GameResult::Draw)),
        of_all(summary.ended(GameResult::Loss))
    )?;
    write!(out, "score      in centipawns, for either side:")?;
    for (class, &count) in summary.scores.iter().enumerate() {
        let name = SCORES
            .get(class)
            .map_or("beyond".to_owned(), |end| format!("to {end}"));
        let lead = if class == 0 { " " } else { ", " };
        write!(out, "{lead}{name} {:.1} %", of_all(count))?;
    }
    writeln!(out)?;
    write!(out, "phase      in eighths of a full board:")?;
    for (class, &count) in summary.phases.iter().enumerate() {
        let lead = if class == 0 { " " } else { ", " };
        write!(out, "{lead}to {} {:.1} %", class + 1, of_all(count))?;
    }
    writeln!(out)?;
    Ok(())
}
