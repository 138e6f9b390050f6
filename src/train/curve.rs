//! The loss curve of a training, as a CSV table or an SVG picture.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use tracing::info;

use super::error::TrainError;
use crate::diagram::loss::{Sample, loss};
use crate::storage::atomic_file;

/// The first line of a table.
const HEADING: &str = "epoch,train,validation,rate";
/// The width of a picture.
const PIXELS: u32 = 900;

/// The losses of an epoch. A loss is the mean of (expected points - target)^2.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Epoch {
    /// Its number, from 1; 0 before the first.
    pub number: u32,
    /// Over the training positions, during the epoch.
    pub train: f64,
    /// Over the validation positions, after the epoch.
    pub validation: f64,
    /// The size of its last step.
    pub rate: f64,
}

/// The losses of a training, whose files are written again after each epoch.
#[derive(Debug, Default)]
pub struct Curve {
    /// Tables, and pictures where the name ends in `.svg`.
    files: Vec<PathBuf>,
    epochs: Vec<Epoch>,
}

impl Curve {
    /// Losses to be written to `files`. Those of the first `epochs` epochs are read from the first table among them.
    pub fn new(files: &[PathBuf], epochs: u32) -> Curve {
        let table = files.iter().find(|path| !is_picture(path));
        let text = table.and_then(|table| fs::read_to_string(table).ok());
        let text = text.filter(|_| epochs > 0).unwrap_or_default();
        let rows = text.lines().filter_map(parse);
        Curve {
            files: files.to_vec(),
            epochs: rows.filter(|epoch| epoch.number <= epochs).collect(),
        }
    }

    /// Adds an epoch and writes the files.
    pub fn add(&mut self, epoch: &Epoch) -> Result<(), TrainError> {
        info!(
            epoch = epoch.number,
            train = epoch.train,
            validation = epoch.validation,
            "loss"
        );
        self.epochs.push(*epoch);
        self.write()
    }

    /// Writes the files.
    pub fn write(&self) -> Result<(), TrainError> {
        self.files.iter().try_for_each(|path| {
            let text = if is_picture(path) {
                self.picture()
            } else {
                self.table()
            };
            atomic_file::write(path, |out| out.write_all(text.as_bytes()))
                .map_err(|error| TrainError::cannot_write(path, &error))
        })
    }

    fn table(&self) -> String {
        let rows = self.epochs.iter().map(|epoch| {
            let (number, rate) = (epoch.number, epoch.rate);
            format!(
                "{number},{:.8},{:.8},{rate:.8}\n",
                epoch.train, epoch.validation
            )
        });
        format!("{HEADING}\n{}", rows.collect::<String>())
    }

    fn picture(&self) -> String {
        let samples = self.epochs.iter().map(|epoch| Sample {
            epoch: epoch.number,
            train: epoch.train,
            validation: epoch.validation,
        });
        let title = "the loss after each epoch, grey on what was learnt from, red on what was not";
        loss(title, &samples.collect::<Vec<_>>(), PIXELS).to_svg()
    }
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("svg")
}

/// Parses a row of a table.
fn parse(row: &str) -> Option<Epoch> {
    let (number, losses) = row.split_once(',')?;
    let losses: Result<Vec<f64>, _> = losses.split(',').map(str::parse).collect();
    let &[train, validation, rate] = &losses.ok()?[..] else {
        return None;
    };
    Some(Epoch {
        number: number.parse().ok()?,
        train,
        validation,
        rate,
    })
}
