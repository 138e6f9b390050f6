//! A puzzle, and the parser of an input line.
//!
//! An input can mix three formats: EPD (a FEN and operations), a bare FEN with or without a comment, and the batch files of
//! UCCI engines, in which a `go` follows a `position`.

use std::sync::Arc;
use std::time::Duration;

use thiserror::Error;

use crate::board::epd::{self, Operation};
use crate::board::{Board, Color, FenError, Move, ParseMoveError};
use crate::games::GameTree;
use crate::rules::{Game, IllegalGameMove, Outcome, Reason, RuleSet, judge};

/// The longest line that is read, in bytes. A longer line is invalid.
pub const MAX_LINE_BYTES: usize = 1 << 16;

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

    /// The puzzle of a game in a file: the position in which it begins, or its last position if it begins at the start position.
    pub fn of_game(tree: &GameTree) -> Puzzle {
        let is_set_up = tree.start != Board::startpos();
        Puzzle::new(tree.game(if is_set_up { 0 } else { usize::MAX }))
    }

    /// The operand of the first operation named `name`.
    pub fn operand(&self, name: &str) -> Option<&str> {
        epd::find(&self.operations, name)
    }

    /// Checks that the game is not over. The natural limit is ignored, because a puzzle counts as the start of a game.
    ///
    /// # Errors
    /// If the game is over.
    pub fn check_open(&self, rules: &RuleSet) -> Result<(), PuzzleError> {
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
        Err(PuzzleError::Over { winner, reason })
    }
}

/// A puzzle, or an invalid line, with its line number.
#[derive(Clone, Debug)]
pub struct InputPuzzle {
    /// The file name, if there are several sources.
    pub file: Option<Arc<str>>,
    /// The line number, from 1.
    pub line: u64,
    /// The operation `id`; empty without one.
    pub id: String,
    /// Bytes read since the puzzle before.
    pub bytes: u64,
    /// The puzzle, or the error of an invalid line.
    pub puzzle: Result<Puzzle, PuzzleError>,
}

/// A line and the file that it is in, if there are several, for messages.
pub(super) fn line_of(file: Option<&str>, line: u64) -> String {
    match file {
        Some(file) => format!("{file}, line {line}"),
        None => format!("line {line}"),
    }
}

