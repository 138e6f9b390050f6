//! `chuhe learn train`: a network from positions.

use std::fs::{self, File};
use std::io::{self, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};

use clap::Args;
use tracing::info;

use crate::cli::Failure;
use crate::cli::numbers::{number, real};
use crate::cli::progress::bar;
use crate::search::resources::{THREADS, thread_count};
use crate::tune::network::{Plan, Trained, checkpoint, train};
use crate::tune::packed::{Reader, Record, unpack};

/// What the progress bar shows.
const BAR: &str = "{prefix} {wide_bar} {human_pos}/{human_len}, {per_sec:0}{msg}, {eta} left";

/// Train a network from positions of self-play.
///
/// Reads files of positions, trains for so many epochs, and writes the network in whole numbers. After each epoch a
/// checkpoint is written beside it; --resume goes on from there, also with more epochs. Ctrl-C ends the
/// training after the batch under way, the checkpoint stays. How it works is told in docs/network.md.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe learn train first.bin --check check.bin --out first.nnue --threads 2
  chuhe learn train first.bin second.bin --check check.bin --out second.nnue --epochs 30 --curve loss.csv")]
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
    #[arg(long, value_name = "R", default_value_t = Plan::default().rate.into(), allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    rate: f64,

    /// How much of the target is the game's result; the rest is what the search said.
    #[arg(long, value_name = "SHARE", default_value_t = Plan::default().lambda.into(), allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    lambda: f64,

    /// How steep the sigmoid is, by hundredth of a pawn; fitted first when not given.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = real(0.0001..=0.1))]
    k: Option<f64>,

    /// What the first numbers and the order of the positions come from.
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,

    /// Threads, up to 256; 0 for as many as the machine has processors.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    threads: u16,

    /// Go on from the checkpoint.
    #[arg(long)]
    resume: bool,

    /// Write the loss of each epoch to this file, as CSV.
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
}

impl TrainArgs {
    /// Reads, trains, writes the network and prints what came of it.
    ///
    /// # Errors
    /// When a file cannot be read or written, or holds no positions.
    pub fn run(&self) -> Result<(), Failure> {
        let saved = beside(&self.out, ".checkpoint");
        let begin = if self.resume {
            Some(checkpoint::read(&saved).map_err(|error| wrong(&saved, &error))?)
        } else {
            None
        };
        let mut curve = self
            .curve
            .as_deref()
            .map(|path| Curve::open(path, self.resume));
        let mut learn = Vec::new();
        for path in &self.data {
            read(path, &mut learn)?;
        }
        let mut check = Vec::new();
        read(&self.check, &mut check)?;
        if learn.is_empty() || check.is_empty() {
            let (learn, check) = (learn.len(), check.len());
            return Err(Failure::Input(format!(
                "too few positions: {learn} to learn from, {check} to check with"
            )));
        }
        static STOP: AtomicBool = AtomicBool::new(false);
        ctrlc::set_handler(|| STOP.store(true, Ordering::Relaxed))
            .map_err(|error| Failure::Work(format!("cannot listen for Ctrl-C: {error}")))?;
        let plan = Plan {
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate as f32,
            lambda: self.lambda as f32,
            k: self.k,
            seed: self.seed,
            threads: thread_count(self.threads.into()),
        };
        let bar = bar(learn.len() as u64, BAR, 2);
        let mut failure = None;
        let trained = train(
            &plan,
            &learn,
            &check,
            begin,
            &STOP,
            |epoch, done| {
                bar.set_prefix(format!("epoch {epoch}/{}", plan.epochs));
                bar.set_position(done as u64);
            },
            |epoch, state| {
                info!(
                    epoch = epoch.number,
                    train = epoch.train,
                    validation = epoch.validation,
                    "loss"
                );
                bar.set_message(format!(", loss {:.6}", epoch.validation));
                bar.reset_eta();
                let line = format!(
                    "{},{:.8},{:.8},{:.8}",
                    epoch.number, epoch.train, epoch.validation, epoch.rate
                );
                let told = match &mut curve {
                    Some(Ok(curve)) => curve.add(&line),
                    _ => Ok(()),
                };
                let kept = checkpoint::write(state, &saved).map_err(|error| wrong(&saved, &error));
                if let Err(error) = told.and(kept) {
                    // The training is worth more than what tells of it.
                    failure.get_or_insert(error);
                }
            },
        );
        bar.finish_and_clear();
        let written = write(&self.out, &trained.network.to_bytes());
        print(
            &mut io::stdout().lock(),
            &learn,
            &check,
            &trained,
            &self.out,
        )?;
        written?;
        match (failure, curve) {
            (Some(error), _) | (None, Some(Err(error))) => Err(error),
            _ => Ok(()),
        }
    }
}

fn print(
    out: &mut impl Write,
    learn: &[Record],
    check: &[Record],
    trained: &Trained,
    path: &Path,
) -> Result<(), Failure> {
    let (learn, check) = (learn.len(), check.len());
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
    if trained.stopped {
        writeln!(
            out,
            "stopped    --resume goes on behind the last whole epoch"
        )?;
    }
    writeln!(out, "checksum   {:016x}", trained.network.checksum())?;
    writeln!(out, "written    {}", path.display())?;
    Ok(())
}

fn wrong(path: &Path, error: &dyn std::fmt::Display) -> Failure {
    Failure::Input(format!("{}: {error}", path.display()))
}

fn beside(path: &Path, ending: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(ending);
    name.into()
}

/// Reads a file of positions; each is looked at once here, so that training need not.
fn read(path: &Path, records: &mut Vec<Record>) -> Result<(), Failure> {
    let mut reader = Reader::open(path).map_err(|error| wrong(path, &error))?;
    let mut number = 0;
    while let Some(record) = reader.next_record().map_err(|error| wrong(path, &error))? {
        unpack(&record)
            .map_err(|fault| wrong(path, &format!("record {number} holds no position: {fault}")))?;
        records.push(record);
        number += 1;
    }
    Ok(())
}

/// Writes a file beside its place and moves it there.
fn write(path: &Path, bytes: &[u8]) -> Result<(), Failure> {
    let part = beside(path, ".part");
    let written = fs::write(&part, bytes).and_then(|()| fs::rename(&part, path));
    written.map_err(|error| Failure::Work(format!("cannot write {}: {error}", path.display())))
}

/// The loss of each epoch, as CSV.
struct Curve {
    path: PathBuf,
    file: File,
}

impl Curve {
    fn open(path: &Path, resume: bool) -> Result<Curve, Failure> {
        let cannot = |error| Failure::Work(format!("cannot write {}: {error}", path.display()));
        let file = if resume && path.exists() {
            File::options().append(true).open(path).map_err(cannot)?
        } else {
            let mut file = File::create(path).map_err(cannot)?;
            writeln!(file, "epoch,train,validation,rate").map_err(cannot)?;
            file
        };
        let path = path.to_owned();
        Ok(Curve { path, file })
    }

    fn add(&mut self, line: &str) -> Result<(), Failure> {
        writeln!(self.file, "{line}").map_err(|error| {
            Failure::Work(format!("cannot write {}: {error}", self.path.display()))
        })
    }
}
