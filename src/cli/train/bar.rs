//! The progress bar of a network's training.

use indicatif::ProgressBar;

use crate::cli::progress::bar;
use crate::train::network::train::Progress;

/// A bar for [`show`].
pub fn training_bar() -> ProgressBar {
    let template = "{prefix} {wide_bar} {human_pos}/{human_len}, {per_sec:0}{msg}, {eta} left";
    bar(0, template, 2)
}

/// Shows the progress of a training of so many epochs.
pub fn show(bar: &ProgressBar, progress: Progress, epochs: u32) {
    match progress {
        Progress::Batch {
            epoch,
            done,
            positions,
        } => {
            bar.set_length(positions as u64);
            bar.set_prefix(format!("epoch {epoch}/{epochs}"));
            bar.set_position(done as u64);
        }
        Progress::Epoch(epoch, _) => {
            bar.set_message(format!(", loss {:.6}", epoch.validation));
            bar.reset_eta();
        }
    }
}
