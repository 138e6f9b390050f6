//! What several subcommands print alike.

use std::io::{self, IsTerminal, Write};
use std::time::Duration;

use serde::Serialize;

use super::Failure;
use crate::search::bench::Speed;

/// An object on a line of its own, sent at once.
///
/// # Errors
/// When it cannot be written.
pub fn print_json(out: &mut impl Write, record: &impl Serialize) -> Result<(), Failure> {
    let line = serde_json::to_string(record)
        .map_err(|error| Failure::Work(format!("cannot write JSON: {error}")))?;
    writeln!(out, "{line}")?;
    out.flush()?;
    Ok(())
}

/// Nodes, time, and nodes a second: how a count ends.
///
/// # Errors
/// When they cannot be written.
pub fn print_speed(out: &mut impl Write, nodes: u64, elapsed: Duration) -> Result<(), Failure> {
    writeln!(out, "{}", Speed { nodes, elapsed })?;
    out.flush()?;
    Ok(())
}

/// The columns of the terminal that standard output is, if it is one.
pub fn terminal_width() -> Option<usize> {
    let out = io::stdout();
    let size = terminal_size::terminal_size_of(&out).filter(|_| out.is_terminal());
    size.map(|(width, _)| width.0.into())
}

/// So many a second, rounded; 0 when no time was measured.
pub fn per_second(nodes: u64, elapsed: Duration) -> u64 {
    Speed { nodes, elapsed }.per_second()
}
