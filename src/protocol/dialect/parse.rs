//! Parses what both protocols share: positions, lists of moves, numbers, times, search limits.

use std::ops::RangeInclusive;
use std::str::SplitAsciiWhitespace;

use crate::board::{Board, Move};
use crate::protocol::command::{Go, Setup};
use crate::protocol::console::{ConsoleCommand, MAX_PERFT_DEPTH};

/// The words of a line that are still to be parsed.
pub type Words<'a> = SplitAsciiWhitespace<'a>;

/// The error of a `setoption` without a name.
pub const NO_OPTION: &str = "setoption: the name of the option is missing";

/// The error of an unknown word.
pub fn unknown_word(command: &str, word: &str) -> String {
    format!("{command}: unknown word '{word}'")
}

/// The error of a missing or wrong word.
fn unexpected(command: &str, expected: &str, found: &str) -> String {
    match found {
        "" => format!("{command}: expected {expected}"),
        _ => format!("{command}: expected {expected}, found '{found}'"),
    }
}

/// Parses `{fen FEN|startpos} [moves MOVE...]`.
pub fn setup(command: &str, mut words: Words) -> Result<Setup, String> {
    let board = match words.next().unwrap_or_default() {
        "startpos" => match words.next() {
            None | Some("moves") => Board::startpos(),
            Some(word) => return Err(unknown_word(command, word)),
        },
        "fen" => {
            let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Board::from_fen(&fen.join(" ")).map_err(|error| error.to_string())?
        }
        other => return Err(unexpected(command, "'fen' or 'startpos'", other)),
    };
    let (board, moves) = (Box::new(board), moves(words)?);
    Ok(Setup { board, moves })
}

/// Parses a list of moves.
pub fn moves(words: Words) -> Result<Vec<Move>, String> {
    let parse = |(number, text): (usize, &str)| {
        let mv = text.parse::<Move>();
        mv.map_err(|error| format!("move {number} of the list: {error}"))
    };
    (1..).zip(words).map(parse).collect()
}

/// Parses the whole number after `go WORD`; `None` for `infinite`, which old GUIs send instead.
pub fn count(word: &str, words: &mut Words) -> Result<Option<u64>, String> {
    match words.next().unwrap_or_default() {
        "infinite" => Ok(None),
        found if found.is_empty() || !is_digits(found) => {
            Err(unexpected(&format!("go {word}"), "a whole number", found))
        }
        found => Ok(Some(saturated(found))),
    }
}

/// Parses a number of 32 bits in the same way.
pub fn small_count(word: &str, words: &mut Words) -> Result<Option<u32>, String> {
    let number = count(word, words)?;
    Ok(number.map(|number| u32::try_from(number).unwrap_or(u32::MAX)))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

/// Parses digits. A number that is too large becomes the largest.
fn saturated(digits: &str) -> u64 {
    digits.parse().unwrap_or(u64::MAX)
}

/// Parses the time after `go WORD`, in thousandths of its unit, since the unit may be the second. A negative time counts as
/// 0.
pub fn time(word: &str, words: &mut Words) -> Result<Option<u64>, String> {
    let found = words.next().unwrap_or_default();
    if found == "infinite" {
        return Ok(None);
    }
    let digits = found.strip_prefix('-').unwrap_or(found);
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    if whole.len() + fraction.len() == 0 || !is_digits(whole) || !is_digits(fraction) {
        return Err(unexpected(&format!("go {word}"), "a time", found));
    }
    if digits != found {
        return Ok(Some(0));
    }
    let whole = saturated(&format!("0{whole}"));
    let thousandths = saturated(&format!("{fraction:0<3.3}"));
    Ok(Some(whole.saturating_mul(1000).saturating_add(thousandths)))
}

/// Parses a limit of both protocols into `go`; false if the word is not a limit.
pub fn limit(go: &mut Go, word: &str, words: &mut Words) -> Result<bool, String> {
    match word {
        "depth" => go.depth = small_count(word, words)?,
        "nodes" => go.nodes = count(word, words)?,
        "movestogo" => go.moves_to_go = small_count(word, words)?,
        "movetime" => go.movetime = time(word, words)?,
        _ => return Ok(false),
    }
    Ok(true)
}

/// Parses the depth after `perft`.
pub fn perft(words: Words) -> Result<ConsoleCommand, String> {
    Ok(ConsoleCommand::Perft(depth(
        "perft",
        words,
        0..=MAX_PERFT_DEPTH,
    )?))
}

/// Parses the depth after a command.
pub fn depth(command: &str, mut words: Words, range: RangeInclusive<u32>) -> Result<u32, String> {
    let found = words.next().unwrap_or_default();
    let depth = found.parse().ok().filter(|depth| range.contains(depth));
    let expected = format!("a depth from {} to {}", range.start(), range.end());
    depth.ok_or_else(|| unexpected(command, &expected, found))
}