impl InputPuzzle {
    /// The only puzzle of an input.
    pub fn single(puzzle: Puzzle) -> InputPuzzle {
        InputPuzzle {
            file: None,
            line: 1,
            id: String::new(),
            bytes: 0,
            puzzle: Ok(puzzle),
        }
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
    /// The line has no ranks.
    #[error("expected a FEN, ten ranks separated by /, or startpos")]
    NoFen,
    /// A word in a list of moves is not a move: its number, from 1, and the error.
    #[error("move {0} of the list: {1}")]
    NoMove(usize, #[source] ParseMoveError),
    /// A move is not legal.
    #[error(transparent)]
    Illegal(#[from] IllegalGameMove),
    /// A `position` without `fen` or `startpos`: the word found instead.
    #[error("'position': expected 'fen' or 'startpos', found '{0}'")]
    NoPosition(String),
    /// A limit of a `go` is not a number: the line number, the limit and the word found instead.
    #[error("line {0}: go {1}: expected a whole number, found '{2}'")]
    Go(u64, String, String),
    /// A `banmoves` with moves after a `position`: the line number.
    #[error("line {0}: puzzles are solved without banned moves; leave out 'banmoves'")]
    BannedMoves(u64),
    /// The line is not UTF-8: the number of its first invalid byte, from 1.
    #[error("the line is not UTF-8: byte {0} of it belongs to no character")]
    NotText(usize),
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

/// The meaning of an input line.
#[derive(Clone, Debug)]
pub enum PuzzleLine {
    /// An empty line, a comment, or a protocol command other than `position` and `go`.
    Nothing,
    /// A `banmoves` with moves, which no puzzle may have.
    BannedMoves,
    /// A `go` with its limits.
    Go(Result<PuzzleLimits, PuzzleError>),
    /// A `position`, which a `go` may follow.
    Position(Result<Puzzle, PuzzleError>),
    /// A FEN or EPD.
    Puzzle(Result<Puzzle, PuzzleError>),
}

/// Parses the line with this number.
///
/// ```
/// use chuhe::solve::batch::puzzle::{PuzzleLine, read};
/// let PuzzleLine::Puzzle(Ok(puzzle)) = read("4k4/9/9/9/9/9/9/9/4A4/3K5 b dm 2; # to be checked", 1) else {
///     panic!("a puzzle");
/// };
/// assert_eq!(puzzle.operand("dm"), Some("2"));
/// assert!(matches!(read("go depth 5", 2), PuzzleLine::Go(Ok(go)) if go.depth == Some(5)));
/// ```
pub fn read(text: &str, number: u64) -> PuzzleLine {
    // Some editors begin a file with a byte order mark.
    let text = bare(without_comment(text.trim_start_matches('\u{feff}').trim()));
    let mut words = text.split_ascii_whitespace();
    match words.next() {
        // Of the other protocol commands only `position` and `go` count.
        None
        | Some(
            "ucci" | "uci" | "setoption" | "isready" | "ucinewgame" | "stop" | "quit" | "ponderhit",
        ) => PuzzleLine::Nothing,
        Some("banmoves") => match words.next() {
            Some(_) => PuzzleLine::BannedMoves,
            None => PuzzleLine::Nothing,
        },
        Some("go") => PuzzleLine::Go(go(words, number)),
        Some("position") => PuzzleLine::Position(position(words)),
        Some("startpos") => PuzzleLine::Position(position(text.split_ascii_whitespace())),
        Some(_) => {
            let (fen, operations) = epd::split(text);
            if !fen.contains('/') {
                return PuzzleLine::Puzzle(Err(PuzzleError::NoFen));
            }
            let board = Board::from_fen(&fen).map_err(PuzzleError::from);
            PuzzleLine::Puzzle(board.map(|board| Puzzle {
                operations,
                ..Puzzle::new(Game::new(board))
            }))
        }
    }
}

/// The line without what collections write around a FEN: a number (`12.`), the word `fen`, or a PGN header (`[FEN "..."]`). Any
/// other header is empty.
fn bare(text: &str) -> &str {
    let unnumbered = text.trim_start_matches(|found: char| found.is_ascii_digit());
    let rest = unnumbered.strip_prefix(['.', ')', '、', ':']);
    let text = rest
        .filter(|_| unnumbered != text)
        .unwrap_or(text)
        .trim_start();
    if let Some(header) = text.strip_prefix('[') {
        let (name, value) = header.split_once('"').unwrap_or_default();
        let is_fen = name.trim().eq_ignore_ascii_case("fen");
        return value
            .split('"')
            .next()
            .filter(|_| is_fen)
            .unwrap_or_default();
    }
    match text.split_once([' ', ':', '=']) {
        Some((word, fen)) if word.eq_ignore_ascii_case("fen") => {
            fen.trim_start_matches([' ', ':', '='])
        }
        _ => text,
    }
}

/// The line up to the first `#` outside quotation marks that is at its start or follows white space.
fn without_comment(text: &str) -> &str {
    let (mut quoted, mut gap) = (false, true);
    for (index, character) in text.char_indices() {
        match character {
            '"' => quoted = !quoted,
            '#' if gap && !quoted => return text[..index].trim_end(),
            _ => {}
        }
        gap = character.is_whitespace();
    }
    text
}

/// Parses the rest of a `position`: `fen <fen> | startpos`, then `moves <move>...`.
fn position<'a>(mut words: impl Iterator<Item = &'a str>) -> Result<Puzzle, PuzzleError> {
    let kind = words.next().unwrap_or_default();
    let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
    let board = match (kind, fen.is_empty()) {
        ("startpos", true) => Board::startpos(),
        ("fen", _) => Board::from_fen(&fen.join(" "))?,
        _ => return Err(PuzzleError::NoPosition(kind.to_owned())),
    };
    let mut puzzle = Puzzle::new(Game::new(board));
    for (index, word) in words.enumerate() {
        let mv: Result<Move, _> = word.parse();
        puzzle
            .game
            .play(mv.map_err(|error| PuzzleError::NoMove(index + 1, error))?)?;
    }
    Ok(puzzle)
}

/// Parses the limits of a `go`. Other words are skipped.
fn go<'a>(
    mut words: impl Iterator<Item = &'a str>,
    line: u64,
) -> Result<PuzzleLimits, PuzzleError> {
    let mut limits = PuzzleLimits::default();
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
            .map_err(|_| PuzzleError::Go(line, word.to_owned(), found.to_owned()))?;
        let plies = u32::try_from(amount).unwrap_or(u32::MAX);
        match word {
            "nodes" => limits.nodes = Some(amount),
            "depth" => limits.depth = Some(plies),
            "mate" => limits.depth = Some(plies.saturating_mul(2).saturating_sub(1)),
            _ => limits.time = Some(Duration::from_millis(amount)),
        }
    }
    Ok(limits)
}

#[cfg(test)]
mod tests {
    use super::*;

