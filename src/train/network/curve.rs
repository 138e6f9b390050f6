//! Writes the loss of each epoch as a CSV table or an SVG picture.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use super::train::Epoch;
use crate::diagram::loss::{Sample, loss};
use crate::storage::atomic_file;
use crate::train::error::TrainError;

/// The first line of the table.
const HEADING: &str = "epoch,train,validation,rate";
/// The width of the picture.
const PIXELS: u32 = 900;

/// The losses of a training; the files are written again after each epoch.
#[derive(Debug, Default)]
pub struct Curve {
    /// Tables, and pictures where the name ends in `.svg`.
    files: Vec<PathBuf>,
    rows: Vec<String>,
}

impl Curve {
    /// Losses to be written to `files`. Those of the first `epochs` epochs are read from the first table among them.
    pub fn new(files: &[PathBuf], epochs: u32) -> Curve {
        let files = files.to_vec();
        let table = files.iter().find(|path| !is_picture(path));
        let text = match (table, epochs) {
            (None, _) | (_, 0) => String::new(),
            (Some(table), _) => fs::read_to_string(table).unwrap_or_default(),
        };
        let known = |row: &&str| sample(row).is_some_and(|sample| sample.epoch <= epochs);
        let rows = text.lines().skip(1).filter(known).map(str::to_owned);
        Curve {
            rows: rows.collect(),
            files,
        }
    }

    /// Adds an epoch.
    ///
    /// # Errors
    /// When a file cannot be written.
    pub fn add(&mut self, epoch: &Epoch) -> Result<(), TrainError> {
        let Epoch {
            number,
            train,
            validation,
            rate,
        } = epoch;
        self.rows
            .push(format!("{number},{train:.8},{validation:.8},{rate:.8}"));
        self.files.iter().try_for_each(|path| {
            let text = if is_picture(path) {
                self.picture()
            } else {
                format!("{HEADING}\n{}\n", self.rows.join("\n"))
            };
            atomic_file::write(path, |out| out.write_all(text.as_bytes()))
                .map_err(|error| TrainError::cannot_write(path, &error))
        })
    }

    fn picture(&self) -> String {
        let samples: Vec<Sample> = self.rows.iter().filter_map(|row| sample(row)).collect();
        let title = "the loss after each epoch, grey on what was learnt from, red on what was not";
        loss(title, &samples, PIXELS).to_svg()
    }
}

fn is_picture(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default();
    ending.eq_ignore_ascii_case("svg")
}

/// Parses a row of the table.
fn sample(row: &str) -> Option<Sample> {
    let mut fields = row.split(',');
    Some(Sample {
        epoch: fields.next()?.parse().ok()?,
        train: fields.next()?.parse().ok()?,
        validation: fields.next()?.parse().ok()?,
    })
}
