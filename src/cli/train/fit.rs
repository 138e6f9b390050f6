//! `chuhe tune fit`: the evaluation's numbers, moved to where they tell the games' results best.

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use tracing::info;

use crate::cli::Failure;
use crate::cli::interrupt::{SecondPress, stop_flag};
use crate::cli::numbers::{number, real};
use crate::cli::progress::bar;
use crate::eval::weight::{Shape, Weight};
use crate::eval::weights::{VALUES, family, name};
use crate::search::resources::{THREADS, thread_count};
use crate::storage::AtomicFile;
use crate::train::texel::curve::Curve;
use crate::train::texel::sigmoid::points;
use crate::train::texel::{Fitted, Plan, Sets, source, train};

/// How many changes are shown.
const SHOWN: usize = 25;

/// Fit the evaluation's numbers to positions from games.
///
/// Moves all numbers by gradient descent to where the evaluation tells best how the games ended, and
/// writes the source file that the program is built with. The unit of the numbers is kept. Some
/// positions are never learnt from; the numbers that do best on those are what is written. Ctrl-C ends
/// it early, with the best so far. How it works is told in docs/tuning.md.
#[derive(Debug, Args)]
#[command(after_long_help = "\
Examples:
  chuhe tune fit first.bin --threads 2
  chuhe tune fit first.bin second.bin --threads 2 --lambda 0.7 --curve loss.csv
  chuhe tune fit first.bin --out /tmp/values.rs && diff src/eval/values.rs /tmp/values.rs")]
pub struct FitArgs {
    /// Files of positions, as `chuhe tune data` makes them.
    #[arg(value_name = "DATA", required = true)]
    data: Vec<PathBuf>,

    /// The file to write; what is there is written over at the end.
    #[arg(long, value_name = "FILE", default_value = "src/eval/values.rs")]
    out: PathBuf,

    /// How often every position is seen, at most.
    #[arg(long, value_name = "N", default_value_t = Plan::default().epochs, allow_negative_numbers = true, value_parser = number::<u32>(1..=10_000))]
    epochs: u32,

    /// Positions between two steps.
    #[arg(long, value_name = "N", default_value_t = Plan::default().batch, allow_negative_numbers = true, value_parser = number::<usize>(1..=10_000_000))]
    batch: usize,

    /// The size of the first steps, in hundredths of a pawn; the last are a fiftieth of it.
    #[arg(long, value_name = "R", default_value_t = Plan::default().rate, allow_negative_numbers = true, value_parser = real(0.0..=100.0))]
    rate: f64,

    /// How much of the target is the game's result; the rest is what the search said.
    #[arg(long, value_name = "SHARE", default_value_t = Plan::default().lambda, allow_negative_numbers = true, value_parser = real(0.0..=1.0))]
    lambda: f64,

    /// How steep the sigmoid is, by hundredth of a pawn; fitted first when not given.
    #[arg(long, value_name = "K", allow_negative_numbers = true, value_parser = real(0.0001..=0.1))]
    k: Option<f64>,

    /// How many of the positions are kept to check with.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true, value_parser = real(0.001..=0.9))]
    validation: f64,

    /// Positions to check with, from games of their own; then all of DATA is learnt from.
    ///
    /// The more honest check: positions that --validation keeps are from the same games as the others,
    /// and what is learnt of those games' results helps with theirs.
    #[arg(long, value_name = "FILE", conflicts_with = "validation")]
    check: Option<PathBuf>,

    /// Hold every number to what it is, as if so many positions said that it is right.
    #[arg(long, value_name = "N", default_value_t = Plan::default().hold, allow_negative_numbers = true, value_parser = real(0.0..=1e9))]
    l2: f64,

    /// So many epochs in a row without getting better are enough.
    #[arg(long, value_name = "N", default_value_t = Plan::default().patience, allow_negative_numbers = true, value_parser = number::<u32>(1..=10_000))]
    patience: u32,

    /// What the order of the positions comes from.
    #[arg(long, value_name = "N", default_value_t = Plan::default().seed)]
    seed: u64,

    /// Threads, up to 256; 0 for as many as the machine has processors. The outcome is the same.
    #[arg(long, value_name = "N", default_value_t = 1, allow_negative_numbers = true, value_parser = number::<u16>(THREADS))]
    threads: u16,

    /// Write the loss of each epoch to this file, as CSV.
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
}

