//! The commands of a GUI, in either protocol.

use std::time::Duration;

use super::script::Script;
use crate::board::{Board, Color, Move};
use crate::rules::{Game, IllegalMove};
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
    /// Speak this protocol; answered by who the engine is and which options it has.
    Hello(Protocol),
    /// Answer when all that was asked before is done.
    IsReady,
    /// Change an option.
    SetOption {
        /// Its name.
        name: String,
        /// Its new value, as text; empty for a button.
        value: String,
    },
    /// Set the position to search.
    Position(Setup),
    /// Do not play these moves in this position.
    BanMoves(Vec<Move>),
    /// Search.
    Go(Go),
    /// Stop the search and answer.
    Stop,
    /// The opponent played the move that was pondered on.
    PonderHit {
        /// The opponent offers a draw with it.
        draw: bool,
    },
    /// Report what the hash table holds on this position.
    Probe(Setup),
    /// A command for people and scripts.
    Script(Script),
    /// End the program.
    Quit,
}

/// A position: where the game began and the moves since, which have yet to be checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setup {
    /// The position of the FEN.
    pub board: Box<Board>,
    /// The moves that followed.
    pub moves: Vec<Move>,
}

impl Setup {
    /// Plays the moves.
    ///
    /// # Errors
    /// The first move that is not legal.
    pub fn game(self) -> Result<Game, IllegalMove> {
        let mut game = Game::new(*self.board);
        for mv in self.moves {
            game.play(mv)?;
        }
        Ok(game)
    }
}

/// The limits of a search. Times are in thousandths of a second, or of a millisecond: the options say which.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Search on the opponent's time, for the answer to the move expected from it.
    pub ponder: bool,
    /// The opponent offers a draw.
    pub draw: bool,
    /// Depth in plies. 0 asks for the static score alone.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A fixed time for this move.
    pub movetime: Option<u64>,
    /// Time left on red's clock and on black's.
    pub time: [Option<u64>; 2],
    /// Time added to red's clock and to black's after each move.
    pub increment: [Option<u64>; 2],
    /// Times are in thousandths of a millisecond, whatever the options say.
    pub in_milliseconds: bool,
    /// Moves until more time is given.
    pub moves_to_go: Option<u32>,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// Answer only at `stop`, whatever has been found.
    pub infinite: bool,
    /// Play one of these moves.
    pub only: Option<Vec<Move>>,
    /// Words that were not understood and skipped.
    pub unknown: Vec<String>,
}

impl Go {
    /// The longest time, 100 days: sums of it with anything stay far from overflow.
    const LONGEST: Duration = Duration::from_secs(100 * 24 * 3600);

    /// Returns what ends the search of this side.
    pub fn limits(&self, use_milliseconds: bool, side: Color) -> Limits {
        let duration = |thousandths| {
            let duration = match self.in_milliseconds || use_milliseconds {
                true => Duration::from_micros(thousandths),
                false => Duration::from_millis(thousandths),
            };
            duration.min(Go::LONGEST)
        };
        let increment = self.increment[side.index()];
        Limits {
            depth: self.depth,
            // A search of no node has no move.
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            movetime: self.movetime.map(duration),
            clock: self.time[side.index()].map(|time| Clock {
                remaining: duration(time),
                increment: increment.map(duration).unwrap_or_default(),
                moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
            }),
            mate: self.mate,
            wait_for_stop: self.infinite,
            ..Limits::default()
        }
    }
}
