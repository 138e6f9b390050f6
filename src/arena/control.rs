//! Time controls: how long an engine may think.

use std::fmt;
use std::time::Duration;

use clap::Args;
use serde::{Deserialize, Serialize};

use crate::board::Color;
use crate::config::numbers::{ValueError, number};

/// How long the engines may think.
#[derive(Clone, Debug, Default, Args)]
#[group(multiple = false)]
pub struct LimitArgs {
    /// A clock: seconds for the game and increment for each move, such as 10+0.1.
    #[arg(long, value_name = "TC", value_parser = parse_clock)]
    pub tc: Option<Control>,

    /// A time for each move, in milliseconds.
    #[arg(long, value_name = "MS", allow_negative_numbers = true, value_parser = number::<u64>(1..=86_400_000))]
    pub movetime: Option<u64>,

    /// Nodes for each move.
    #[arg(long, value_name = "N", allow_negative_numbers = true, value_parser = number::<u64>(1..=i64::MAX))]
    pub nodes: Option<u64>,

    /// Depth of each move, in plies.
    #[arg(long, value_name = "D", allow_negative_numbers = true, value_parser = number::<u32>(1..=1_000))]
    pub depth: Option<u32>,
}

impl LimitArgs {
    /// The limit that is set, if any is.
    pub fn control(&self) -> Option<Control> {
        let movetime = self.movetime.map(Control::MoveTime);
        let nodes = self.nodes.map(Control::Nodes);
        let depth = self.depth.map(Control::Depth);
        self.tc.or(movetime).or(nodes).or(depth)
    }
}

/// The limit of the thinking in a whole game. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// A clock for each side.
    Clock {
        /// The time for the game.
        base: u64,
        /// The time that each move adds.
        increment: u64,
    },
    /// A time for each move.
    MoveTime(u64),
    /// Nodes for each move.
    Nodes(u64),
    /// The depth of each move, in plies.
    Depth(u32),
}

/// What is sent with `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Thinking {
    /// The time control of the game.
    pub control: Control,
    /// The side to move.
    pub side: Color,
    /// What is left on the clock of each side, by [`Color::index`].
    pub left: [Duration; 2],
}

/// Reads a clock `seconds+increment`; the increment may be left out.
///
/// ```
/// use chuhe::arena::control::{Control, parse_clock};
/// assert_eq!(parse_clock("3+0.03"), Ok(Control::Clock { base: 3_000, increment: 30 }));
/// assert_eq!(parse_clock("60"), Ok(Control::Clock { base: 60_000, increment: 0 }));
/// assert!(parse_clock("0+1").is_err() && parse_clock("a").is_err());
/// ```
///
/// # Errors
/// If the text is something else, the clock is empty, or a time is more than a million seconds.
pub fn parse_clock(text: &str) -> Result<Control, ValueError> {
    let milliseconds = |text: &str| {
        let seconds = text
            .parse()
            .ok()
            .filter(|seconds| (0.0..=1e6).contains(seconds));
        seconds.map(|seconds: f64| (seconds * 1000.0).round() as u64)
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    match (milliseconds(base), milliseconds(increment)) {
        (Some(base @ 1..), Some(increment)) => Ok(Control::Clock { base, increment }),
        _ => Err(ValueError(
            "seconds and increment, such as 10+0.1 or 60".to_owned(),
        )),
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let seconds = |milliseconds: u64| milliseconds as f64 / 1000.0;
        match *self {
            Control::Clock { base, increment } => {
                write!(f, "{}+{} s", seconds(base), seconds(increment))
            }
            Control::MoveTime(time) => write!(f, "{time} ms a move"),
            Control::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Control::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}