    const FEN: &str = "4k4/9/9/9/9/9/9/9/4A4/3K5 b";

    fn error(text: &str) -> String {
        match read(text, 7) {
            PuzzleLine::Puzzle(Err(error))
            | PuzzleLine::Position(Err(error))
            | PuzzleLine::Go(Err(error)) => error.to_string(),
            other => panic!("{text}: {other:?}"),
        }
    }

    #[test]
    fn fen_is_read_in_the_forms_of_collections() {
        for text in [
            "12. FEN",
            "12)FEN",
            "12、FEN",
            "fen FEN",
            "FEN: FEN",
            "[FEN \"FEN\"]",
            "3. fen FEN",
        ] {
            let (head, tail) = text.rsplit_once("FEN").unwrap();
            let line = read(&format!("{head}{FEN}{tail}"), 1);
            let PuzzleLine::Puzzle(Ok(puzzle)) = line else {
                panic!("{text}");
            };
            assert!(puzzle.game.board().to_fen().starts_with(FEN), "{text}");
        }
        assert!(matches!(read("[Event \"x\"]", 1), PuzzleLine::Nothing));
    }

    #[test]
    fn comments_are_removed_except_within_quotation_marks() {
        for text in ["", "   ", "# 4k4/9 w", "\u{feff}# first", "ucci", "quit"] {
            assert!(matches!(read(text, 1), PuzzleLine::Nothing), "{text}");
        }
        let line = read(&format!("{FEN} c0 \"no # here\"; # but here"), 1);
        let is_kept = |puzzle: &Puzzle| puzzle.operand("c0") == Some("no # here");
        assert!(matches!(line, PuzzleLine::Puzzle(Ok(puzzle)) if is_kept(&puzzle)));
    }

    #[test]
    fn batch_files_are_read() {
        let fen = format!("position fen {FEN} - - 0 1");
        for (text, moves) in [("position startpos moves h2e2 h9g7", 2), (&fen, 0)] {
            let is_read = |puzzle: &Puzzle| puzzle.game.moves().len() == moves;
            assert!(matches!(read(text, 1), PuzzleLine::Position(Ok(puzzle)) if is_read(&puzzle)));
        }
        let PuzzleLine::Go(Ok(go)) = read("go mate 3 nodes 1000 infinite", 1) else {
            panic!("a go");
        };
        assert_eq!((go.depth, go.nodes, go.time), (Some(5), Some(1000), None));
    }

    #[test]
    fn errors_say_what_is_wrong() {
        for (text, what) in [
            (
                "rubbish",
                "expected a FEN, ten ranks separated by /, or startpos",
            ),
            (
                "position 4k4/9 w",
                "'position': expected 'fen' or 'startpos', found '4k4/9'",
            ),
            (
                "position startpos moves h2e2 zz",
                "move 2 of the list: 'zz' is not a move: expected four characters such as h2e2",
            ),
            (
                "position startpos moves h2e2 a0a1",
                "move 2 of the list, a0a1, is not legal for black",
            ),
            (
                "go depth deep",
                "line 7: go depth: expected a whole number, found 'deep'",
            ),
        ] {
            assert_eq!(error(text), what);
        }
        assert!(error("4k4/9/9/9/9/9/9/9/9/4K4 w").contains("face each other on file e"));
    }

    #[test]
    fn a_game_that_is_over_is_an_error_but_the_natural_limit_is_ignored() {
        for (fen, error) in [
            (
                "4k4/9/9/9/9/9/9/9/r8/3r1K3 w",
                "the game is over, black has won: checkmate",
            ),
            (
                "4k4/9/9/9/9/9/9/9/9/3K5 w",
                "the game is over, drawn: only the two generals are left",
            ),
            // The move counters are ignored.
            ("3k5/9/R8/9/9/9/9/9/9/1R2K4 w - - 300 200", ""),
        ] {
            let puzzle = Puzzle::new(Game::new(Board::from_fen(fen).unwrap()));
            let found = puzzle.check_open(&RuleSet::default()).err();
            let found = found.map_or(String::new(), |found| found.to_string());
            assert_eq!(found, error);
        }
    }
}
