//! Parses what both protocols share: positions, lists of moves, numbers, limits of a search, commands for scripts.

use std::str::SplitAsciiWhitespace;

use thiserror::Error;

use crate::board::{Board, Move};
use crate::protocol::command::{Amount, Go, Setup};
use crate::protocol::script::{DEEPEST_PERFT, Script};
use crate::search::bench;
use crate::search::iterative::MAX_DEPTH;

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ParseError {
    /// The line begins with a word that is no command.
    #[error("'{word}' is not a command of {protocol}: 'help' lists them")]
    UnknownCommand {
        /// The protocol spoken.
        protocol: &'static str,
        /// The word.
        word: String,
    },
    /// A line that only has a meaning in a protocol, before either greeting.
    #[error("say 'ucci' or 'uci' first, 'help' lists what needs neither")]
    NoGreeting,
    /// The rest of a command is wrong: what is.
    #[error("{0}")]
    Invalid(String),
}

impl ParseError {
    pub(super) fn no_option() -> ParseError {
        ParseError::Invalid("setoption wants the name of an option".to_owned())
    }

    pub(super) fn unknown_word(command: &str, word: &str) -> ParseError {
        ParseError::Invalid(format!("{command} does not know the word '{word}'"))
    }

    /// Something is missing, or another thing was found.
    fn unexpected(command: &str, wanted: &str, found: &str) -> ParseError {
        ParseError::Invalid(format!("{command} wants {wanted}, not '{found}'"))
    }
}

/// The words of a line that are still to be parsed.
pub type Words<'a> = SplitAsciiWhitespace<'a>;

/// `{fen <fen>|startpos} [moves <move>...]`.
pub fn setup(command: &str, mut words: Words) -> Result<Setup, ParseError> {
    let board = match words.next() {
        Some("startpos") => {
            match words.next() {
                None | Some("moves") => {}
                Some(word) => return Err(ParseError::unknown_word(command, word)),
            }
            Box::new(Board::startpos())
        }
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            let board = Board::from_fen(&fen.join(" "));
            Box::new(board.map_err(|error| ParseError::Invalid(error.to_string()))?)
        }
        other => {
            let found = other.unwrap_or_default();
            return Err(ParseError::unexpected(
                command,
                "'fen' or 'startpos'",
                found,
            ));
        }
    };
    let moves = moves(words)?;
    Ok(Setup { board, moves })
}

/// A list of moves.
pub fn moves(words: Words) -> Result<Vec<Move>, ParseError> {
    words
        .enumerate()
        .map(|(index, text)| {
            text.parse().map_err(|_| {
                ParseError::Invalid(format!(
                    "move {} of the list, '{text}', is not a move: want four characters such as h2e2",
                    index + 1
                ))
            })
        })
        .collect()
}

/// The nearest that fits.
pub fn saturated(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A whole number after `go <word>`; `None` for `infinite`, which old GUIs say here.
pub fn count(word: &str, words: &mut Words) -> Result<Option<u64>, ParseError> {
    let found = words.next().unwrap_or_default();
    if found == "infinite" {
        return Ok(None);
    }
    if found.is_empty() || !found.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(ParseError::unexpected(
            &format!("go {word}"),
            "a whole number",
            found,
        ));
    }
    // Only a number that is too large is left to fail.
    Ok(Some(found.parse().unwrap_or(u64::MAX)))
}

/// A time after `go <word>`. Fractions are of use where it counts seconds; a clock that is overdrawn
/// may be negative.
pub fn amount(word: &str, words: &mut Words) -> Result<Option<Amount>, ParseError> {
    let found = words.next().unwrap_or_default();
    if found == "infinite" {
        return Ok(None);
    }
    let digits = found.strip_prefix('-').unwrap_or(found);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
        return Err(ParseError::unexpected(
            &format!("go {word}"),
            "a time",
            found,
        ));
    }
    if digits != found {
        return Ok(Some(Amount::from_thousandths(0)));
    }
    let whole: u64 = match whole {
        "" => 0,
        _ => whole.parse().unwrap_or(u64::MAX),
    };
    let thousandths = fraction
        .bytes()
        .chain(std::iter::repeat(b'0'))
        .take(3)
        .fold(0, |sum, digit| sum * 10 + u64::from(digit - b'0'));
    Ok(Some(Amount::from_thousandths(
        whole.saturating_mul(1000).saturating_add(thousandths),
    )))
}

/// Parses a limit that both protocols have into `go`; false if the word is none.
pub fn go_limit(go: &mut Go, word: &str, words: &mut Words) -> Result<bool, ParseError> {
    match word {
        "depth" => go.depth = count(word, words)?.map(saturated),
        "nodes" => go.nodes = count(word, words)?,
        "movestogo" => go.moves_to_go = count(word, words)?.map(saturated),
        "movetime" => go.movetime = amount(word, words)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Parses a command for scripts that begins with this word; `None` when it is none of them.
pub fn script(word: &str, words: Words) -> Result<Option<Script>, ParseError> {
    Ok(Some(match word {
        "d" => Script::Show,
        "eval" => Script::Eval,
        "perft" => Script::Perft(script_depth(word, words)?),
        "bench" if words.clone().next().is_none() => Script::Bench(bench::DEPTH),
        "bench" => Script::Bench(script_depth(word, words)?),
        "judge" => Script::Judge,
        "help" => Script::Help,
        _ => return Ok(None),
    }))
}

/// The depth after `perft` or `bench`.
pub fn script_depth(command: &str, mut words: Words) -> Result<u32, ParseError> {
    let found = words.next().unwrap_or_default();
    let (range, wanted) = match command {
        "bench" => (1..=MAX_DEPTH, "a depth from 1 to 100"),
        _ => (0..=DEEPEST_PERFT, "a depth from 0 to 64"),
    };
    let depth = found.parse().ok().filter(|depth| range.contains(depth));
    depth.ok_or_else(|| ParseError::unexpected(command, wanted, found))
}
