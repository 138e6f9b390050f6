//! The bar at the terminal: how many moves are judged, and how long it will take.

use std::io::{self, IsTerminal};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar on standard error; nothing where that is no terminal.
pub struct Bar {
    bar: ProgressBar,
    /// Whether what is written goes to the same terminal.
    shared: bool,
}

impl Bar {
    /// A bar for so many moves.
    pub fn on_stderr(plies: usize, to_stdout: bool) -> Bar {
        let terminal = io::stderr().is_terminal();
        let target = match terminal {
            true => ProgressDrawTarget::stderr_with_hz(4),
            false => ProgressDrawTarget::hidden(),
        };
        let style = ProgressStyle::with_template("{wide_bar} {pos}/{len} moves, {msg}, {eta} left")
            .unwrap_or_else(|_| ProgressStyle::default_bar());
        Bar {
            bar: ProgressBar::with_draw_target(Some(plies as u64), target).with_style(style),
            shared: terminal && to_stdout && io::stdout().is_terminal(),
        }
    }

    /// A move more is judged.
    pub fn advance(&self, game: usize, of: usize) {
        self.bar.set_message(format!("game {game} of {of}"));
        self.bar.inc(1);
    }

    /// Does something that may write to the terminal.
    pub fn aside<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.shared {
            true => self.bar.suspend(work),
            false => work(),
        }
    }

    /// Takes the bar away.
    pub fn clear(&self) {
        self.bar.finish_and_clear();
    }
}
