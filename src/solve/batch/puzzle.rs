//! One puzzle, and what a line says.
//!
//! Three ways to write a puzzle are understood, and may be mixed: EPD (a FEN and operations), a bare FEN with or
//! without a comment, and the batch files of UCCI engines, in which a `position` is followed by a `go`.

use std::time::Duration;

use thiserror::Error;

use crate::board::epd::{self, Operation};
use crate::board::{Board, FenError, Move, ParseMoveError};
use crate::rules::{Game, IllegalMove, Outcome, Reason, RuleSet, judge};

/// A puzzle as it was read.
#[derive(Clone, Debug)]
pub struct Puzzle {
    /// The position to solve, and how it came about where that was said.
    pub game: Game,
    /// What the line says of it, in order.
    pub operations: Vec<Operation>,
    /// The limits of a `go` that belongs to it.
    pub go: Go,
}

impl Puzzle {
    /// A position of which nothing is said.
    pub fn new(board: Board) -> Puzzle {
        Puzzle {
            game: Game::new(board),
            operations: Vec::new(),
            go: Go::default(),
        }
    }

    /// What an operation says, `None` without it.
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
        match verdict.outcome {
            Outcome::Undecided => Ok(()),
            Outcome::Win(winner) => Err(Fault::Over {
                winner: Some(winner.to_string()),
                reason: verdict.reason,
            }),
            Outcome::Draw => Err(Fault::Over {
                winner: None,
                reason: verdict.reason,
            }),
        }
    }
}

/// The limits that a `go` of a batch file sets; those of the batch come before them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Go {
    /// `movetime`, or `time`.
    pub time: Option<Duration>,
    /// `nodes`.
    pub nodes: Option<u64>,
    /// `depth`, in plies; `mate` in moves counts as twice that less one.
    pub depth: Option<u32>,
}

/// What is wrong with a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The position.
    #[error(transparent)]
    Fen(#[from] FenError),
    /// A word in a list of moves.
    #[error("move {number} of the list: {source}")]
    NoMove {
        /// Which of them, from 1.
        number: usize,
        /// What is wrong with it.
        source: ParseMoveError,
    },
    /// A move that the rules do not allow.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// A `position` that gives none.
    #[error("'position' wants 'fen' or 'startpos' next, found '{found}'")]
    NoPosition {
        /// What was found.
        found: String,
    },
    /// A `go` with a limit that is no number.
    #[error("line {line}: go {word}: want a whole number, found '{found}'")]
    Go {
        /// The line of the `go`.
        line: u64,
        /// Which limit.
        word: String,
        /// What was found.
        found: String,
    },
    /// Bytes that are no text.
    #[error("the line is not UTF-8: byte {at} of it belongs to no character")]
    NotText {
        /// Which byte, from 1.
        at: usize,
    },
    /// Too long to be a puzzle.
    #[error("the line is longer than {most} bytes")]
    TooLong {
        /// The longest a line may be.
        most: usize,
    },
    /// There is nothing left to solve.
    #[error("the game is over{}: {reason}", .winner.as_ref().map_or(", drawn".to_owned(), |winner| format!(", {winner} has won")))]
    Over {
        /// Who has won, if anybody has.
        winner: Option<String>,
        /// Why.
        reason: Reason,
    },
}

/// What a line is.
#[derive(Clone, Debug)]
pub enum Line {
    /// Empty, a comment, or a command that is no puzzle.
    Nothing,
    /// A `go`, with its words.
    Go(Result<Go, Fault>),
    /// A `position`: a `go` may follow.
    Position(Result<Puzzle, Fault>),
    /// A FEN or EPD.
    Puzzle(Result<Puzzle, Fault>),
}

/// Words with which lines of a batch file begin that say nothing of the puzzles.
const COMMANDS: [&str; 9] = [
    "ucci",
    "uci",
    "setoption",
    "isready",
    "ucinewgame",
    "stop",
    "quit",
    "banmoves",
    "ponderhit",
];

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
    // Some editors begin a file with a mark that is no part of the text.
    let text = without_comment(text.trim_start_matches('\u{feff}').trim());
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        None => Line::Nothing,
        Some("go") => Line::Go(go(words, number)),
        Some("position") => Line::Position(position(words)),
        Some(word) if COMMANDS.contains(&word) => Line::Nothing,
        Some(_) => Line::Puzzle(described(text)),
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

fn described(text: &str) -> Result<Puzzle, Fault> {
    let (fen, operations) = epd::split(text);
    Ok(Puzzle {
        operations,
        ..Puzzle::new(Board::from_fen(&fen)?)
    })
}

/// `fen <fen> | startpos`, and `moves <move>...`.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Puzzle, Fault> {
    let kind = words.next().unwrap_or_default();
    let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let board = match (kind, fen.is_empty()) {
        ("startpos", true) => Board::startpos(),
        ("fen", _) => Board::from_fen(&fen.join(" "))?,
        _ => {
            let found = kind.to_owned();
            return Err(Fault::NoPosition { found });
        }
    };
    let mut puzzle = Puzzle::new(board);
    for (index, word) in words.enumerate() {
        let number = index + 1;
        let mv: Move = word
            .parse()
            .map_err(|source| Fault::NoMove { number, source })?;
        puzzle.game.play(mv)?;
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
        let amount: u64 = found.parse().map_err(|_| Fault::Go {
            line,
            word: word.to_owned(),
            found: found.to_owned(),
        })?;
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
        let Line::Puzzle(Ok(puzzle)) = read(&format!("{FEN} c0 \"no # here\"; # but here"), 1)
        else {
            panic!("a puzzle");
        };
        assert_eq!(puzzle.operation("c0"), Some("no # here"));
    }

    #[test]
    fn batch_files_are_read() {
        let Line::Position(Ok(puzzle)) = read("position startpos moves h2e2 h9g7", 1) else {
            panic!("a position");
        };
        assert_eq!(puzzle.game.moves().len(), 2);
        let Line::Position(Ok(puzzle)) = read(&format!("position fen {FEN} - - 0 1"), 1) else {
            panic!("a position");
        };
        assert!(puzzle.game.moves().is_empty());
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
        let over = |fen: &str| {
            let puzzle = Puzzle::new(Board::from_fen(fen).unwrap());
            let fault = puzzle.is_open(&RuleSet::default());
            fault.map_or_else(|fault| fault.to_string(), |()| String::new())
        };
        assert_eq!(
            over("4k4/9/9/9/9/9/9/9/r8/3r1K3 w"),
            "the game is over, black has won: checkmate"
        );
        assert_eq!(
            over("4k4/9/9/9/9/9/9/9/9/3K5 w"),
            "the game is over, drawn: only the two generals are left"
        );
        // Whatever the counter says, a puzzle begins here.
        assert_eq!(over("3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 300 200"), "");
    }
}
