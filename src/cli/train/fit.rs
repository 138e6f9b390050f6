//! `chuhe tune fit`: fits the weights of the evaluation to game results (Texel tuning).

use std::io::{self, Write};
use std::path::PathBuf;

use clap::Args;
use tracing::info;

use crate::cli::Failure;
use crate::cli::interrupt::{SecondPress, stop_flag};
use crate::cli::numbers::real;
use crate::cli::output::stdout;
use crate::cli::progress::bar;
use crate::config::paths::file;
use crate::eval::Tapered;
use crate::eval::weight::{Numbers, Weight};
use crate::eval::weights::{COUNT, VALUES, family, name};
use crate::search::score::logistic;
use crate::storage::AtomicFile;
use crate::train::curve::LossCurve;
use crate::train::error::TrainError;
use crate::train::texel::{DataSplit, FitResult, FitSettings, source, train};

/// The number of changed weights that are printed.
const SHOWN: usize = 25;

/// Fit the weights of the evaluation to game results.
///
/// Changes the weights by gradient descent so that the evaluation predicts the results best, and writes
/// the source file that the program is built with. The unit of the weights is kept. Some positions are
/// used for validation only; the weights with the least validation loss are written. Ctrl-C ends the fit
/// early, with the best weights so far. The method is described in docs/tuning.md.
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

    /// The file to write; an existing one is replaced at the end.
    #[arg(long, value_name = "FILE", value_parser = file(), default_value = "src/eval/values.rs")]
    out: PathBuf,

    #[command(flatten)]
    settings: FitSettings,

    /// The share of the positions that is used for validation only.
    #[arg(long, value_name = "SHARE", default_value_t = 0.05, allow_negative_numbers = true, value_parser = real(0.001..=0.9))]
    validation: f64,

    /// Positions for validation, from other games; then all of DATA is used for training.
    ///
    /// This is the stricter validation: positions that --validation takes are from the same games as the
    /// others, and so have the same results.
    #[arg(long, value_name = "FILE", conflicts_with = "validation")]
    check: Option<PathBuf>,

    /// Write the loss of each epoch to this file: as a picture if its name ends in .svg, else as CSV.
    #[arg(long, value_name = "FILE")]
    curve: Option<PathBuf>,
}

impl FitArgs {
    /// Reads the positions, fits the weights, writes the file and prints the changes.
    pub fn run(&self) -> Result<(), Failure> {
        // Errors that take no time to find come first, also that the files cannot be written.
        let cannot = |error| Failure::cannot_write(&self.out, &error);
        let mut file = AtomicFile::create(&self.out).map_err(cannot)?;
        let mut curve = LossCurve::new(self.curve.as_slice(), 0);
        curve.write()?;
        let sets = self.read()?;

        let stop = stop_flag(SecondPress::Ignored)?;
        let epochs = self.settings.epochs;
        info!(positions = sets.train.len(), epochs, "fit");
        let template = "{wide_bar} epoch {pos}/{len}{msg}, {eta} left";
        let bar = bar(u64::from(epochs), template, 4);
        let mut unwritten = None;
        let fitted = train(&self.settings, &sets, stop, |epoch| {
            bar.set_position(epoch.number.into());
            bar.set_message(format!(", loss {:.6}", epoch.validation));
            if let Err(error) = curve.add(epoch) {
                // The fit continues if its curve cannot be written.
                unwritten.get_or_insert(error);
            }
        });
        bar.finish_and_clear();

        let values = fitted.params.rounded();
        let is_better = fitted.best.number > 0;
        if is_better {
            let text = source::write(&values);
            let written = file.write_all(text.as_bytes());
            written.and_then(|()| file.commit()).map_err(cannot)?;
        }
        let mut out = stdout();
        print(&mut out, &sets, &fitted)?;
        if is_better {
            print_changes(&mut out, &values, &sets.train.occurrences())?;
            writeln!(out, "written    {}", self.out.display())?;
        } else {
            writeln!(out, "written    nothing: no epoch was better")?;
        }
        unwritten.map_or(Ok(()), |error| Err(error.into()))
    }

    fn read(&self) -> Result<DataSplit, Failure> {
        let mut sets = DataSplit::default();
        let bar = bar(0, "{human_pos} positions read, {per_sec:0}", 4);
        let share = match self.check {
            Some(_) => 0.0,
            None => self.validation,
        };
        let training = self.data.iter().map(|path| (path, share));
        for (path, share) in training.chain(self.check.iter().map(|path| (path, 1.0))) {
            sets.read(path, share, |count| bar.set_position(count as u64))
                .map_err(|error| TrainError::wrong(path, &error))?;
        }
        bar.finish_and_clear();
        TrainError::check_enough(sets.train.len(), sets.validation.len())?;
        // The files are concatenated, and one may be in the order of its games.
        sets.train
            .shuffle(&mut fastrand::Rng::with_seed(self.settings.seed));
        Ok(sets)
    }
}

fn print(out: &mut impl Write, sets: &DataSplit, fitted: &FitResult) -> io::Result<()> {
    let (k, factor, rounded) = (fitted.k, fitted.scale_factor, fitted.rounded_loss);
    let (before, best) = (fitted.before, fitted.best);
    let [results_before, results] = fitted.result_losses;
    writeln!(
        out,
        "positions  {} for training, {} for validation\n\
         k          {k:.5}: a score of 100 is worth {:.1} % of the points\n\
         unit       all weights times {factor:.3}, so that scores are as large as before\n\
         loss       {:.6} before, {:.6} after epoch {number}, {rounded:.6} rounded\n\
         training   {:.6} before, {:.6} in epoch {number}\n\
         results    {results_before:.6} before, {results:.6} rounded: the loss if the target is the result alone",
        sets.train.len(),
        sets.validation.len(),
        100.0 * logistic(k * 100.0),
        before.validation,
        best.validation,
        before.train,
        best.train,
        number = best.number
    )?;
    match fitted.stopped {
        true => writeln!(out, "stopped    early"),
        false => Ok(()),
    }
}

/// Prints the weights that changed most.
fn print_changes(
    out: &mut impl Write,
    values: &[Tapered; COUNT],
    occurrences: &[u32],
) -> Result<(), Failure> {
    let distance = |index: usize| {
        let (old, new) = (VALUES[index], values[index]);
        (new.mg() - old.mg()).abs() + (new.eg() - old.eg()).abs()
    };
    let mut changed: Vec<usize> = (0..COUNT).filter(|&index| distance(index) > 0).collect();
    changed.sort_by_key(|&index| std::cmp::Reverse(distance(index)));
    writeln!(out, "changed    {} of {COUNT} weights\n", changed.len())?;
    let mut row = |name: &str, before: &str, after: &str, positions: &str| {
        writeln!(out, "{name:<34}{before:>14}{after:>14}{positions:>12}")
    };
    row("most changed", "before", "after", "positions")?;
    for &index in changed.iter().take(SHOWN) {
        let weight = Weight::new(index);
        let show = |value: Tapered| match family(weight).numbers {
            Numbers::Plain(_) => value.mg().to_string(),
            _ => format!("{} / {}", value.mg(), value.eg()),
        };
        // Weights of the danger curve and of scales have no count.
        let positions = match occurrences[index] {
            0 => "-".to_owned(),
            count => count.to_string(),
        };
        let (before, after) = (show(VALUES[index]), show(values[index]));
        row(&name(weight).to_string(), &before, &after, &positions)?;
    }
    writeln!(out)?;
    Ok(())
}
