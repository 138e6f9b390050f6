//! The loss curve of a training, written as a CSV table or an SVG picture.

use std::io::Write;
use std::path::{Path, PathBuf};

use tracing::{info, warn};

use super::error::TrainError;
use crate::diagram::loss_chart::{EpochLoss, loss_chart};
use crate::storage::atomic_file;

/// The width of a picture in pixels.
const PIXELS: u32 = 900;

/// The losses of a training. Its files are rewritten after each epoch.
#[derive(Debug, Default)]
pub struct LossCurve {
    /// The files to write: pictures if the name ends in `.svg`, otherwise tables.
    files: Vec<PathBuf>,
    losses: Vec<EpochLoss>,
}

impl LossCurve {
    /// Begins a curve that is written to `files`. Of a resumed training, the losses of the first `epochs` epochs are read from
    /// the first table among them.
    pub fn new(files: &[PathBuf], epochs: u32) -> LossCurve {
        let table = files.iter().find(|path| !is_picture(path));
        let rows = table.and_then(|table| csv::Reader::from_path(table).ok());
        let rows = rows.into_iter().flat_map(csv::Reader::into_deserialize);
        let earlier =
            |row: csv::Result<EpochLoss>| row.ok().filter(|row| (1..=epochs).contains(&row.epoch));
        LossCurve {
            files: files.to_vec(),
            losses: rows.filter_map(earlier).collect(),
        }
    }

    /// Adds the losses of an epoch and writes the files.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn add(&mut self, loss: &EpochLoss) -> Result<(), TrainError> {
        info!(
            epoch = loss.epoch,
            train = loss.train,
            validation = loss.validation,
            "loss"
        );
        self.losses.push(*loss);
        self.write()
    }

    /// Writes the files. Without an epoch it writes none, and warns of that.
    ///
    /// # Errors
    /// If a file cannot be written.
    pub fn write(&self) -> Result<(), TrainError> {
        if self.losses.is_empty() {
            for path in &self.files {
                let path = path.display();
                warn!(
                    "{path} is not written: no epoch is left to train, and no CSV file has the earlier ones"
                );
            }
            return Ok(());
        }
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
        let rows = self.losses.iter().map(|loss| {
            let (epoch, rate) = (loss.epoch, loss.rate);
            let (train, validation) = (loss.train, loss.validation);
            format!("{epoch},{train:.8},{validation:.8},{rate:.8}\n")
        });
        format!("epoch,train,validation,rate\n{}", rows.collect::<String>())
    }

    fn picture(&self) -> String {
        let title = "loss after each epoch: grey-brown on training, red on validation positions";
        loss_chart(title, &self.losses, PIXELS).to_svg()
    }
}

fn is_picture(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default();
    extension.eq_ignore_ascii_case("svg")
}
