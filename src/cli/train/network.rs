//! `chuhe learn train`: a network from positions.

use std::io::{self, Write};
use std::path::Path;

use clap::Args;

use super::bar::TrainingBar;
use crate::cli::Failure;
use crate::cli::interrupt::{SecondPress, stop_flag};
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
    #[command(flatten)]
    job: Job,
}

impl TrainArgs {
    /// Reads, trains, writes the network and prints the results.
    ///
    /// # Errors
    /// When a file cannot be read or written, or holds no positions.
    pub fn run(&self) -> Result<(), Failure> {
        let job = &self.job;
        let stop = stop_flag(SecondPress::Ignored)?;
        job.check_files()?;
        let bar = TrainingBar::new(job.settings.epochs);
        let done = job.run(stop, |progress| bar.show(progress));
        bar.clear();
        let done = done?;
        if done.trained.stopped && !job.checkpoint().exists() {
            return Err(Failure::Work(
                "stopped before the first epoch was whole: nothing is written".to_owned(),
            ));
        }
        write(&job.out, &done.trained.network.to_bytes())?;
        print(&mut io::stdout().lock(), &done, &job.out)?;
        match done.trained.stopped {
            true => Err(Failure::Work(
                "stopped; --resume goes on behind the last whole epoch".to_owned(),
            )),
            false => Ok(()),
        }
    }
}

fn print(out: &mut impl Write, done: &Done, path: &Path) -> Result<(), Failure> {
    let (learn, check, trained) = (done.learn, done.check, &done.trained);
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
