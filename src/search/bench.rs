//! Bench: fixed positions searched to a fixed depth, to compare builds.
//!
//! The total of the nodes is the signature of the search. A change that should not alter the search must not change it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use super::engine::Engine;
use super::report::SearchResult;
use super::request::{Limits, Request};
use crate::board::positions::EpdPosition;
use crate::host::Instant;
use crate::rules::Game;

/// The positions, embedded in the program, as EPD; see [`crate::board::positions`].
pub const POSITIONS: &str = include_str!("../../positions/bench.epd");
/// The default depth, in plies.
pub const DEPTH: u32 = 10;
/// The size of the transposition table, in MiB.
pub const HASH_MIB: usize = 16;

/// Searches each position to a depth, with an empty table and no history, and calls `report` with its number from 1. Returns
/// the total, whose time excludes clearing the table and reporting; `None` soon after `stop` is set.
///
/// # Errors
/// The first error of `report`.
///
/// ```
/// use chuhe::board::positions;
/// use chuhe::search::{Engine, Settings, bench};
/// use std::sync::atomic::AtomicBool;
/// let mut engine = Engine::new(Settings::with_hash_mib(1));
/// let entries = &positions::read(bench::POSITIONS)?[..2];
/// let mut run = |depth, stop| {
///     let stop = AtomicBool::new(stop);
///     bench::run(&mut engine, entries, depth, &stop, |_, _, _| Ok::<(), ()>(())).unwrap()
/// };
/// let nodes = run(3, false).unwrap().nodes;
/// assert_eq!(run(3, false).unwrap().nodes, nodes);
/// assert!(run(100, true).is_none());
/// # Ok::<(), positions::PositionsError>(())
/// ```
pub fn run<E>(
    engine: &mut Engine,
    entries: &[EpdPosition],
    depth: u32,
    stop: &AtomicBool,
    mut report: impl FnMut(usize, &EpdPosition, &SearchResult) -> Result<(), E>,
) -> Result<Option<Speed>, E> {
    let limits = Limits::of_depth(depth);
    let (mut nodes, mut elapsed) = (0, Duration::ZERO);
    for (number, entry) in (1..).zip(entries) {
        engine.clear();
        let request = Request::new(Game::new(entry.board.clone()), limits);
        let start = Instant::now();
        let result = engine.search_until(request, stop, |_| {});
        elapsed += start.elapsed();
        nodes += result.nodes;
        if stop.load(Ordering::Relaxed) {
            return Ok(None);
        }
        report(number, entry, &result)?;
    }
    Ok(Some(Speed { nodes, elapsed }))
}

/// Returns the heading of the table, without a line break.
pub fn heading(depth: u32) -> String {
    format!("  #         nodes  move          score  position, depth {depth}")
}

/// Returns a row of the table, without a line break. The text of the score has 13 columns.
pub fn row(number: usize, id: &str, result: &SearchResult, score: &str) -> String {
    let best = result.best.map_or("-".to_owned(), |mv| mv.to_string());
    let nodes = result.nodes;
    let line = format!("{number:>3} {nodes:>13}  {best:<4}  {score}  {id}");
    line.trim_end().to_owned()
}

/// Nodes and time of a bench. Displayed as three lines with nodes, time and nodes per second.
///
/// ```
/// use chuhe::search::bench::Speed;
/// use std::time::Duration;
/// let speed = Speed { nodes: 3_000, elapsed: Duration::from_millis(1_500) };
/// assert_eq!(speed.per_second(), 2_000);
/// assert_eq!(speed.to_string(), "nodes    3000\ntime     1.500 s\nnodes/s  2000");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Speed {
    /// The nodes searched.
    pub nodes: u64,
    /// The wall-clock time.
    pub elapsed: Duration,
}

impl Speed {
    /// Nodes per second, rounded; 0 if the time is 0.
    pub fn per_second(self) -> u64 {
        match self.elapsed.as_secs_f64() {
            0.0 => 0,
            seconds => (self.nodes as f64 / seconds).round() as u64,
        }
    }
}

impl fmt::Display for Speed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (nodes, seconds, speed) = (self.nodes, self.elapsed.as_secs_f64(), self.per_second());
        write!(
            f,
            "nodes    {nodes}\ntime     {seconds:.3} s\nnodes/s  {speed}"
        )
    }
}
