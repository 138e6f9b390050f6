//! One puzzle, and what a line says.
//!
//! Three ways to write a puzzle are read, and may be mixed: EPD (a FEN and operations), a bare FEN with or
//! without a comment, and the batch files of UCCI engines, in which a `position` is followed by a `go`.

use std::time::Duration;

use thiserror::Error;

use crate::board::epd::{self, Operation};
use crate::board::{Board, Color, FenError, Move, ParseMoveError};
use crate::rules::{Game, IllegalMove, Outcome, Reason, RuleSet, judge};

/// The longest line that is read, in bytes. What is longer is no puzzle.
pub const LONGEST_LINE: usize = 1 << 16;

/// A puzzle as it was read.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position to solve, and the moves that led to it where they were given.
    pub game: Game,
    /// The operations of the line, in order.
    pub operations: Vec<Operation>,
    /// The limits of a `go` that belongs to it.
    pub go: Go,
}

impl Puzzle {
    fn new(board: Board, operations: Vec<Operation>) -> Puzzle {
        Puzzle {
            game: Game::new(board),
            operations,
            go: Go::default(),
        }
    }

    /// The operand of an operation, `None` without it.
    pub fn operation(&self, name: &str) -> Option<&str> {
        epd::find(&self.operations, name)
    }

    /// Whether there is anything left to solve.
    ///
    /// # Errors
    /// When the game is over. The natural limit does not count: a puzzle is asked as if it began here.
    pub fn is_open(&self, rules: &RuleSet) -> Result<(), Fault> {
        let rules = RuleSet {
            move_limit: 0,
            ..*rules
        };
        let verdict = judge(&self.game, &rules);
        let winner = match verdict.outcome {
            Outcome::Undecided => return Ok(()),
            Outcome::Win(winner) => Some(winner),
            Outcome::Draw => None,
        };
        let reason = verdict.reason;
        Err(Fault::Over { winner, reason })
    }
}

/// The limits of a puzzle, set for the batch or by a `go`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// Time: `movetime`, or `time`.
    pub time: Option<Duration>,
    /// Nodes.
    pub nodes: Option<u64>,
    /// Depth in plies, of the search or of the mate; `mate` in moves counts as twice that less one.
    pub depth: Option<u32>,
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A word in a list of moves: its number, from 1, and what is wrong with it.
    #[error("move {0} of the list: {1}")]
    NoMove(usize, #[source] ParseMoveError),
    /// A move that the rules do not allow.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A `position` that gives none, and what was found instead.
    #[error("'position' wants 'fen' or 'startpos' next, found '{0}'")]
    NoPosition(String),
    /// A `go` with a limit that is no number: its line, the limit and what was found.
    #[error("line {0}: go {1}: want a whole number, found '{2}'")]
    Go(u64, String, String),
    /// Bytes that are no text; the first of them, from 1.
    #[error("the line is not UTF-8: byte {0} of it belongs to no character")]
    NotText(usize),
    /// Too long to be a puzzle.
    #[error("the line is longer than {LONGEST_LINE} bytes")]
    TooLong,
    /// There is nothing left to solve.
    #[error("the game is over{}: {reason}", .winner.map_or(", drawn".to_owned(), |winner| format!(", {winner} has won")))]
    Over {
        /// Who has won, if anybody has.
        winner: Option<Color>,
        /// Why.
        reason: Reason,
    },
}

/// What a line is.
#[derive(Clone, Debug)]
pub enum Line {
    /// Empty, a comment, or a command that is no puzzle.
    Nothing,
    /// A `go`.
    Go(Result<Go, Fault>),
    /// A `position`: a `go` may follow.
    Position(Result<Puzzle, Fault>),
    /// A FEN or EPD.
    Puzzle(Result<Puzzle, Fault>),
}

/// Reads line number `number`.
///
/// ```
/// use chuhe::solve::batch::puzzle::{Line, read};
/// let Line::Puzzle(Ok(puzzle)) = read("4k4/9/9/9/9/9/9/9/4A4/3K5 b dm 2; # to be checked", 1) else {
///     panic!("a puzzle");
/// };
/// assert_eq!(puzzle.operation("dm"), Some("2"));
/// assert!(matches!(read("go depth 5", 2), Line::Go(Ok(go)) if go.depth == Some(5)));
/// ```
pub fn read(text: &str, number: u64) -> Line {
    // Some editors begin a file with a byte order mark.
    let text = without_comment(text.trim_start_matches('\u{feff}').trim());
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        // These commands are no puzzles.
        None
        | Some(
            "ucci" | "uci" | "setoption" | "isready" | "ucinewgame" | "stop" | "quit" | "banmoves"
            | "ponderhit",
        ) => Line::Nothing,
        Some("go") => Line::Go(go(words, number)),
        Some("position") => Line::Position(position(words)),
        Some(_) => {
            let (fen, operations) = epd::split(text);
            let board = Board::from_fen(&fen).map_err(Fault::from);
            Line::Puzzle(board.map(|board| Puzzle::new(board, operations)))
        }
    }
}

