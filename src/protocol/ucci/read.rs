//! A line of UCCI to a command.

use std::str::SplitAsciiWhitespace;

use thiserror::Error;

use crate::board::{Board, FenError, Move};
use crate::protocol::command::{Amount, Command, Go, Prefix, Setup};

/// Why a line is no command.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum Fault {
    /// The line begins with a word that is no command.
    #[error("'{word}' is not a command of UCCI")]
    UnknownCommand {
        /// The word.
        word: String,
    },
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
    #[error("go {word} wants {wanted}, not '{found}'")]
    NotANumber {
        /// The word before it.
        word: &'static str,
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

/// Reads a line. A blank one is no command and no fault.
///
/// # Errors
/// Every way to be wrong is a [`Fault`] of its own.
///
/// ```
/// use chuhe::protocol::{Command, ucci::read};
/// assert_eq!(read(" isready\t").unwrap(), Some(Command::IsReady));
/// assert_eq!(read("").unwrap(), None);
/// let fault = read("position startpos moves h2e2 9g7").unwrap_err();
/// assert_eq!(
///     fault.to_string(),
///     "move 2 of the list, '9g7', is not a move: want four characters such as h2e2"
/// );
/// ```
pub fn read(line: &str) -> Result<Option<Command>, Fault> {
    let mut words = line.split_ascii_whitespace();
    let Some(first) = words.next() else {
        return Ok(None);
    };
    Ok(Some(match first {
        "ucci" => Command::Hello,
        "isready" => Command::IsReady,
        "setoption" => read_option(words)?,
        "position" => Command::Position(read_setup("position", words)?),
        "banmoves" => Command::BanMoves(read_moves(words)?),
        "go" => Command::Go(read_go(words)?),
        "stop" => Command::Stop,
        "ponderhit" => Command::PonderHit {
            draw: read_draw(words)?,
        },
        "probe" => Command::Probe(read_setup("probe", words)?),
        "quit" => Command::Quit,
        word => {
            return Err(Fault::UnknownCommand {
                word: word.to_owned(),
            });
        }
    }))
}

type Words<'a> = SplitAsciiWhitespace<'a>;

/// `<name> [<value>]`. UCI's `name <name> value <value>` is understood too: the PyPI package
/// `cchess` says it so to engines of either protocol, and no option is called `name`.
fn read_option(mut words: Words) -> Result<Command, Fault> {
    let mut name = words.next().ok_or(Fault::NoOption)?;
    let mut values = words.clone();
    if name == "name" {
        name = words.next().ok_or(Fault::NoOption)?;
        values = words.clone();
        if words.next() == Some("value") {
            values = words;
        }
    }
    Ok(Command::SetOption {
        name: name.to_owned(),
        value: values.collect::<Vec<_>>().join(" "),
    })
}

/// `{fen <fen>|startpos} [moves <move>...]`.
fn read_setup(command: &'static str, mut words: Words) -> Result<Setup, Fault> {
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
    let moves = read_moves(words)?;
    Ok(Setup { board, moves })
}

fn read_moves(words: Words) -> Result<Vec<Move>, Fault> {
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

fn read_draw(mut words: Words) -> Result<bool, Fault> {
    match words.next() {
        None => Ok(false),
        Some("draw") => Ok(true),
        Some(word) => Err(Fault::UnknownWord {
            command: "ponderhit",
            word: word.to_owned(),
        }),
    }
}

/// `[ponder|draw] [infinite] [depth D] [nodes N] [time T [movestogo M] [increment I] [opptime
/// ...]]`.
///
/// The protocol allows one mode at a time, but `uci2wb` gives a clock and a depth together; then
/// each limit holds. It also says UCI's `movetime`.
fn read_go(mut words: Words) -> Result<Go, Fault> {
    let mut go = Go::default();
    while let Some(word) = words.next() {
        match word {
            "ponder" | "draw" => {
                let prefix = match word {
                    "ponder" => Prefix::Ponder,
                    _ => Prefix::Draw,
                };
                if go.prefix != Prefix::Plain && go.prefix != prefix {
                    return Err(Fault::PonderAndDraw);
                }
                go.prefix = prefix;
            }
            "infinite" => {}
            "depth" => go.depth = read_count("depth", &mut words)?.map(saturated),
            "nodes" => go.nodes = read_count("nodes", &mut words)?,
            "movestogo" => go.moves_to_go = read_count("movestogo", &mut words)?.map(saturated),
            "movetime" => go.movetime = read_amount("movetime", &mut words)?,
            "time" => go.time = read_amount("time", &mut words)?,
            "increment" => go.increment = read_amount("increment", &mut words)?,
            // The opponent's clock is of no use to us, but it must be one.
            "opptime" => drop(read_amount("opptime", &mut words)?),
            "oppincrement" => drop(read_amount("oppincrement", &mut words)?),
            "oppmovestogo" => drop(read_count("oppmovestogo", &mut words)?),
            _ => {
                return Err(Fault::UnknownWord {
                    command: "go",
                    word: word.to_owned(),
                });
            }
        }
    }
    match go {
        Go { time: Some(_), .. } => Ok(go),
        Go {
            increment: Some(_), ..
        } => Err(Fault::NoClock { word: "increment" }),
        Go {
            moves_to_go: Some(_),
            ..
        } => Err(Fault::NoClock { word: "movestogo" }),
        _ => Ok(go),
    }
}

fn saturated(count: u64) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// A whole number; `None` for `infinite`, which old GUIs say here.
fn read_count(word: &'static str, words: &mut Words) -> Result<Option<u64>, Fault> {
    let found = words.next().unwrap_or_default();
    if found == "infinite" {
        return Ok(None);
    }
    if found.is_empty() || !found.bytes().all(|byte| byte.is_ascii_digit()) {
        return Err(Fault::NotANumber {
            word,
            wanted: "a whole number",
            found: found.to_owned(),
        });
    }
    // Only a number too large for us is left to fail.
    Ok(Some(found.parse().unwrap_or(u64::MAX)))
}

/// A time. Fractions are of use where it counts seconds; a clock that is overdrawn may be negative.
fn read_amount(word: &'static str, words: &mut Words) -> Result<Option<Amount>, Fault> {
    let found = words.next().unwrap_or_default();
    if found == "infinite" {
        return Ok(None);
    }
    let not_a_number = || Fault::NotANumber {
        word,
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

#[cfg(test)]
#[path = "read_tests.rs"]
mod tests;
