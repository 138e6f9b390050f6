//! Words that both protocols share: positions, lists of moves, numbers, and what may be wrong with a line.

use std::str::SplitAsciiWhitespace;

use thiserror::Error;

use super::command::{Amount, Setup};
use crate::board::{Board, FenError, Move};

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The line begins with a word that is no command.
    #[error("'{word}' is not a command of {protocol}: 'help' lists them")]
    UnknownCommand {
        /// The protocol spoken.
        protocol: &'static str,
        /// The word.
        word: String,
    },
    /// A line that only has a meaning in a protocol, before either was greeted in.
    #[error("say 'ucci' or 'uci' first, 'help' lists what needs neither")]
    NoGreeting,
    /// `setoption` alone.
    #[error("setoption wants the name of an option")]
    NoOption,
    /// A position that begins with neither `fen` nor `startpos`.
    #[error("{command} wants 'fen' or 'startpos', not '{found}'")]
    NoPosition {
        /// The command.
        command: &'static str,
        /// What was found, or nothing.
        found: String,
    },
    /// A FEN with a fault.
    #[error("{0}")]
    Fen(#[from] FenError),
    /// A word that is no move in a list of moves.
    #[error(
        "move {number} of the list, '{text}', is not a move: want four characters such as h2e2"
    )]
    NotAMove {
        /// Which of the list, from 1.
        number: usize,
        /// The word.
        text: String,
    },
    /// A word that does not belong there.
    #[error("{command} does not know the word '{word}'")]
    UnknownWord {
        /// The command.
        command: &'static str,
        /// The word.
        word: String,
    },
    /// A number that is missing, or none.
    #[error("{command} wants {wanted}, not '{found}'")]
    NotANumber {
        /// The words before it.
        command: String,
        /// What the number would be.
        wanted: &'static str,
        /// What was found, or nothing.
        found: String,
    },
    /// Both `ponder` and `draw`.
    #[error("go has either 'ponder' or 'draw', not both")]
    PonderAndDraw,
    /// An increment, or a number of moves to go, for no clock.
    #[error("go {word} wants a 'time' beside it")]
    NoClock {
        /// The word.
        word: &'static str,
    },
}

/// The words of a line that are still to be read.
pub type Words<'a> = SplitAsciiWhitespace<'a>;

/// `{fen <fen>|startpos} [moves <move>...]`.
///
/// # Errors
/// Where the position or a move is none. Whether moves are legal is not asked.
pub fn setup(command: &'static str, mut words: Words) -> Result<Setup, Fault> {
    let board = match words.next() {
        Some("startpos") => {
            match words.next() {
                None | Some("moves") => {}
                Some(word) => {
                    let word = word.to_owned();
                    return Err(Fault::UnknownWord { command, word });
                }
            }
            Box::new(Board::startpos())
        }
        Some("fen") => {
            let fen: Vec<&str> = words.by_ref().take_while(|word| *word != "moves").collect();
            Box::new(Board::from_fen(&fen.join(" "))?)
        }
        other => {
            let found = other.unwrap_or_default().to_owned();
            return Err(Fault::NoPosition { command, found });
        }
    };
    let moves = moves(words)?;
    Ok(Setup { board, moves })
}

/// A list of moves.
///
/// # Errors
/// At the first word that is no move.
pub fn moves(words: Words) -> Result<Vec<Move>, Fault> {
    words
        .enumerate()
        .map(|(index, text)| {
            text.parse().map_err(|_| Fault::NotAMove {
                number: index + 1,
                text: text.to_owned(),
            })
        })
        .collect()
}

/// The nearest that fits.
pub fn saturated(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A whole number behind `go <word>`; `None` for `infinite`, which old GUIs say here.
///
/// # Errors
/// When it is missing, or none.
pub fn count(word: &'static str, words: &mut Words) -> Result<Option<u64>, Fault> {
    let found = words.next().unwrap_or_default();
    if found == "infinite" {
        return Ok(None);
    }
    if found.is_empty() || !found.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::NotANumber {
            command: format!("go {word}"),
            wanted: "a whole number",
            found: found.to_owned(),
        });
    }
    // Only a number too large for us is left to fail.
    Ok(Some(found.parse().unwrap_or(u64::MAX)))
}

/// A time behind `go <word>`. Fractions are of use where it counts seconds; a clock that is overdrawn
/// may be negative.
///
/// # Errors
/// When it is missing, or none.
pub fn amount(word: &'static str, words: &mut Words) -> Result<Option<Amount>, Fault> {
    let found = words.next().unwrap_or_default();
    if found == "infinite" {
        return Ok(None);
    }
    let not_a_number = || Fault::NotANumber {
        command: format!("go {word}"),
        wanted: "a time",
        found: found.to_owned(),
    };
    let (negative, digits) = match found.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, found),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if whole.len() + fraction.len() == 0 || !all_digits(whole) || !all_digits(fraction) {
        return Err(not_a_number());
    }
    if negative {
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
