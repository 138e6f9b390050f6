//! The bar at the terminal: how far, how fast, how long yet.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use super::tally::Tally;
use crate::solve::batch::Status;

/// A bar on standard error; nothing where that is no terminal.
#[derive(Debug)]
pub struct Bar {
    bar: ProgressBar,
    terminal: bool,
}

impl Bar {
    /// A bar for so many bytes of input; without their number, what is done is told and no end.
    pub fn on_stderr(bytes: Option<u64>) -> Bar {
        let terminal = io::stderr().is_terminal();
        let target = match terminal {
            true => ProgressDrawTarget::stderr_with_hz(4),
            false => ProgressDrawTarget::hidden(),
        };
        let template = match bytes {
            Some(_) => "{wide_bar} {percent}%, {msg}, {eta} left",
            None => "{spinner} {elapsed}, {msg}",
        };
        let style =
            ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
        let bar = ProgressBar::with_draw_target(bytes, target).with_style(style);
        Bar { bar, terminal }
    }

    /// So many more bytes are done.
    pub fn advance(&self, bytes: u64, tally: &Tally) {
        if self.terminal {
            let rate = tally.count() as f64 / self.bar.elapsed().as_secs_f64().max(0.001);
            let open = tally.of(Status::Unsolved) + tally.of(Status::Invalid);
            let count = tally.count();
            self.bar
                .set_message(format!("{count} puzzles ({open} open), {rate:.1}/s"));
        }
        self.bar.inc(bytes);
    }

    /// Does something that may write to the terminal.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.terminal && io::stdout().is_terminal() {
            true => self.bar.suspend(work),
            false => work(),
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
