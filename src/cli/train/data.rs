//! `chuhe learn data` and `chuhe learn stats`: generates positions by self-play, and prints statistics of a file of them.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;
use tracing::info;

use crate::cli::Failure;
use crate::cli::interrupt::stop_flag;
use crate::cli::output::stdout;
use crate::cli::progress::bar;
use crate::locale;
use crate::train::data::{DataFile, DataProgress, generate};
use crate::train::header::Header;
use crate::train::reader::{DataSummary, SCORES, SampleReader};

/// What the progress bar shows.
const BAR: &str = "{wide_bar} {human_pos}/{human_len} positions, {msg}, {per_sec:0}, {eta} left";

/// Generate positions by self-play: quiet positions with search scores and game results.
///
/// Games are written in the order in which they began. Ctrl-C ends the run after the games in progress; a second one, or a kill,
/// loses those that are not written. The same command with --resume continues; --nodes, --trace, --seed, --hash and --evalfile
/// must be those that the file was begun with. A complete file is shuffled. No position, nor its mirror image, is in a file
/// twice. The format is described in docs/network.md.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe learn data --out first.bin --positions 1000000 --threads 2
  chuhe learn data --out first.bin --positions 2000000 --threads 2 --resume
  chuhe learn stats first.bin")]
pub struct DataArgs {
    #[command(flatten)]
    file: DataFile,
}

impl DataArgs {
    /// Generates the file and prints its statistics.
    pub fn run(&self) -> Result<(), Failure> {
        let path = &self.file.out;
        let stop = stop_flag()?;
        let (positions, nodes) = (self.file.settings.positions, self.file.settings.nodes);
        info!(positions, nodes, "data");
        let bar = bar(positions, BAR);
        let made = generate(&self.file, stop, |progress| {
            bar.set_position(progress.positions);
            bar.set_message(locale::text(&format!("{} games", progress.games)).into_owned());
        });
        bar.finish_and_clear();
        let DataProgress {
            games, duplicates, ..
        } = made?;
        let mut out = stdout();
        let text = format!("games      {games} ({duplicates} duplicate positions left out)");
        writeln!(out, "{}", locale::text(&text))?;
        let summary = read(path)?.1;
        print(&mut out, &summary)?;
        match summary.positions < positions {
            true => Err(Failure::Work("stopped; --resume continues".to_owned())),
            false => Ok(()),
        }
    }
}

/// Print statistics of files of positions.
#[derive(Debug, Args)]
pub struct StatsArgs {
    /// The files.
    #[arg(value_name = "FILE", required = true)]
    files: Vec<PathBuf>,
}

impl StatsArgs {
    /// Reads the files and prints their statistics.
    pub fn run(&self) -> Result<(), Failure> {
        let mut out = stdout();
        for file in &self.files {
            let (header, summary) = read(file)?;
            let text = format!("file       {}", file.display());
            writeln!(out, "{}", locale::text(&text))?;
            let provenance = header.provenance;
            let text = format!(
                "made       by {}, {} nodes per move, trace {} %, seed {}, hash {} MiB",
                provenance.player(),
                provenance.nodes,
                provenance.trace,
                provenance.seed,
                provenance.hash_mib
            );
            writeln!(out, "{}", locale::text(&text))?;
            print(&mut out, &summary)?;
        }
        Ok(())
    }
}

fn read(path: &Path) -> Result<(Header, DataSummary), Failure> {
    let wrong = |error| Failure::file(path, error);
    let reader = SampleReader::open(path).map_err(wrong)?;
    let (header, mut summary) = (reader.header, DataSummary::default());
    for sample in reader {
        summary.add(&sample.map_err(wrong)?);
    }
    Ok((header, summary))
}

fn print(out: &mut impl Write, summary: &DataSummary) -> io::Result<()> {
    let of_all = |count: u64| 100.0 * count as f64 / summary.positions.max(1) as f64;
    let share = |(name, &count): (String, &u64)| format!("{name} {:.1} %", of_all(count));
    let [lost, drawn, won] = summary.results.map(of_all);
    let names = SCORES.iter().map(|end| format!("≤ {end}:"));
    let names = names.chain(SCORES.last().map(|end| format!("> {end}:")));
    let scores: Vec<String> = names.zip(&summary.scores).map(share).collect();
    let names = (0..).map(|head| format!("{head}:"));
    let heads: Vec<String> = names.zip(&summary.heads).map(share).collect();
    let text = format!(
        "positions  {}\n\
         results    red won {won:.1} %, drawn {drawn:.1} %, lost {lost:.1} %\n\
         score      in centipawns, for either side: {}\n\
         pieces     by the head of a network that they select, the fewest first: {}",
        summary.positions,
        scores.join(", "),
        heads.join(", ")
    );
    writeln!(out, "{}", locale::lines(&text))
}
