//! The bench: the same positions to the same depth, to compare searches.
//!
//! The nodes of all together are the signature of the search: a change that should not alter the search must keep it.

use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use web_time::Instant;

use super::engine::Engine;
use super::report::Outcome;
use super::request::{Limits, Request};
use super::score::ScoreText;
use crate::board::Board;
use crate::rules::Game;

/// The positions, carried in the program: EPD, see [`crate::board::positions`].
pub const POSITIONS: &str = include_str!("../../positions/bench.epd");
/// The depth, in plies.
pub const DEPTH: u32 = 10;
/// The size of the hash table, MiB.
pub const HASH_MIB: usize = 16;

/// Searches a position to a depth, with an empty table and no history. The time excludes clearing them.
pub fn search(engine: &mut Engine, board: &Board, depth: u32) -> (Outcome, Duration) {
    search_until(engine, board, depth, &AtomicBool::new(false)).unwrap_or_default()
}

/// The same, but `None` soon after `stop` is set.
///
/// ```
/// use chuhe::board::Board;
/// use chuhe::search::{Engine, Settings, bench};
/// use std::sync::atomic::AtomicBool;
/// let mut engine = Engine::new(Settings { hash_mib: 1, ..Settings::default() });
/// let board = Board::startpos();
/// let whole = bench::search_until(&mut engine, &board, 3, &AtomicBool::new(false)).unwrap();
/// assert_eq!(whole.0.nodes, bench::search(&mut engine, &board, 3).0.nodes);
/// assert!(bench::search_until(&mut engine, &board, 100, &AtomicBool::new(true)).is_none());
/// ```
pub fn search_until(
    engine: &mut Engine,
    board: &Board,
    depth: u32,
    stop: &AtomicBool,
) -> Option<(Outcome, Duration)> {
    engine.clear();
    let limits = Limits {
        depth: Some(depth),
        ..Limits::default()
    };
    let request = Request::new(Game::new(board.clone()), limits);
    let start = Instant::now();
    let outcome = engine.search_until(request, stop, |_| {});
    let elapsed = start.elapsed();
    (!stop.load(Ordering::Relaxed)).then_some((outcome, elapsed))
}

/// The heading of the table, without the line's end.
pub fn heading(depth: u32) -> String {
    format!("  #         nodes  move          score  position, depth {depth}")
}

/// A line of the table, without its end.
pub fn row(number: usize, id: &str, outcome: &Outcome) -> String {
    let best = outcome.best.map_or("-".to_owned(), |mv| mv.to_string());
    let (nodes, score) = (outcome.nodes, ScoreText(outcome.score));
    let line = format!("{number:>3} {nodes:>13}  {best:<4}  {score:>13}  {id}");
    line.trim_end().to_owned()
}

/// Nodes, time, and nodes a second, in three lines, without the last line's end.
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
    pub nodes: u64,
    pub elapsed: Duration,
}

impl Speed {
    /// Nodes a second, rounded; 0 when no time was measured.
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
