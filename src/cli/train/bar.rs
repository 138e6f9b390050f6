//! Progress bars of training.

use indicatif::ProgressBar;

use crate::cli::progress::bar;
use crate::train::network::train::Progress;

/// The progress bar of a network's training.
#[derive(Debug)]
pub struct TrainingBar {
    bar: ProgressBar,
    epochs: u32,
}

impl TrainingBar {
    /// A bar for a training of so many epochs.
    pub fn new(epochs: u32) -> TrainingBar {
        let template = "{prefix} {wide_bar} {human_pos}/{human_len}, {per_sec:0}{msg}, {eta} left";
        TrainingBar {
            bar: bar(0, template, 2),
            epochs,
        }
    }

    /// Shows how far the training is.
    pub fn show(&self, progress: Progress) {
        match progress {
            Progress::Batch {
                epoch,
                done,
                positions,
            } => {
                self.bar.set_length(positions as u64);
                self.bar
                    .set_prefix(format!("epoch {epoch}/{}", self.epochs));
                self.bar.set_position(done as u64);
            }
            Progress::Epoch(epoch, _) => {
                self.bar
                    .set_message(format!(", loss {:.6}", epoch.validation));
                self.bar.reset_eta();
            }
        }
    }

    /// Removes the bar.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
