//! `chuhe learn train`: a network from positions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::bar::TrainingBar;
use crate::cli::Failure;
use crate::cli::interrupt::{SecondPress, stop_flag};
use crate::train::network::TrainingSettings;
use crate::train::network::job::{Done, Job, write};

/// Train a network from positions of self-play.
///
/// Reads files of positions, trains for so many epochs, and writes the network in whole numbers. After each epoch a
/// checkpoint is written beside it; --resume goes on from there with the settings given now, also with more epochs, but with the
/// steepness it began with. Ctrl-C ends the training after the batch under way, the checkpoint stays. The network that is written is that of
/// the last epoch. How it works is told in docs/network.md.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe learn train first.bin --check check.bin --out first.nnue --threads 2
  chuhe learn train first.bin second.bin --check check.bin --out second.nnue --epochs 30 --curve loss.csv --curve loss.svg
  chuhe learn train second.bin --check check.bin --out third.nnue --start second.nnue.checkpoint")]
pub struct TrainArgs {
    /// Files of positions, as `chuhe learn data` makes them.
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,

    /// Positions to check with, from games of their own.
    #[arg(long, value_name = "FILE", required = true)]
    check: PathBuf,

    /// The network to write.
    #[arg(long, value_name = "FILE", required = true)]
    out: PathBuf,

    #[command(flatten)]
    settings: TrainingSettings,

    /// Begin from the numbers of this network or checkpoint, such as that of the round before.
    #[arg(long, value_name = "NET", conflicts_with = "resume")]
    start: Option<PathBuf>,

    /// Go on from the checkpoint.
    #[arg(long)]
    resume: bool,

    /// Write the loss of each epoch to this file: as a picture when its name ends in .svg, else as CSV; may be given again.
    #[arg(long, value_name = "FILE")]
    curve: Vec<PathBuf>,
}

impl TrainArgs {
    /// Reads, trains, writes the network and prints what came of it.
    ///
    /// # Errors
    /// When a file cannot be read or written, or holds no positions.
    pub fn run(&self) -> Result<(), Failure> {
        let stop = stop_flag(SecondPress::Ignored)?;
        let job = Job {
            data: self.data.clone(),
            check: self.check.clone(),
            out: self.out.clone(),
            settings: self.settings.clone(),
            start: self.start.clone(),
            resume: self.resume,
            curves: self.curve.clone(),
        };
        job.check_files()?;
        let bar = TrainingBar::new(self.settings.epochs);
        let done = job.run(stop, |progress| bar.show(progress));
        bar.clear();
        let done = done?;
        if done.trained.stopped && !job.checkpoint().exists() {
            return Err(Failure::Work(
                "stopped before the first epoch was whole: nothing is written".to_owned(),
            ));
        }
        write(&self.out, &done.trained.network.to_bytes())?;
        print(&mut io::stdout().lock(), &done, &self.out)?;
        match done.trained.stopped {
            true => Err(Failure::Work(
                "stopped; --resume goes on behind the last whole epoch".to_owned(),
            )),
            false => Ok(()),
        }
    }
}

fn print(out: &mut impl Write, done: &Done, path: &Path) -> Result<(), Failure> {
    let Done {
        learn,
        check,
        trained,
    } = done;
    let [fractions, whole] = trained.validation;
    let lost = 100.0 * (whole / fractions - 1.0);
    writeln!(
        out,
        "positions  {learn} to learn from, {check} to check with"
    )?;
    writeln!(
        out,
        "k          {:.5}, so that an output of 1 is {} centipawns",
        trained.k, trained.network.scale
    )?;
    writeln!(
        out,
        "loss       {fractions:.6} in fractions, {whole:.6} in whole numbers ({lost:+.2} %)"
    )?;
    writeln!(out, "results    {:.6}", trained.results)?;
    writeln!(out, "checksum   {:016x}", trained.network.checksum())?;
    writeln!(out, "written    {}", path.display())?;
    Ok(())
}
