//! A puzzle of a batch, its limits, and what makes it invalid.

use std::str::Utf8Error;
use std::time::Duration;

use thiserror::Error;

use crate::board::epd::{self, Operation};
use crate::board::{Board, Color, FenError, Move};
use crate::games::GameTree;
use crate::games::move_list::MoveListError;
use crate::notation::{self, ReadError};
use crate::rules::{Game, Outcome, Reason, RuleSet, judge};

/// The longest line that is read, in bytes. A longer line is invalid.
pub const MAX_LINE_BYTES: usize = 1 << 24;

/// A puzzle of the input.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position to solve, with the moves before it if the line has them.
    pub game: Game,
    /// The operations of the line, in order.
    pub operations: Vec<Operation>,
    /// The limits of the `go` that follows it.
    pub limits: PuzzleLimits,
}

impl Puzzle {
    /// The puzzle of the last position of a game, without operations and limits.
    pub fn new(game: Game) -> Puzzle {
        Puzzle {
            game,
            operations: Vec::new(),
            limits: PuzzleLimits::default(),
        }
    }

    /// The puzzle of a game in a file: the position in which it begins, or its last position if it begins at the initial position.
    /// The operation `id` is the tag `Title`, or `Event` if that has no text.
    pub fn of_game(tree: &GameTree) -> Puzzle {
        let is_set_up = tree.start != Board::startpos();
        let game = tree.game(if is_set_up { 0 } else { usize::MAX });
        let mut puzzle = Puzzle::new(Game::new(game.board().clone()));
        let names = ["Title", "Event"].into_iter();
        let mut names = names.filter_map(|tag| tree.tag(tag).map(str::trim));
        // PGN has a question mark for an unknown event.
        if let Some(name) = names.find(|name| !["", "?"].contains(name)) {
            let name = name.replace(char::is_control, " ");
            puzzle.operations.push(("id".to_owned(), name));
        }
        puzzle
    }

    /// The operand of the first operation named `name`.
    pub fn operand(&self, name: &str) -> Option<&str> {
        epd::find(&self.operations, name)
    }

    /// The moves of an operation such as `bm`, in any notation; `None` without the operation.
    ///
    /// # Errors
    /// If one is no legal move.
    pub fn moves_of(&self, name: &'static str) -> Result<Option<Vec<Move>>, PuzzleError> {
        let Some(text) = self.operand(name) else {
            return Ok(None);
        };
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let moves = words.map(|word| notation::read(self.game.board(), word));
        let moves = moves.collect::<Result<_, _>>();
        moves
            .map(Some)
            .map_err(|error| PuzzleError::OperationMove(name, error))
    }

    /// Checks that the game is not over.
    ///
    /// # Errors
    /// If the game is over.
    pub(super) fn check_open(&self, rules: &RuleSet) -> Result<(), PuzzleError> {
        let verdict = judge(&self.game, rules);
        let winner = match verdict.outcome {
            Outcome::Undecided => return Ok(()),
            Outcome::Win(winner) => Some(winner),
            Outcome::Draw => None,
        };
        let reason = verdict.reason;
        Err(PuzzleError::Over { winner, reason })
    }
}

/// The limits of a puzzle, set for the batch or by a `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct PuzzleLimits {
    /// The wall-clock time (`movetime` or `time` of a `go`).
    pub time: Option<Duration>,
    /// The nodes.
    pub nodes: Option<u64>,
    /// The depth of the search or the length of the mate, in plies. `mate N` of a `go` sets 2N - 1.
    pub depth: Option<u32>,
}

/// The error of an invalid puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum PuzzleError {
    /// The FEN is invalid.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// The line is a result of `chuhe solve`.
    #[error(
        "a result in JSON, not a puzzle; `chuhe solve --from-results FILE` writes results in another format"
    )]
    ResultLine,
    /// The line has no ranks.
    #[error("expected a FEN, ten ranks separated by /, or startpos")]
    NoFen,
    /// A move of a `position` cannot be read, or is not legal.
    #[error(transparent)]
    MoveList(#[from] MoveListError),
    /// The operation of this name has a word that is no move of the position.
    #[error("{0}: {1}")]
    OperationMove(&'static str, #[source] ReadError),
    /// A `position` without `fen` or `startpos`, or with more than `startpos` before its moves: what was found instead.
    #[error("'position': expected 'fen' or 'startpos', found '{0}'")]
    NoPosition(String),
    /// A `go` or `banmoves` after a `position` has an error: its line number, and the error.
    #[error("line {0}: {1}")]
    Command(u64, String),
    /// A game of a file has an error: its number, from 1, and the error.
    #[error("game {0}: {1}")]
    Game(u64, String),
    /// A text before the FEN that is neither a number nor a name with a colon: the text.
    #[error("'{0}' stands before the FEN: end a name with a colon, or leave it out")]
    Prefix(String),
    /// The row of a table has no position.
    #[error("the position is missing")]
    EmptyPosition,
    /// A table has no column of positions.
    #[error("the table has no column with positions: name it fen or 局面")]
    NoPositionColumn,
    /// The line is not UTF-8.
    #[error("the line is not UTF-8: byte {} of it belongs to no character", .0.valid_up_to() + 1)]
    NotText(#[source] Utf8Error),
    /// The line is longer than [`MAX_LINE_BYTES`].
    #[error("the line is longer than {MAX_LINE_BYTES} bytes")]
    TooLong,
    /// The game is over.
    #[error("the game is over{}: {reason}", .winner.map_or(", drawn".to_owned(), |winner| format!(", {winner} has won")))]
    Over {
        /// The winner; `None` for a draw.
        winner: Option<Color>,
        /// The reason of the verdict.
        reason: Reason,
    },
}
