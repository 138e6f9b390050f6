//! What a GUI can ask, whatever dialect it asks in.

use std::time::Duration;

use crate::board::{Board, Move};
use crate::rules::{Game, IllegalMove};
use crate::search::{Clock, Limits};

/// What a GUI can ask.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Command {
    /// Introduce yourself: who you are, which options you have.
    Hello,
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Whose time it is, and what the opponent said with the last move.
    pub prefix: Prefix,
    /// Depth in plies. 0 asks for the static score alone.
    pub depth: Option<u32>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// A fixed time for this move.
    pub movetime: Option<Amount>,
    /// Time left on the clock.
    pub time: Option<Amount>,
    /// Time added after each move.
    pub increment: Option<Amount>,
    /// Moves until more time is given.
    pub moves_to_go: Option<u32>,
}

impl Go {
    /// What ends the search, with times in milliseconds or in seconds.
    pub fn limits(self, use_milliseconds: bool) -> Limits {
        let duration = |amount: Amount| match use_milliseconds {
            true => amount.milliseconds(),
            false => amount.seconds(),
        };
        Limits {
            depth: self.depth,
            // A search of no node has no move.
            nodes: self.nodes.map(|nodes| nodes.max(1)),
            movetime: self.movetime.map(duration),
            clock: self.time.map(|time| Clock {
                remaining: duration(time),
                increment: self.increment.map(duration).unwrap_or_default(),
                moves_to_go: self.moves_to_go.filter(|&moves| moves > 0),
            }),
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

/// A length of time, in whatever unit the options say.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Amount {
    thousandths: u64,
}

impl Amount {
    /// More than any clock holds: 100 days, in whichever unit. Sums of it with anything stay far
    /// from overflow.
    const MAX: Duration = Duration::from_secs(100 * 24 * 3600);

    /// So many thousandths of the unit.
    pub const fn from_thousandths(thousandths: u64) -> Amount {
        Amount { thousandths }
    }

    /// The time this is when it counts seconds.
    ///
    /// ```
    /// use std::time::Duration;
    /// use chuhe::protocol::Amount;
    /// let amount = Amount::from_thousandths(1_500);
    /// assert_eq!(amount.seconds(), Duration::from_millis(1_500));
    /// assert_eq!(amount.milliseconds(), Duration::from_micros(1_500));
    /// ```
    pub fn seconds(self) -> Duration {
        Duration::from_millis(self.thousandths).min(Amount::MAX)
    }

    /// The time this is when it counts milliseconds.
    pub fn milliseconds(self) -> Duration {
        Duration::from_micros(self.thousandths).min(Amount::MAX)
    }
}