/// The line up to a `#` that stands outside quotation marks, at the beginning or behind white space.
fn without_comment(text: &str) -> &str {
    let (mut quoted, mut gap) = (false, true);
    for (place, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '#' if gap && !quoted => return text[..place].trim_end(),
            _ => {}
        }
        gap = character.is_whitespace();
    }
    text
}

/// `fen <fen> | startpos`, and `moves <move>...`.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Puzzle, Fault> {
    let kind = words.next().unwrap_or_default();
    let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let board = match (kind, fen.is_empty()) {
        ("startpos", true) => Board::startpos(),
        ("fen", _) => Board::from_fen(&fen.join(" "))?,
        _ => return Err(Fault::NoPosition(kind.to_owned())),
    };
    let mut puzzle = Puzzle::new(board, Vec::new());
    for (index, word) in words.enumerate() {
        let mv: Result<Move, _> = word.parse();
        puzzle
            .game
            .play(mv.map_err(|error| Fault::NoMove(index + 1, error))?)?;
    }
    Ok(puzzle)
}

/// The limits of a `go`; words that limit nothing are passed over.
fn go<'a>(mut words: impl Iterator<Item = &'a str>, line: u64) -> Result<Go, Fault> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        if !["depth", "nodes", "movetime", "time", "mate"].contains(&word) {
            continue;
        }
        let found = words.next().unwrap_or_default();
        if found == "infinite" {
            continue;
        }
        let amount: u64 = found
            .parse()
            .map_err(|_| Fault::Go(line, word.to_owned(), found.to_owned()))?;
        let plies = u32::try_from(amount).unwrap_or(u32::MAX);
        match word {
            "nodes" => go.nodes = Some(amount),
            "depth" => go.depth = Some(plies),
            "mate" => go.depth = Some(plies.saturating_mul(2).saturating_sub(1)),
            _ => go.time = Some(Duration::from_millis(amount)),
        }
    }
    Ok(go)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/3K5 b";

    fn fault(text: &str) -> String {
        match read(text, 7) {
            Line::Puzzle(Err(fault)) | Line::Position(Err(fault)) | Line::Go(Err(fault)) => {
                fault.to_string()
            }
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn comments_are_no_part_of_a_line() {
        for text in ["", "   ", "# 4k4/9 w", "\u{feff}# first", "ucci", "quit"] {
            assert!(matches!(read(text, 1), Line::Nothing), "{text}");
        }
        let line = read(&format!("{FEN} c0 \"no # here\"; # but here"), 1);
        let is_kept = |puzzle: &Puzzle| puzzle.operation("c0") == Some("no # here");
        assert!(matches!(line, Line::Puzzle(Ok(puzzle)) if is_kept(&puzzle)));
    }

    #[test]
    fn batch_files_are_read() {
        let fen = format!("position fen {FEN} - - 0 1");
        for (text, moves) in [("position startpos moves h2e2 h9g7", 2), (&fen, 0)] {
            let is_read = |puzzle: &Puzzle| puzzle.game.moves().len() == moves;
            assert!(matches!(read(text, 1), Line::Position(Ok(puzzle)) if is_read(&puzzle)));
        }
        let Line::Go(Ok(go)) = read("go mate 3 nodes 1000 infinite", 1) else {
            panic!("a go");
        };
        assert_eq!((go.depth, go.nodes, go.time), (Some(5), Some(1000), None));
    }

    #[test]
    fn faults_say_what_is_wrong() {
        for (text, what) in [
            ("rubbish", "the FEN has 1 rank, a board has 10"),
            (
                "position 4k4/9 w",
                "'position' wants 'fen' or 'startpos' next, found '4k4/9'",
            ),
            (
                "position startpos moves h2e2 zz",
                "move 2 of the list: 'zz' is not a move: want four characters such as h2e2",
            ),
            (
                "position startpos moves h2e2 a0a1",
                "move 2 of the list, a0a1, is not legal for black",
            ),
            (
                "go depth deep",
                "line 7: go depth: want a whole number, found 'deep'",
            ),
        ] {
            assert_eq!(fault(text), what);
        }
        assert!(fault("4k4/9/9/9/9/9/9/9/9/4K4 w").contains("face each other on file e"));
    }

    #[test]
    fn a_game_that_is_over_is_no_puzzle() {
        for (fen, fault) in [
            (
                "4k4/9/9/9/9/9/9/9/r8/3r1K3 w",
                "the game is over, black has won: checkmate",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/3K5 w",
                "the game is over, drawn: only the two generals are left",
            ),
            // Whatever the counter says, a puzzle begins here.
            ("3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 300 200", ""),
        ] {
            let puzzle = Puzzle::new(Board::from_fen(fen).unwrap(), Vec::new());
            let found = puzzle.is_open(&RuleSet::default()).err();
            assert_eq!(
                found.map_or(String::new(), |found| found.to_string()),
                fault
            );
        }
    }
}
