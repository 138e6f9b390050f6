//! How long an engine may think.

use std::fmt;
use std::ops::RangeInclusive;
use std::str::FromStr;
use std::time::Duration;

use serde::{Deserialize, Serialize};
use thiserror::Error;

use crate::board::Color;
use crate::config::toml_file::{Entries, Wrong};

/// Milliseconds for each move.
pub const MOVETIME: RangeInclusive<i64> = 1..=86_400_000;
/// Nodes for each move.
pub const NODES: RangeInclusive<i64> = 1..=i64::MAX;
/// Plies of depth.
pub const DEPTH: RangeInclusive<i64> = 1..=1_000;

/// How the thinking of a whole game is limited. Times are in milliseconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Control {
    /// A clock for each side, and what is added to it after each move.
    Clock {
        /// What is on it at the beginning.
        base: u64,
        /// What each move brings.
        increment: u64,
    },
    /// As much for each move.
    MoveTime(u64),
    /// So many nodes for each move; no clock.
    Nodes(u64),
    /// So many plies deep with each move; no clock.
    Depth(u32),
}

/// How the thinking about one move is limited: what is said with `go`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Thinking {
    /// By the clocks.
    Clock {
        /// Whose move it is.
        side: Color,
        /// What is left on the clock of each side, by [`Color::index`].
        left: [Duration; 2],
        /// What the move will bring.
        increment: Duration,
    },
    /// By a time for this move.
    MoveTime(Duration),
    /// By nodes.
    Nodes(u64),
    /// By depth.
    Depth(u32),
}

/// A text that is no time control.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
#[error("want seconds and increment, such as 10+0.1 or 60")]
pub struct ParseClockError;

/// Reads the clock `seconds+increment`; the increment may be left out.
///
/// ```
/// use chuhe::arena::control::{Control, parse_clock};
/// assert_eq!(parse_clock("3+0.03"), Ok(Control::Clock { base: 3_000, increment: 30 }));
/// assert_eq!(parse_clock("60"), Ok(Control::Clock { base: 60_000, increment: 0 }));
/// assert!(parse_clock("0+1").is_err() && parse_clock("a").is_err());
/// ```
///
/// # Errors
/// When the text is something else, or nothing is on the clock.
pub fn parse_clock(text: &str) -> Result<Control, ParseClockError> {
    /// More than any game takes, and far from overflow.
    const MOST: f64 = 1e6;
    let milliseconds = |text: &str| {
        let seconds = f64::from_str(text).map_err(|_| ParseClockError)?;
        match (0.0..=MOST).contains(&seconds) {
            true => Ok((seconds * 1000.0).round() as u64),
            false => Err(ParseClockError),
        }
    };
    let (base, increment) = text.split_once('+').unwrap_or((text, "0"));
    let (base, increment) = (milliseconds(base)?, milliseconds(increment)?);
    match base {
        0 => Err(ParseClockError),
        _ => Ok(Control::Clock { base, increment }),
    }
}

/// Reads the one limit that a table sets, if any: `tc`, `movetime`, `nodes` or `depth`.
///
/// # Errors
/// When two are set, or one makes no sense.
pub fn read_control(table: &Entries) -> Result<Option<Control>, Wrong> {
    let tc = match (table.text("tc")?, table.value("tc")) {
        (Some(tc), Some(value)) => {
            let wrong = |error| table.complaint("tc", value, &format!("{error}"));
            Some(parse_clock(tc).map_err(wrong)?)
        }
        _ => None,
    };
    let movetime = table.whole("movetime", MOVETIME)?.map(Control::MoveTime);
    let nodes = table.whole("nodes", NODES)?.map(Control::Nodes);
    let depth = table.whole("depth", DEPTH)?.map(Control::Depth);
    let limits = [
        ("tc", tc),
        ("movetime", movetime),
        ("nodes", nodes),
        ("depth", depth),
    ];
    let mut set = limits.into_iter().filter(|(_, control)| control.is_some());
    match (set.next(), set.next()) {
        (first, None) => Ok(first.and_then(|(_, control)| control)),
        (_, Some((key, _))) => {
            let what = "want but one of tc, movetime, nodes and depth";
            Err(table.wrong(key, what.to_owned()))
        }
    }
}

impl fmt::Display for Control {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Control::Clock { base, increment } => write!(
                f,
                "{}+{} s",
                base as f64 / 1000.0,
                increment as f64 / 1000.0
            ),
            Control::MoveTime(time) => write!(f, "{time} ms a move"),
            Control::Nodes(nodes) => write!(f, "{nodes} nodes a move"),
            Control::Depth(depth) => write!(f, "depth {depth}"),
        }
    }
}
