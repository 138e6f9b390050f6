//! The loss curve of a training, as a CSV table or an SVG picture.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::Deserialize;
use tracing::info;

use super::error::TrainError;
use crate::diagram::loss::{Sample, loss};
use crate::storage::atomic_file;

/// The width of a picture.
const PIXELS: u32 = 900;

/// The losses of an epoch. A loss is the mean of (expected points - target)^2.
#[derive(Clone, Copy, Debug, PartialEq, Deserialize)]
pub struct Epoch {
    /// Its number, from 1; 0 before the first.
    #[serde(rename = "epoch")]
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
        let rows = table.and_then(|table| csv::Reader::from_path(table).ok());
        let rows = rows.into_iter().flat_map(csv::Reader::into_deserialize);
        let known =
            |row: csv::Result<Epoch>| row.ok().filter(|row| (1..=epochs).contains(&row.number));
        Curve {
            files: files.to_vec(),
            epochs: rows.filter_map(known).collect(),
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
        format!("epoch,train,validation,rate\n{}", rows.collect::<String>())
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
