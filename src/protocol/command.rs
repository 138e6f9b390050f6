//! What a GUI can ask, whatever dialect it asks in.

use std::time::Duration;

use super::dialect::protocol::Protocol;
use super::script::Script;
use crate::board::{Board, Color, Move};
use crate::rules::{Game, IllegalMove};
use crate::search::{Clock, Limits};

/// What a GUI can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Introduce yourself in this protocol: who you are, which options you have.
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
    /// Think about this position from now on.
    Position(Setup),
    /// Do not play these moves in this position.
    BanMoves(Vec<Move>),
    /// Think.
    Go(Go),
    /// Stop thinking and answer.
    Stop,
    /// The opponent played the move that was pondered on.
    PonderHit {
        /// The opponent offers a draw with it.
        draw: bool,
    },
    /// Tell what the hash table holds on this position.
    Probe(Setup),
    /// A command for people and scripts.
    Script(Script),
    /// End the program.
    Quit,
}

/// A position: where it began and what was played since. The moves have yet to be checked.
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
    /// At the first move that is not legal.
    ///
    /// ```
    /// use chuhe::board::Board;
    /// use chuhe::protocol::Setup;
    /// let setup = |moves: &[&str]| Setup {
    ///     board: Box::new(Board::startpos()),
    ///     moves: moves.iter().map(|text| text.parse().unwrap()).collect(),
    /// };
    /// assert_eq!(setup(&["h2e2", "h9g7"]).game().unwrap().moves().len(), 2);
    /// let fault = setup(&["h2e2", "h0g2"]).game().unwrap_err();
    /// assert_eq!(fault.to_string(), "move 2 of the list, h0g2, is not legal for black");
    /// ```
    pub fn game(self) -> Result<Game, IllegalMove> {
        let mut game = Game::new(*self.board);
        for mv in self.moves {
            game.play(mv)?;
        }
        Ok(game)
    }
}

/// How to think.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Whose time it is, and what the opponent said with the last move.
    pub prefix: Prefix,
    /// Depth in plies. 0 asks for the static score alone.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A fixed time for this move.
    pub movetime: Option<Amount>,
    /// Time left on the clock of whoever is to move, where that is told.
    pub time: Option<Amount>,
    /// Time added after each move.
    pub increment: Option<Amount>,
    /// Red's clock and black's, where they are told by colour: time left and time added.
    pub clocks: [(Option<Amount>, Option<Amount>); 2],
    /// Moves until more time is given.
    pub moves_to_go: Option<u32>,
    /// Look for a mate in so many moves.
    pub mate: Option<u32>,
    /// Answer only when told to stop, whatever has been found.
    pub infinite: bool,
    /// Play one of these moves.
    pub only: Option<Vec<Move>>,
    /// Words that were not understood, and passed over.
    pub unknown: Vec<String>,
}

impl Go {
    /// What ends the search of this side. Times whose unit is not said are in milliseconds or in seconds.
    pub fn limits(&self, use_milliseconds: bool, side: Color) -> Limits {
        let duration = |amount: Amount| amount.duration(use_milliseconds);
        let (time, increment) = match self.time {
            Some(_) => (self.time, self.increment),
            None => self.clocks[side.index()],
        };
        Limits {
            depth: self.depth,
            // A search of no node has no move.
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            movetime: self.movetime.map(duration),
            clock: time.map(|time| Clock {
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

/// What kind of `go` it is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Prefix {
    /// Our move.
    #[default]
    Plain,
    /// The opponent's: think about the answer to the move expected from it.
    Ponder,
    /// Our move, and the opponent offers a draw.
    Draw,
}

/// A length of time, in milliseconds or in whatever unit the options say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Amount {
    thousandths: u64,
    /// The unit is the millisecond, whatever the options say.
    fixed: bool,
}

impl Amount {
    /// More than any clock holds: 100 days, in whichever unit. Sums of it with anything stay far
    /// from overflow.
    const MAX: Duration = Duration::from_secs(100 * 24 * 3600);

    /// So many thousandths of the unit.
    pub const fn from_thousandths(thousandths: u64) -> Amount {
        Amount {
            thousandths,
            fixed: false,
        }
    }

    /// The same number, of milliseconds whatever the options say.
    pub const fn in_milliseconds(self) -> Amount {
        Amount {
            fixed: true,
            ..self
        }
    }

    /// The time this is, in milliseconds if the options say so, or in seconds.
    ///
    /// ```
    /// use std::time::Duration;
    /// use chuhe::protocol::Amount;
    /// let amount = Amount::from_thousandths(1_500);
    /// assert_eq!(amount.duration(false), Duration::from_millis(1_500));
    /// assert_eq!(amount.duration(true), Duration::from_micros(1_500));
    /// ```
    pub fn duration(self, use_milliseconds: bool) -> Duration {
        let duration = match self.fixed || use_milliseconds {
            true => Duration::from_micros(self.thousandths),
            false => Duration::from_millis(self.thousandths),
        };
        duration.min(Amount::MAX)
    }
}