impl FitArgs {
    /// Reads, learns, writes the file and prints what has changed.
    ///
    /// # Errors
    /// When a file cannot be read or written, or there are too few positions.
    pub fn run(&self) -> Result<(), Failure> {
        // Whether what will be learnt can be written is asked before, not after an hour.
        let cannot = |error| Failure::cannot_write(&self.out, &error);
        let mut file = AtomicFile::create(&self.out).map_err(cannot)?;
        let mut curve = self.curve.as_deref().map(Curve::create).transpose()?;
        let sets = self.read()?;
        let occurrences = sets.train.occurrences();

        let stop = stop_flag(SecondPress::Ignored)?;
        let plan = self.plan();
        info!(positions = sets.train.len(), epochs = plan.epochs, "fit");
        let bar = bar(
            self.epochs.into(),
            "{wide_bar} epoch {pos}/{len}{msg}, {eta} left",
            4,
        );
        let mut unwritten = None;
        let fitted = train(&plan, &sets.train, &sets.validation, stop, |epoch| {
            info!(
                epoch = epoch.number,
                train = epoch.train,
                validation = epoch.validation,
                "loss"
            );
            bar.set_position(epoch.number.into());
            bar.set_message(format!(", loss {:.6}", epoch.validation));
            if let Some(error) = curve.as_mut().and_then(|curve| curve.add(epoch).err()) {
                // The fit is worth more than its curve.
                unwritten.get_or_insert(error);
            }
        });
        bar.finish_and_clear();

        let better = fitted.best.number > 0;
        if better {
            let text = source::write(&fitted.values);
            let written = file.write_all(text.as_bytes());
            written.and_then(|()| file.commit()).map_err(cannot)?;
        }
        let mut out = io::stdout().lock();
        self.print(&mut out, &sets, &fitted)?;
        if better {
            print_changes(&mut out, &fitted, &occurrences)?;
            writeln!(out, "written    {}", self.out.display())?;
        } else {
            writeln!(out, "written    nothing: no epoch did better")?;
        }
        unwritten.map_or(Ok(()), |error| Err(error.into()))
    }

    fn plan(&self) -> Plan {
        Plan {
            epochs: self.epochs,
            batch: self.batch,
            rate: self.rate,
            lambda: self.lambda,
            k: self.k,
            hold: self.l2,
            patience: self.patience,
            seed: self.seed,
            threads: thread_count(self.threads.into()),
        }
    }

    fn read(&self) -> Result<Sets, Failure> {
        let mut sets = Sets::default();
        let bar = bar(0, "{human_pos} positions read, {per_sec:0}", 4);
        let share = match self.check {
            Some(_) => 0.0,
            None => self.validation,
        };
        let learnt = self.data.iter().map(|path| (path, share));
        for (path, share) in learnt.chain(self.check.iter().map(|path| (path, 1.0))) {
            sets.read(path, share, |count| bar.set_position(count as u64))
                .map_err(|error| Failure::Input(format!("{}: {error}", path.display())))?;
        }
        bar.finish_and_clear();
        let (learn, check) = (sets.train.len(), sets.validation.len());
        if learn == 0 || check == 0 {
            return Err(Failure::Input(format!(
                "too few positions: {learn} to learn from, {check} to check with"
            )));
        }
        // Files follow each other, and one may be in the order of its games.
        sets.train.shuffle(&mut fastrand::Rng::with_seed(self.seed));
        Ok(sets)
    }

    fn print(&self, out: &mut impl Write, sets: &Sets, fitted: &Fitted) -> Result<(), Failure> {
        let (learn, check) = (sets.train.len(), sets.validation.len());
        writeln!(
            out,
            "positions  {learn} to learn from, {check} to check with"
        )?;
        writeln!(
            out,
            "k          {:.5}: a score of 100 is worth {:.1} % of the points",
            fitted.k,
            100.0 * points(fitted.k, 100.0)
        )?;
        writeln!(
            out,
            "unit       all weights times {:.3}, so that scores are as large as before",
            fitted.factor
        )?;
        let (before, best) = (fitted.before, fitted.best);
        writeln!(
            out,
            "loss       {:.6} before, {:.6} after epoch {}, {:.6} rounded",
            before.validation, best.validation, best.number, fitted.rounded
        )?;
        writeln!(
            out,
            "learnt     {:.6} before, {:.6} in epoch {}",
            before.train, best.train, best.number
        )?;
        let [before, after] = fitted.results;
        writeln!(
            out,
            "results    {before:.6} before, {after:.6} rounded: the loss when the target is the result alone"
        )?;
        if fitted.stopped {
            writeln!(out, "stopped    early, as asked")?;
        }
        Ok(())
    }
}

/// The weights that moved farthest.
fn print_changes(
    out: &mut impl Write,
    fitted: &Fitted,
    occurrences: &[u32],
) -> Result<(), Failure> {
    let far = |index: usize| {
        let (old, new) = (VALUES[index], fitted.values[index]);
        (new.mg() - old.mg()).abs() + (new.eg() - old.eg()).abs()
    };
    let mut changed: Vec<usize> = (0..VALUES.len()).filter(|&index| far(index) > 0).collect();
    changed.sort_by_key(|&index| std::cmp::Reverse(far(index)));
    writeln!(
        out,
        "changed    {} of {} weights\n",
        changed.len(),
        VALUES.len()
    )?;
    writeln!(
        out,
        "{:<34}{:>14}{:>14}{:>12}",
        "farthest", "before", "after", "positions"
    )?;
    for &index in changed.iter().take(SHOWN) {
        let weight = Weight::new(index);
        let show = |value: crate::eval::Tapered| match family(weight).shape {
            Shape::Plain(_) => value.mg().to_string(),
            _ => format!("{} / {}", value.mg(), value.eg()),
        };
        // Units and the curve are counted apart, for either side.
        writeln!(
            out,
            "{:<34}{:>14}{:>14}{:>12}",
            name(weight),
            show(VALUES[index]),
            show(fitted.values[index]),
            match occurrences[index] {
                0 => "-".to_owned(),
                count => count.to_string(),
            }
        )?;
    }
    writeln!(out)?;
    Ok(())
}
