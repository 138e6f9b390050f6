//! `chuhe learn train`: trains a network from positions.

use std::io::{self, Write};
use std::path::Path;

use clap::Args;
use indicatif::ProgressBar;

use crate::cli::Failure;
use crate::cli::interrupt::stop_flag;
use crate::cli::output::{check_extension, stdout};
use crate::cli::progress::bar;
use crate::locale;
use crate::train::network::TrainingResult;
use crate::train::network::job::{TrainingJob, write};
use crate::train::network::train::{TrainingProgress, TrainingSummary};

/// Train a network from positions of self-play.
///
/// Reads files of positions, trains for a number of epochs, and writes the quantised network of the last one. After each epoch
/// a checkpoint is written beside it. --resume continues from there with the settings given now, also with more epochs, but with
/// the steepness of the beginning. Ctrl-C ends the training after the current batch and leaves the checkpoint of the last complete
/// epoch. The method is described in docs/network.md.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe learn train first.bin --check check.bin --out first.nnue --threads 2
  chuhe learn train first.bin second.bin --check check.bin --out second.nnue --epochs 30 \\
      --curve loss.csv --curve loss.svg
  chuhe learn train second.bin --check check.bin --out third.nnue --start second.nnue.checkpoint")]
pub struct TrainArgs {
    #[command(flatten)]
    job: TrainingJob,
}

impl TrainArgs {
    /// Reads the positions, trains, writes the network and prints the results.
    pub fn run(&self) -> Result<(), Failure> {
        let job = &self.job;
        check_extension("--out", &job.out, &["nnue"])?;
        for curve in &job.curves {
            check_extension("--curve", curve, &["csv", "svg"])?;
        }
        let stop = stop_flag()?;
        job.check_files()?;
        let bar = training_bar();
        let trained = job.run(stop, |progress| show(&bar, progress, job.settings.epochs));
        bar.finish_and_clear();
        let Some(trained) = trained? else {
            let error = match job.checkpoint().exists() {
                true => "stopped; --resume continues after the last complete epoch",
                false => "stopped before the end of the first epoch: nothing is written",
            };
            return Err(Failure::Work(error.to_owned()));
        };
        write(&job.out, &trained.network.to_bytes())?;
        Ok(print(&mut stdout(), &trained, &job.out)?)
    }
}

fn print(out: &mut impl Write, trained: &TrainingResult, path: &Path) -> io::Result<()> {
    let TrainingResult { network, summary } = trained;
    let TrainingSummary {
        training_positions,
        validation_positions,
        k,
        loss,
        quantised_loss,
        result_loss,
    } = summary;
    let text = format!(
        "positions  {training_positions} for training, {validation_positions} for validation\n\
         k          {k:.5}, so that an output of 1 is {} centipawns\n\
         loss       {loss:.6}, quantised {quantised_loss:.6} ({:+.2} %)\n\
         results    {result_loss:.6}\n\
         checksum   {:016x}\n\
         written    {}",
        network.scale,
        100.0 * (quantised_loss / loss - 1.0),
        network.checksum(),
        path.display()
    );
    writeln!(out, "{}", locale::lines(&text))
}

/// The progress bar for [`show`].
pub fn training_bar() -> ProgressBar {
    let template = "{prefix} {wide_bar} {human_pos}/{human_len}, {per_sec:0}{msg}, {eta} left";
    bar(0, template)
}

/// Shows the progress of a training of `epochs` epochs.
pub fn show(bar: &ProgressBar, progress: TrainingProgress, epochs: u32) {
    match progress {
        TrainingProgress::Batch {
            epoch,
            done,
            positions,
        } => {
            bar.set_length(positions as u64);
            bar.set_prefix(locale::text(&format!("epoch {epoch}/{epochs}")).into_owned());
            bar.set_position(done as u64);
        }
        TrainingProgress::Epoch(epoch, _) => {
            let loss = format!(", loss {:.6}", epoch.validation);
            bar.set_message(locale::text(&loss).into_owned());
            bar.reset_eta();
        }
    }
}
