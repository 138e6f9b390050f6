//! Progress on standard error: a bar on a terminal, or lines also without one.

use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

use crate::columns::{self, printable};
use crate::locale;

/// A bar of `length` steps, or one without an end, drawn four times a second; it is hidden without a terminal. The template is that
/// of `indicatif`, a message.
pub fn bar(length: impl Into<Option<u64>>, template: &str) -> ProgressBar {
    let target = ProgressDrawTarget::stderr_with_hz(4);
    let style = ProgressStyle::with_template(&locale::text(template))
        .unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length.into(), target).with_style(style)
}

/// Does work that may write to standard output, and hides the bar meanwhile.
pub fn with_bar_hidden<T>(bar: &ProgressBar, work: impl FnOnce() -> T) -> T {
    match !bar.is_hidden() && io::stdout().is_terminal() {
        true => bar.suspend(work),
        false => work(),
    }
}

/// Clears the line.
const CLEAR: &str = "\r\x1b[2K";

/// The longest time between two lines without a terminal.
const MAX_INTERVAL: Duration = Duration::from_secs(600);

/// A status line that is overwritten, with lines above it that stay. Without a terminal a new line is written for each tenth of
/// the whole, and every ten minutes.
#[derive(Debug)]
pub struct LiveLine {
    terminal: bool,
    /// The progress when the last line was written, and the time.
    last: (u64, Instant),
}

impl LiveLine {
    /// A line on standard error; `done` is the progress at the beginning.
    pub fn on_stderr(done: u64) -> LiveLine {
        LiveLine {
            terminal: io::stderr().is_terminal(),
            last: (done, Instant::now()),
        }
    }

    /// Overwrites the line; does nothing without a terminal when all is done.
    pub fn update(&mut self, done: u64, total: u64, text: &str) {
        if self.terminal {
            let size = terminal_size::terminal_size_of(io::stderr());
            let width = size.map_or(80, |(width, _)| usize::from(width.0));
            // A line that wraps cannot be overwritten.
            let text = locale::text(text);
            let text = printable(&text);
            let text = columns::cut(&text, width.saturating_sub(1));
            write(&format!("{CLEAR}{text}"));
        } else {
            let (before, when) = self.last;
            if done < total
                && (is_next_tenth(before, done, total) || when.elapsed() >= MAX_INTERVAL)
            {
                self.last = (done, Instant::now());
                self.note(text);
            }
        }
    }

    /// Writes a line that stays.
    pub fn note(&self, text: &str) {
        let clear = if self.terminal { CLEAR } else { "" };
        write(&format!("{clear}{}\n", printable(&locale::text(text))));
    }

    /// Clears the line on a terminal.
    pub fn clear(&self) {
        if self.terminal {
            write(CLEAR);
        }
    }
}

/// True if more tenths of the whole are done than before.
fn is_next_tenth(before: u64, done: u64, total: u64) -> bool {
    let tenths = |count: u64| count.saturating_mul(10) / total.max(1);
    tenths(done) > tenths(before)
}

fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    // Standard error may be closed.
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn at_most_ten_lines_are_written() {
        for (total, lines) in [(4, 4), (16, 10), (200, 10), (1_001, 10)] {
            let written = (1..=total).filter(|&done| is_next_tenth(done - 1, done, total));
            assert_eq!(written.count(), lines, "{total}");
        }
    }
}
