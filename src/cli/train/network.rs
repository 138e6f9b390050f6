//! `chuhe learn train`: a network from positions.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use clap::Args;

use super::job::{Done, Job, write, wrong};
use crate::cli::Failure;
use crate::cli::interrupt::{SecondPress, stop_flag};
use crate::cli::numbers::{number, real};
use crate::eval::network::Base;
use crate::search::resources::{THREADS, thread_count};
use crate::train::network::Plan;

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

    /// How often every position is seen.
    #[arg(long, value_name = "N", default_value_t = Plan::default().epochs, allow_negative_numbers = true, value_parser = number::<u32>(1..=10_000))]
    epochs: u32,

    /// Positions between two steps.
    #[arg(long, value_name = "N", default_value_t = Plan::default().batch, allow_negative_numbers = true, value_parser = number::<usize>(1..=10_000_000))]
    batch: usize,

    /// The size of the first steps; the last are a hundredth of it.
    #[arg(long, value_name = "R", default_value_t = Plan::default().rate, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    rate: f64,

    /// How fast weights fade that nothing holds: by so much of a step; 0 for not at all.
    #[arg(long, value_name = "D", default_value_t = Plan::default().decay, allow_negative_numbers = true, value_parser = real(0.0..=100.0))]
    decay: f64,

    /// How much of the target is the game's result; the rest is what the search said.
    #[arg(long, value_name = "SHARE", default_value_t = Plan::default().lambda, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    lambda: f64,

    /// How steep the sigmoid is, by hundredth of a pawn; fitted first when not given.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = real(0.0001..=0.1))]
    k: Option<f64>,

    /// Let the network score alone; as a rule its score is added to that of the terms.
    #[arg(long)]
    alone: bool,

    /// What the first numbers and the order of the positions come from.
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,

    /// Threads, up to 256; 0 for as many as the machine has processors.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    threads: u16,

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
            check: vec![self.check.clone()],
            out: self.out.clone(),
            plan: Plan {
                epochs: self.epochs,
                batch: self.batch,
                rate: self.rate,
                decay: self.decay,
                lambda: self.lambda,
                k: self.k,
                seed: self.seed,
                threads: thread_count(self.threads.into()),
                base: base(self.alone),
            },
            start: self.start.clone(),
            resume: self.resume,
            curves: self.curve.clone(),
        };
        self.spare(&job.checkpoint())?;
        let done = job.run(stop)?;
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

    /// Sees to it that nothing is written over that is read here, and no earlier training.
    fn spare(&self, checkpoint: &Path) -> Result<(), Failure> {
        let inputs = self.data.iter().chain([&self.check]).chain(&self.start);
        let read: Vec<PathBuf> = inputs.filter_map(|path| path.canonicalize().ok()).collect();
        let written = [self.out.as_path(), checkpoint].into_iter();
        for path in written.chain(self.curve.iter().map(PathBuf::as_path)) {
            if path.canonicalize().is_ok_and(|path| read.contains(&path)) {
                return Err(wrong(path, &"it is to be read, and would be written over"));
            }
        }
        if self.resume {
            return Ok(());
        }
        match [self.out.as_path(), checkpoint]
            .into_iter()
            .find(|path| path.exists())
        {
            Some(path) => Err(wrong(
                path,
                &"it exists already; --resume goes on with its training, another --out begins one",
            )),
            None => Ok(()),
        }
    }
}

/// What a network is added to that is to score alone, or not.
pub fn base(alone: bool) -> Base {
    match alone {
        true => Base::Nothing,
        false => Base::Terms,
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
