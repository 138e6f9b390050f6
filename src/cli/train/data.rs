//! `chuhe tune data` and `chuhe tune stats`: positions from self-play, and what a file of them holds.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tracing::info;

use crate::cli::Failure;
use crate::cli::interrupt::{SecondPress, stop_flag};
use crate::cli::progress::bar;
use crate::train::data::{DataFile, Progress, generate};
use crate::train::error::TrainError;
use crate::train::header::Header;
use crate::train::reader::{Reader, SCORES, Summary};

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
    #[command(flatten)]
    file: DataFile,
}

impl DataArgs {
    /// Plays, writes and prints what the file holds.
    pub fn run(&self) -> Result<(), Failure> {
        let path = &self.file.out;
        let stop = stop_flag(SecondPress::Ignored)?;
        let (positions, nodes) = (self.file.settings.positions, self.file.settings.nodes);
        info!(positions, nodes, "data");
        let bar = bar(positions, BAR, 2);
        let mut warned = false;
        let made = generate(&self.file, stop, |progress| {
            if progress.lacks_settings && !warned {
                warned = true;
                bar.suspend(|| warn_of_unknown(path));
            }
            bar.set_position(progress.positions);
            bar.set_message(format!("{} games", progress.games));
        });
        bar.finish_and_clear();
        let Progress { games, known, .. } = made?;
        let mut out = io::stdout().lock();
        writeln!(
            out,
            "games      {games} ({known} positions seen before left out)"
        )?;
        let summary = read(path)?.1;
        print(&mut out, &summary)?;
        match summary.positions < positions {
            true => Err(Failure::Work("stopped; --resume goes on".to_owned())),
            false => Ok(()),
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
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = io::stdout().lock();
        for file in &self.files {
            let (header, summary) = read(file)?;
            writeln!(out, "file       {}", file.display())?;
            if let Some(made) = header.provenance {
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

fn read(path: &Path) -> Result<(Header, Summary), Failure> {
    let wrong = |error| TrainError::wrong(path, &error);
    let reader = Reader::open(path).map_err(wrong)?;
    let (header, mut summary) = (reader.header, Summary::default());
    for sample in reader {
        summary.add(&sample.map_err(wrong)?);
    }
    Ok((header, summary))
}

fn print(out: &mut impl Write, summary: &Summary) -> io::Result<()> {
    let of_all = |count: u64| 100.0 * count as f64 / summary.positions.max(1) as f64;
    let share = |(name, &count): (String, &u64)| format!("{name} {:.1} %", of_all(count));
    let [lost, drawn, won] = summary.results.map(of_all);
    let names = SCORES
        .iter()
        .map(|end| format!("to {end}"))
        .chain(["beyond".to_owned()]);
    let scores: Vec<String> = names.zip(&summary.scores).map(share).collect();
    let names = (1..).map(|eighth| format!("to {eighth}"));
    let phases: Vec<String> = names.zip(&summary.phases).map(share).collect();
    writeln!(
        out,
        "positions  {}\n\
         results    red won {won:.1} %, drawn {drawn:.1} %, lost {lost:.1} %\n\
         score      in centipawns, for either side: {}\n\
         phase      in eighths of a full board: {}",
        summary.positions,
        scores.join(", "),
        phases.join(", ")
    )
}
