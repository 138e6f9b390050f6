//! Time controls: a clock, a time for each move, nodes or depth.

use std::fmt;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::config::numbers::{ValueError, integer};

/// The options that set a time control.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = false)]
pub struct LimitArgs {
    /// A clock: seconds for the game and increment for each move, such as 10+0.1.
    #[arg(long, value_name = "TC", value_parser = parse_clock)]
    pub tc: Option<TimeControl>,

    /// A time for each move, in milliseconds.
    ///
    /// UCCI has no fixed time for a move, so Chuhe gets `go time T movestogo 1` and keeps part of it in
    /// reserve, as on a clock; with proto=uci it uses all of it except the overhead.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = integer::<u64>(1..=86_400_000))]
    pub movetime: Option<u64>,

    /// Nodes for each move.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = integer::<u64>(1..=i64::MAX))]
    pub nodes: Option<u64>,

    /// Depth of each move, in plies.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = integer::<u32>(1..=1_000))]
    pub depth: Option<u32>,
}

impl LimitArgs {
    /// The time control that is set, `None` if none is.
    pub fn control(&self) -> Option<TimeControl> {
        let movetime = self.movetime.map(TimeControl::MoveTime);
        let nodes = self.nodes.map(TimeControl::Nodes);
        let depth = self.depth.map(TimeControl::Depth);
        self.tc.or(movetime).or(nodes).or(depth)
    }
}

/// The time control of a game. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum TimeControl {
    /// A clock for each side.
    Clock {
        /// The time for the game.
        base: u64,
        /// The time that is added after each move.
        increment: u64,
    },
    /// A time for each move.
    MoveTime(u64),
    /// Nodes for each move.
    Nodes(u64),
    /// The depth of each move, in plies.
    Depth(u32),
}

/// The parameters of a `go` command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GoParameters {
    /// The time control of the game.
    pub control: TimeControl,
    /// The side to move.
    pub side: Color,
    /// The remaining time of each side, by [`Color::index`].
    pub left: [Duration; 2],
}

/// Parses a clock `seconds+increment`; the increment is optional.
///
/// ```
/// use chuhe::arena::control::{TimeControl, parse_clock};
/// assert_eq!(parse_clock("3+0.03"), Ok(TimeControl::Clock { base: 3_000, increment: 30 }));
/// assert_eq!(parse_clock("60"), Ok(TimeControl::Clock { base: 60_000, increment: 0 }));
/// assert!(parse_clock("0+1").is_err() && parse_clock("a").is_err());
/// ```
///
/// # Errors
/// If the text has another form, the base time is 0, or a time is more than a million seconds.
pub fn parse_clock(text: &str) -> Result<TimeControl, ValueError> {
    let milliseconds = |text: &str| {
        let seconds = text.parse().ok();
        let seconds = seconds.filter(|seconds| (0.0..=1e6).contains(seconds));
        seconds.map(|seconds: f64| (seconds * 1000.0).round() as u64)
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (milliseconds(base), milliseconds(increment)) {
        (Some(base @ 1..), Some(increment)) => Ok(TimeControl::Clock { base, increment }),
        _ => Err(ValueError(
            "seconds and increment, such as 10+0.1 or 60".to_owned(),
        )),
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
        match *self {
            TimeControl::Clock { base, increment } => {
                write!(f, "{}+{} s", seconds(base), seconds(increment))
            }
            TimeControl::MoveTime(time) => write!(f, "{time} ms a move"),
            TimeControl::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            TimeControl::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}
