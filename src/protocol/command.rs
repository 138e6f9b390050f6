//! The commands of a GUI, in either protocol.

use std::time::Duration;

use super::console::ConsoleCommand;
use crate::board::{Board, Color, Move};
use crate::rules::Game;
use crate::search::{Clock, Limits};

/// A protocol between a GUI and an engine.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Protocol {
    /// UCCI 3.0.
    Ucci,
    /// UCI, as GUIs for xiangqi use it (the Cyclone dialect).
    Uci,
}

/// A command of a GUI.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Selects this protocol; the response lists the engine's name and options.
    Greeting(Protocol),
    /// Requests a response when all earlier commands are done.
    IsReady,
    /// Changes an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value, as text; empty for a button.
        value: String,
    },
    /// Sets the game whose last position is searched.
    Position(Box<Game>),
    /// Forbids these moves in this position.
    BanMoves(Vec<Move>),
    /// Starts a search.
    Go(Go),
    /// Stops the search, which is then answered.
    Stop,
    /// Reports that the opponent played the expected move.
    PonderHit {
        /// The opponent offers a draw with it.
        draw: bool,
    },
    /// Requests the hash table's entry for this position.
    Probe(Box<Board>),
    /// A console command.
    Console(ConsoleCommand),
    /// Ends the program.
    Quit,
}

/// The words of a `go`. Times are in milliseconds or microseconds: thousandths of the unit that an option selects.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search on the opponent's time, after the move expected from it.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw_offered: bool,
    /// The limits other than times. Depth 0 requests the static evaluation alone.
    pub limits: Limits,
    /// A fixed time for this move.
    pub movetime: Option<u64>,
    /// Time left on red's clock and on black's.
    pub time: [Option<u64>; 2],
    /// Time added to red's clock and to black's after each move.
    pub increment: [Option<u64>; 2],
    /// The unit of times is the millisecond, whatever the option.
    pub in_milliseconds: bool,
    /// Moves until time is added to the clock.
    pub moves_to_go: Option<u32>,
    /// Play one of these moves; any move if there are none.
    pub search_moves: Vec<Move>,
    /// The first unknown word; all are skipped.
    pub unknown_word: Option<String>,
}

impl Go {
    /// Returns all limits of a search by this side.
    pub fn timed_limits(&self, use_milliseconds: bool, side: Color) -> Limits {
        let duration = match self.in_milliseconds || use_milliseconds {
            true => Duration::from_micros,
            false => Duration::from_millis,
        };
        // A script may give the time of one side only.
        let own = |times: [Option<u64>; 2]| times[side.index()].or(times[(!side).index()]);
        let increment = match self.time[side.index()] {
            Some(_) => self.increment[side.index()],
            None => own(self.increment),
        };
        Limits {
            movetime: self.movetime.map(duration),
            clock: own(self.time).map(|time| Clock {
                remaining: duration(time),
                increment: increment.map(duration).unwrap_or_default(),
                moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
            }),
            ..self.limits
        }
    }
}
