//! What is shown on standard error while work goes on: a bar on a terminal, or a line in a pipe too.

use std::fmt::Display;
use std::io::{self, IsTerminal, Write};
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};

/// A bar of so many steps, drawn so many times a second on standard error. The template is that of `indicatif`.
pub fn bar(length: u64, template: &str, per_second: u8) -> ProgressBar {
    bar_or_spinner(Some(length), template, per_second)
}

/// A [`bar`] if the number of steps is known, else one without an end.
pub fn bar_or_spinner(length: Option<u64>, template: &str, per_second: u8) -> ProgressBar {
    let target = if io::stderr().is_terminal() {
        ProgressDrawTarget::stderr_with_hz(per_second)
    } else {
        ProgressDrawTarget::hidden()
    };
    let style =
        ProgressStyle::with_template(template).unwrap_or_else(|_| ProgressStyle::default_bar());
    ProgressBar::with_draw_target(length, target).with_style(style)
}

/// Does work that may write to standard output, without the bar in its way.
pub fn aside<T>(bar: &ProgressBar, work: impl FnOnce() -> T) -> T {
    match !bar.is_hidden() && io::stdout().is_terminal() {
        true => bar.suspend(work),
        false => work(),
    }
}

/// Takes the cursor to the beginning of the line and empties it.
const CLEAR: &str = "\r\x1b[2K";

/// Where there is no terminal, a line is written at least that often.
const OFTEN: Duration = Duration::from_secs(600);

/// A line at the terminal that is written over again and again, and lines above it that stay. Where
/// there is no terminal, the line is written anew for each tenth of the whole, and every ten minutes.
#[derive(Debug)]
pub struct LiveLine {
    terminal: bool,
    /// How far it was when a line was written last, and when.
    told: (u64, Instant),
}

impl LiveLine {
    /// On standard error, whatever that is, when so much is done already.
    pub fn on_stderr(done: u64) -> LiveLine {
        LiveLine {
            terminal: io::stderr().is_terminal(),
            told: (done, Instant::now()),
        }
    }

    /// Writes the line over: so much of so much is done. What is said at the end is not its affair.
    pub fn update(&mut self, done: u64, total: u64, text: &dyn Display) {
        if !self.terminal {
            let (before, when) = self.told;
            if done < total && (is_next_tenth(before, done, total) || when.elapsed() >= OFTEN) {
                self.told = (done, Instant::now());
                self.note(text);
            }
        } else {
            let width = terminal_size::terminal_size_of(io::stderr())
                .map_or(80, |(width, _)| usize::from(width.0));
            // A line that wraps cannot be written over.
            let text: String = text
                .to_string()
                .chars()
                .take(width.saturating_sub(1))
                .collect();
            write(&format!("{CLEAR}{text}"));
        }
    }

    /// Writes a line that stays.
    pub fn note(&self, text: &dyn Display) {
        let clear = if self.terminal { CLEAR } else { "" };
        write(&format!("{clear}{text}\n"));
    }

    /// Takes the line away.
    pub fn clear(&self) {
        if self.terminal {
            write(CLEAR);
        }
    }
}

/// Whether more tenths of the whole are done than before.
fn is_next_tenth(before: u64, done: u64, total: u64) -> bool {
    let tenths = |games: u64| games.saturating_mul(10) / total.max(1);
    tenths(done) > tenths(before)
}

fn write(text: &str) {
    let mut stderr = io::stderr().lock();
    // Nobody is left to tell when standard error is closed.
    let _ = stderr
        .write_all(text.as_bytes())
        .and_then(|()| stderr.flush());
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ten_lines_are_told_of_any_match() {
        for (total, lines) in [(4, 4), (16, 10), (200, 10), (1_001, 10)] {
            let told = (1..=total).filter(|&done| is_next_tenth(done - 1, done, total));
            assert_eq!(told.count(), lines, "{total}");
        }
    }
}
